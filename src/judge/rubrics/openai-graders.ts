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

const TERM = /(-?\d+(?:\.\d+)?(?:e-?\d+)?) \* (\w+)/gu;

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
    const points = new Map([...formula.matchAll(TERM)].map(([, weight, id]) => [id ?? '', Number(weight)]));
    const named = Object.entries(graders);
    const isPlain = named.every(([id]) => points.has(id));
    const items = named.map(([id, { input }]) => itemOf({ name: id, input }, isPlain ? points.get(id) : undefined));
    const lost = [
      ...unread([rest], ['type', 'name']),
      ...unread(Object.values(graders), ['type', 'name', 'input', 'model', 'range']),
      ...(isPlain ? [] : [`the formula “${formula}” (every item weighs the same)`]),
    ];
    return { items, lost };
  },
});
