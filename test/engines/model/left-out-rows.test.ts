/** What it takes over real HTTP when a model leaves rows out. */
import { expect, it } from 'vitest';
import { createModelEngine } from '../../../src/engines/model/engine.ts';
import { startRig } from '../../llm/harness.ts';
import { shippedPrompts } from '../../support/fake-model-client.ts';
import { fencedIn, questionOf } from '../../support/read-prompt.ts';
import { pageOf, rateItem } from './pages.ts';

const PAGES = 22;
const LEFT_OUT = ['page 3', 'page 7', 'page 9'];
const task = { instruction: 'Write a press release about a new ferry line', context: null };
const items = Array.from({ length: PAGES }, (_, index) =>
  rateItem(index + 1, pageOf([`Keep it short on page ${index + 1}.`])),
);

it.each([
  ['in answers to many pages', 1, 3],
  ['in all answers to more than one', 1 + LEFT_OUT.length, 2 + 2 + LEFT_OUT.length],
])('3 of 22 pages %s cost %i further questions', async (_where, questions, requests) => {
  const minimum = questions === 1 ? LEFT_OUT.length : 1;
  const rig = await startRig({
    server: {
      handler: ({ messages }) => {
        const pages = fencedIn(questionOf(messages)).filter(({ label }) => label.startsWith('page '));
        const answered = pages.filter(({ text }) => !LEFT_OUT.some((page) => text.includes(`on ${page}.`)));
        return {
          ratings: (pages.length > minimum ? answered : pages).map(({ label }) => ({
            id: label.slice('page '.length),
            expertiseReason: 'An editor wrote it.',
            expertise: 4,
            relevanceReason: 'It is on releases.',
            relevance: 2,
          })),
        };
      },
    },
  });
  const engine = createModelEngine({ model: rig.client, prompts: await shippedPrompts(), modelNames: {} });
  const ratings = await engine.ratePages(rig.run, task, items);
  expect([...ratings.values()].filter(({ status }) => status === 'done')).toHaveLength(PAGES);
  expect(rig.server.requests).toHaveLength(requests);
});
