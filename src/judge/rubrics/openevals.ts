/** openevals: options of its judges, one for each item. */
import { z } from 'zod';
import { GRADER_LOSSES, itemIn, promptOf } from './grader-prompt.ts';
import { requireItems, rubricFormat, unread } from './rubric-format.ts';
import { F_STRING } from './template-escape.ts';

const Text = z.string().min(1);
const TEMPLATE = { input: '{inputs}', output: '{outputs}', ...F_STRING };

export const openevals = rubricFormat({
  name: 'openevals',
  title: 'openevals (the options of createLLMAsJudge, one for each item)',
  source: 'github.com/langchain-ai/openevals, README (prompt, feedbackKey, continuous, choices)',
  syntax: 'json',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels'],
  write: ({ items }) =>
    items.map((item) => ({
      feedbackKey: item.id,
      prompt: promptOf(item, TEMPLATE),
      ...(item.levels === undefined ? { continuous: false } : { choices: item.levels.map(({ value }) => value) }),
    })),
  schema: z.array(z.looseObject({ feedbackKey: Text.default('item'), prompt: Text })).min(1),
  read: (graders) => ({
    items: requireItems(graders.map(({ feedbackKey, prompt }) => itemIn({ prompt, place: feedbackKey }, TEMPLATE))),
    lost: unread(graders, ['feedbackKey', 'prompt', 'continuous', 'choices']),
  }),
});
