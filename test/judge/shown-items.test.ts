/** Whoever works by a checklist is shown all that its items ask, and of which responses. */
import { expect, it } from 'vitest';
import type { Groundrule } from '../../src/groundrule.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { questionOf } from '../support/read-prompt.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const LIST = [
  {
    text: 'The response names the 2 files that are attached.',
    question: 'Does it name the files?',
    appliesWhen: 'it has an attachment',
  },
];
const SHOWN =
  'Does it name the files? (The response names the 2 files that are attached.) Applies when: it has an attachment.';
const OF = { instruction: 'Write a mail.', checklist: LIST };

const WAYS: Readonly<Record<string, (app: Groundrule) => Promise<unknown>>> = {
  'judge-response': (app) => app.judge('Dear Ann.', LIST),
  'score-response': (app) => app.judge('Dear Ann.', LIST, { score: 'rar-implicit' }),
  'score-response to answer': (app) => app.score('Dear Ann.', { by: 'checklist-score', ...OF }),
  'score-response to weigh': (app) => app.score('Dear Ann.', { by: 'check-then-score', ...OF }),
  'rate-response': (app) => app.score('Dear Ann.', { by: 'wb-score', ...OF }),
  'compare-responses': (app) => app.compare('Dear Ann.', 'Dear.', { by: 'checklist-preference', ...OF }),
  'refine-response': (app) => app.refine('Dear Ann.', LIST, { rounds: 1 }),
  'refine-response of one item': (app) => app.measureActionability('Dear Ann.', LIST),
  'review-checklist': (app) => app.reviewChecklist(LIST),
};

it.each(Object.entries(WAYS))('%s shows an item in full', async (way, ask) => {
  const asked: string[] = [];
  const { app } = await scriptedApp((messages, agent) => {
    if (way.startsWith(agent)) asked.push(questionOf(messages));
    const answer = plausibleModel(messages, agent);
    return agent === 'judge-response' ? JSON.parse(JSON.stringify(answer).replaceAll('"YES"', '"NO"')) : answer;
  });
  await ask(app);
  expect(asked).not.toEqual([]);
  for (const question of asked) expect(question).toContain(SHOWN);
});
