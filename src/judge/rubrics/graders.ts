/** Formats of one grader for each item: DeepEval’s G-Eval, Prometheus, openevals and autoevals. */
import { z } from 'zod';
import type { Level } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { spreadLevels } from '../../domain/given-item.ts';
import { asGood, fromGood, graderFormat, GRADER_LOSSES, itemIn, promptOf } from './grader-format.ts';
import { levelText } from './rubric-format.ts';
import { F_STRING, MUSTACHE } from './template-escape.ts';

const Text = z.string().min(1);
const HIGHEST = 10;

export const deepeval = graderFormat({
  name: 'deepeval',
  title: 'DeepEval (the arguments of GEval, one for each item)',
  source: 'deepeval.com/docs/metrics-llm-evals (name, criteria, evaluation_params, rubric of score ranges)',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels', 'levelValues'],
  write: (item) => ({
    name: item.id,
    criteria: asGood(item),
    evaluation_params: ['input', 'actual_output'],
    threshold: 0.5,
    rubric: item.levels && rangesOf(item.id, item.levels),
  }),
  grader: z.looseObject({
    name: Text,
    criteria: Text.nullish(),
    rubric: z
      .array(z.looseObject({ score_range: z.tuple([z.number(), z.number()]), expected_outcome: Text }))
      .nullish(),
  }),
  known: ['name', 'criteria', 'rubric', 'evaluation_params', 'threshold'],
  read: ({ name, criteria, rubric }) => {
    if (criteria == null)
      throw new InputError(`${name} has evaluation_steps and no criteria: there is no item to take.`);
    const ordered = [...(rubric ?? [])].sort((a, b) => a.score_range[0] - b.score_range[0]);
    const item = fromGood(criteria);
    return ordered.length < 2 ? item : { ...item, levels: spreadLevels(ordered.map((each) => each.expected_outcome)) };
  },
});

/** Ranges of whole scores from 0 to 10 that do not overlap. */
function rangesOf(id: string, levels: readonly Level[]) {
  if (levels.length > HIGHEST + 1)
    throw new InputError(`${id} has ${levels.length} levels; G-Eval’s scale has room for ${HIGHEST + 1}.`);
  const start = (at: number) => Math.floor((at * (HIGHEST + 1)) / levels.length);
  return levels.map((level, at) => ({
    score_range: [start(at), start(at + 1) - 1],
    expected_outcome: levelText(level),
  }));
}

/** Prometheus grades from 1 to 5: what is only met or not has its ends described, and three steps between. */
const YES_OR_NO: readonly string[] = [
  'It is not met at all.',
  'It is met in a small part.',
  'It is met in half.',
  'It is met but for a lapse.',
  'It is met entirely.',
];
const DESCRIPTIONS = ([1, 2, 3, 4, 5] as const).map((score) => `score${score}_description` as const);

export const prometheus = graderFormat({
  name: 'prometheus',
  title: 'Prometheus (score rubrics from 1 to 5, one for each item)',
  source:
    'github.com/prometheus-eval/prometheus-eval, SCORE_RUBRIC_TEMPLATE (criteria, score1_description to score5_description)',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels', 'levelValues'],
  write: (item) => {
    const { id, levels } = item;
    if (levels !== undefined && levels.length !== DESCRIPTIONS.length)
      throw new InputError(`${id} has ${levels.length} levels; a Prometheus rubric has five.`);
    const descriptions = levels?.map(levelText) ?? YES_OR_NO;
    return {
      criteria: asGood(item),
      ...Object.fromEntries(DESCRIPTIONS.map((field, at) => [field, descriptions[at]])),
    };
  },
  grader: z.looseObject({
    criteria: Text,
    score1_description: Text,
    score2_description: Text,
    score3_description: Text,
    score4_description: Text,
    score5_description: Text,
  }),
  mayStandAlone: true,
  known: ['criteria', ...DESCRIPTIONS],
  read: (rubric) => {
    const descriptions = DESCRIPTIONS.map((field) => rubric[field]);
    const item = fromGood(rubric.criteria);
    const isYesOrNo = descriptions.every((text, at) => text === YES_OR_NO[at]);
    return isYesOrNo ? item : { ...item, levels: spreadLevels(descriptions) };
  },
});

const OPENEVALS_TEMPLATE = { input: '{inputs}', output: '{outputs}', ...F_STRING };

export const openevals = graderFormat({
  name: 'openevals',
  title: 'openevals (the options of createLLMAsJudge, one for each item)',
  source: 'github.com/langchain-ai/openevals, README (prompt, feedbackKey, continuous, choices)',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels'],
  write: (item) => ({
    feedbackKey: item.id,
    prompt: promptOf(item, OPENEVALS_TEMPLATE),
    ...(item.levels === undefined ? { continuous: false } : { choices: item.levels.map(({ value }) => value) }),
  }),
  grader: z.looseObject({ feedbackKey: Text.default('item'), prompt: Text }),
  known: ['feedbackKey', 'prompt', 'continuous', 'choices'],
  read: ({ feedbackKey, prompt }) => itemIn({ prompt, place: feedbackKey }, OPENEVALS_TEMPLATE),
});

const AUTOEVALS_TEMPLATE = { input: '{{input}}', output: '{{output}}', ...MUSTACHE };

export const autoevals = graderFormat({
  name: 'autoevals',
  title: 'autoevals (the options of LLMClassifierFromTemplate, one for each item)',
  source: 'github.com/braintrustdata/autoevals, js/llm.ts (name, promptTemplate, choiceScores, useCoT)',
  loses: [...GRADER_LOSSES, 'weight', 'levelLabels'],
  write: (item) => {
    const [ask, choices] =
      item.levels === undefined
        ? ['Y where the criterion is met entirely, else N', { Y: 1, N: 0 }]
        : [
            'the number of the level that fits best',
            Object.fromEntries(item.levels.map(({ value }, at) => [at + 1, value])),
          ];
    const promptTemplate = `${promptOf(item, AUTOEVALS_TEMPLATE)}\n\nChoose ${ask}.`;
    return { name: item.id, promptTemplate, choiceScores: choices, useCoT: true };
  },
  grader: z.looseObject({ name: Text, promptTemplate: Text, choiceScores: z.record(z.string(), z.number()) }),
  known: ['name', 'promptTemplate', 'choiceScores', 'useCoT'],
  read: ({ name, promptTemplate }) => itemIn({ prompt: promptTemplate, place: name }, AUTOEVALS_TEMPLATE),
});
