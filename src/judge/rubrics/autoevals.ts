/** autoevals: options of its classifiers, one for each item. */
import { z } from 'zod';
import { GRADER_LOSSES, itemIn, promptOf } from './grader-prompt.ts';
import { requireItems, rubricFormat, unread } from './rubric-format.ts';
import { MUSTACHE } from './template-escape.ts';

const Text = z.string().min(1);
const TEMPLATE = { input: '{{input}}', output: '{{output}}', ...MUSTACHE };

export const autoevals = rubricFormat({
  name: 'autoevals',
  title: 'autoevals (the options of LLMClassifierFromTemplate, one for each item)',
  source: 'github.com/braintrustdata/autoevals, js/llm.ts (name, promptTemplate, choiceScores, useCoT)',
  syntax: 'json',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels'],
  write: ({ items }) =>
    items.map((item) => {
      const { levels } = item;
      const choices =
        levels === undefined
          ? [['Y', 1] as const, ['N', 0] as const]
          : levels.map(({ value }, at) => [String(at + 1), value] as const);
      const ask =
        levels === undefined
          ? 'Y where the criterion is met entirely, else N'
          : 'the number of the level that fits best';
      return {
        name: item.id,
        promptTemplate: `${promptOf(item, TEMPLATE)}\n\nChoose ${ask}.`,
        choiceScores: Object.fromEntries(choices),
        useCoT: true,
      };
    }),
  schema: z
    .array(z.looseObject({ name: Text, promptTemplate: Text, choiceScores: z.record(z.string(), z.number()) }))
    .min(1),
  read: (graders) => ({
    items: requireItems(
      graders.map(({ name, promptTemplate }) => itemIn({ prompt: promptTemplate, place: name }, TEMPLATE)),
    ),
    lost: unread(graders, ['name', 'promptTemplate', 'choiceScores', 'useCoT']),
  }),
});
