/** Prometheus: score rubrics from 1 to 5, one for each item. */
import { z } from 'zod';
import { InputError } from '../../domain/errors.ts';
import { asGood, evenLevels, fromGood, GRADER_LOSSES } from './grader-prompt.ts';
import { levelText, requireItems, rubricFormat, unread, type ReadItem, type ReadRubric } from './rubric-format.ts';

const Text = z.string().min(1);
/** Prometheus grades from 1 to 5: what is only met or not has its ends described, and three steps between. */
const YES_OR_NO = [
  'It is not met at all.',
  'It is met in a small part.',
  'It is met in half.',
  'It is met but for a lapse.',
  'It is met entirely.',
] as const;
const SCORES = [1, 2, 3, 4, 5] as const;
const PrometheusRubric = z.looseObject({
  criteria: Text,
  ...{ score1_description: Text, score2_description: Text, score3_description: Text },
  ...{ score4_description: Text, score5_description: Text },
});

export const prometheus = rubricFormat({
  name: 'prometheus',
  title: 'Prometheus (score rubrics from 1 to 5, one for each item)',
  source:
    'github.com/prometheus-eval/prometheus-eval, SCORE_RUBRIC_TEMPLATE (criteria, score1_description to score5_description)',
  syntax: 'json',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels', 'levelValues'],
  write: ({ items }) =>
    items.map((item) => {
      const { levels } = item;
      if (levels !== undefined && levels.length !== SCORES.length)
        throw new InputError(`${item.id} has ${levels.length} levels; a Prometheus rubric has five.`);
      const descriptions = levels?.map(levelText) ?? YES_OR_NO;
      return {
        criteria: asGood(item),
        ...Object.fromEntries(SCORES.map((score) => [`score${score}_description`, descriptions[score - 1]])),
      };
    }),
  schema: z.union([z.array(PrometheusRubric).min(1), PrometheusRubric]),
  read: (value): ReadRubric => {
    const rubrics = Array.isArray(value) ? value : [value];
    const items = rubrics.map((each): ReadItem => {
      const descriptions = SCORES.map((score) => each[`score${score}_description`]);
      const item = fromGood(each.criteria, 100);
      return descriptions.every((text, at) => text === YES_OR_NO[at])
        ? item
        : { ...item, levels: evenLevels(descriptions) };
    });
    const known = ['criteria', ...SCORES.map((score) => `score${score}_description`)];
    return { items: requireItems(items), lost: unread(rubrics, known) };
  },
});
