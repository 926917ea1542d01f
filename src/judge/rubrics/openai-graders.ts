/** OpenAI's graders: score_model, label_model and multi. */
import type { LabelModelGrader, MultiGrader, ScoreModelGrader } from 'openai/resources/graders/grader-models';
import { z } from 'zod';
import type { ChecklistItem } from '../../domain/checklist.ts';
import { graderFormat, GRADER_LOSSES, itemIn, promptOf } from './grader-format.ts';
import { rubricFormat, unread } from './rubric-format.ts';
import { WORD_JOINED } from './template-escape.ts';

const Text = z.string().min(1);
const DEFAULT_MODEL = 'gpt-4.1-mini';
const TEMPLATE = { input: '{{item.input}}', output: '{{sample.output_text}}', ...WORD_JOINED };
const Messages = z.array(z.looseObject({ role: z.string(), content: z.string() })).min(1);
const ScoreModel = z.looseObject({ type: z.literal('score_model'), name: Text, input: Messages });
const SOURCE = 'platform.openai.com/docs/guides/graders; the types of the npm package openai, resources/graders';

function itemOf({ name, input }: Pick<z.infer<typeof ScoreModel>, 'name' | 'input'>, weight?: number) {
  return itemIn({ prompt: input.map(({ content }) => content).join('\n'), place: name, weight }, TEMPLATE);
}

const scoreModel = (item: ChecklistItem): ScoreModelGrader => {
  const ask =
    item.levels === undefined
      ? '1 where the criterion is met entirely, else 0'
      : 'the number in brackets of the level that fits best';
  return {
    type: 'score_model',
    name: item.id,
    model: DEFAULT_MODEL,
    input: [{ role: 'user', content: `${promptOf(item, TEMPLATE)}\n\nThe score is ${ask}.` }],
    range: [0, 1],
  };
};

export const openaiScoreModel = graderFormat({
  name: 'openai-score-model',
  title: 'OpenAI graders: a list of score_model, one for each item',
  source: SOURCE,
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels'],
  write: scoreModel,
  grader: ScoreModel,
  mayStandAlone: true,
  known: ['type', 'name', 'input', 'model', 'range'],
  read: itemOf,
});

export const openaiLabelModel = graderFormat({
  name: 'openai-label-model',
  title: 'OpenAI graders: a list of label_model, one for each item',
  source: SOURCE,
  loses: [...GRADER_LOSSES, 'weight', 'levels', 'levelLabels', 'levelValues'],
  write: (item): LabelModelGrader => ({
    type: 'label_model',
    name: item.id,
    model: DEFAULT_MODEL,
    input: [{ role: 'user', content: promptOf({ ...item, levels: undefined }, TEMPLATE) }],
    labels: ['met', 'not met'],
    passing_labels: ['met'],
  }),
  grader: z.looseObject({ type: z.literal('label_model'), name: Text, input: Messages }),
  mayStandAlone: true,
  known: ['type', 'name', 'input', 'model', 'labels', 'passing_labels'],
  read: itemOf,
});

/** The SDK’s type has room for one grader; the guide, as the formula, goes by several, each with a name. */
type Multi = Omit<MultiGrader, 'graders'> & { readonly graders: Readonly<Record<string, ScoreModelGrader>> };

const NUMBER = String.raw`\d+(?:\.\d+)?(?:e-?\d+)?`;
const TERM = String.raw`(-?${NUMBER}) \* (\w+)`;
const SUM = String.raw`${TERM}(?: \+ ${TERM})*`;
/** The form that is written, or the sum alone: what else a formula computes is no weight of an item. */
const WEIGHED_SUM = new RegExp(String.raw`^(?:${SUM}|\(${SUM}\) / ${NUMBER})$`, 'u');

/** By the name of the grader; null where the formula is not a sum that has each of them once. */
function pointsIn(formula: string, names: readonly string[]): ReadonlyMap<string, number> | null {
  if (!WEIGHED_SUM.test(formula)) return null;
  const terms = [...formula.matchAll(new RegExp(TERM, 'gu'))];
  const points = new Map(terms.map(([, weight, name]) => [name ?? '', Number(weight)]));
  const isWhole = terms.length === names.length && names.every((name) => points.has(name));
  return isWhole ? points : null;
}

export const openaiMulti = rubricFormat({
  name: 'openai-multi',
  title: 'OpenAI graders: one multi grader, weighed by points',
  source: SOURCE,
  syntax: 'json',
  loses: [...GRADER_LOSSES, 'levelLabels'],
  write: ({ items }): Multi => {
    const total = items.reduce((sum, { weight }) => sum + Math.abs(weight), 0);
    const sum = items.map(({ id, weight }) => `${Math.abs(weight)} * ${id}`).join(' + ');
    return {
      type: 'multi',
      name: 'checklist',
      graders: Object.fromEntries(items.map((item) => [item.id, scoreModel(item)])),
      calculate_output: `(${sum}) / ${total === 0 ? 1 : total}`,
    };
  },
  schema: z.looseObject({
    type: z.literal('multi'),
    graders: z.record(z.string(), ScoreModel),
    calculate_output: z.string(),
  }),
  read: ({ graders, calculate_output: formula, ...rest }) => {
    const points = pointsIn(formula, Object.keys(graders));
    const items = Object.entries(graders).map(([id, { input }]) => itemOf({ name: id, input }, points?.get(id)));
    const lost = [
      ...unread([rest], ['type', 'name']),
      ...unread(Object.values(graders), ['type', 'name', 'input', 'model', 'range']),
      ...(points !== null ? [] : [`the formula “${formula}” (every item weighs the same)`]),
    ];
    return { items, lost };
  },
});
