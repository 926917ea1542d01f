/** DeepEval's G-Eval: the arguments of a metric, one for each item. */
import { z } from 'zod';
import type { Level } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { asGood, evenLevels, fromGood, GRADER_LOSSES } from './grader-prompt.ts';
import { levelText, requireItems, rubricFormat, unread, type ReadItem } from './rubric-format.ts';

const Text = z.string().min(1);
const HIGHEST = 10;

export const deepeval = rubricFormat({
  name: 'deepeval',
  title: 'DeepEval (the arguments of GEval, one for each item)',
  source: 'deepeval.com/docs/metrics-llm-evals (name, criteria, evaluation_params, rubric of score ranges)',
  syntax: 'json',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels', 'levelValues'],
  write: ({ items }) =>
    items.map((item) => ({
      name: item.id,
      criteria: asGood(item),
      evaluation_params: ['input', 'actual_output'],
      threshold: 0.5,
      ...(item.levels === undefined ? {} : { rubric: rangesOf(item.id, item.levels) }),
    })),
  schema: z
    .array(
      z.looseObject({
        name: Text,
        criteria: Text.nullish(),
        rubric: z
          .array(z.looseObject({ score_range: z.tuple([z.number(), z.number()]), expected_outcome: Text }))
          .nullish(),
      }),
    )
    .min(1),
  read: (metrics) => {
    const items = metrics.map(({ name, criteria, rubric }): ReadItem => {
      if (criteria == null)
        throw new InputError(`${name} has evaluation_steps and no criteria: there is no item to take.`);
      const ordered = [...(rubric ?? [])].sort((a, b) => a.score_range[0] - b.score_range[0]);
      const item = fromGood(criteria, 100);
      return ordered.length < 2 ? item : { ...item, levels: evenLevels(ordered.map((each) => each.expected_outcome)) };
    });
    return {
      items: requireItems(items),
      lost: unread(metrics, ['name', 'criteria', 'rubric', 'evaluation_params', 'threshold']),
    };
  },
});

/** Ranges of whole scores from 0 to 10 that do not overlap. */
function rangesOf(id: string, levels: readonly Level[]) {
  if (levels.length > HIGHEST + 1)
    throw new InputError(`${id} has ${levels.length} levels; G-Eval’s scale has room for ${HIGHEST + 1}.`);
  const start = (at: number) => Math.floor((at * (HIGHEST + 1)) / levels.length);
  return levels.map((level, at) => ({
    score_range: [start(at), start(at + 1) - 1] as const,
    expected_outcome: levelText(level),
  }));
}
