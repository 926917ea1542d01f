/**
 * Where the rows of public benchmarks hold what we read: one shape for each, and one reader for all
 * (read-rows.ts).
 */
import type { Winner } from '../domain/comparison.ts';
import { groupsBy } from '../domain/groups.ts';
import type { RowFilter } from './row-filter.ts';
import { verifiableCriteria } from './verifiable-instructions.ts';

export const ROW_FIELDS = [
  ...(['id', 'instruction', 'context', 'category', 'criteria', 'weights', 'themes', 'set'] as const),
  ...(['reference', 'responses', 'system', 'scores', 'label'] as const),
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/**
 * Where each field lies in a row: steps with dots between, `*` for every entry of a list or an object, `*-NAME` for all
 * but that one; of places with `|` between the first that the row has; of places with commas between all, as one list;
 * places with ` + ` between are one value, a list: ratings by several people. An instruction that is a list of turns is a
 * conversation: the last turn of its user is the instruction, what comes before its context.
 */
export type RowPaths = Readonly<Partial<Record<RowField, string>>>;

export interface RowShape {
  readonly title: string;
  readonly paths: RowPaths;
  /** What a label of the file means: which of two responses is better. */
  readonly labels?: Readonly<Record<string, Winner>>;
  /** Who wrote the responses, in their order, where no field says so. */
  readonly systems?: readonly string[];
  /** Rows that are read; the others are of a kind that a row of ours cannot hold. */
  readonly where?: Readonly<Record<string, string>>;
  /** True: where a text may not be given on, its address stands in its place. */
  readonly hasAddresses?: boolean;
  /** Criteria that a row states in a form of its own. */
  readonly criteriaOf?: (fields: Readonly<Record<string, unknown>>) => readonly unknown[];
  /** Criteria of every row, in a file beside the rows. */
  readonly sharedCriteria?: { readonly file: string; readonly path: string };
}

const INFOBENCH_SYSTEMS = ['gpt-3.5-turbo', 'gpt-4', 'claude-v1', 'alpaca-7b', 'vicuna-13b'] as const;
/** Three ratings of the whole response, from 1 to 5. */
const infobenchRatings = (system: string) =>
  ['-annotator1', '-annotator2', ''].map((rater) => `${system}-annotation-overall${rater}`).join(' + ');

const ARENA_LABELS = { model_a: 'a', model_b: 'b', tie: 'tie', 'tie (bothbad)': 'tie' } as const;
/** First turns: a judgement of a later one is of two different conversations, which have no task in common. */
const ARENA_PATHS = {
  instruction: 'conversation_a.0.content',
  responses: 'conversation_a.1.content, conversation_b.1.content',
  system: 'model_a, model_b',
  label: 'winner',
} as const;

const PAIR_LABELS = { a: 'a', b: 'b', tie: 'tie', A: 'a', B: 'b' } as const;

export const BENCHMARKS = {
  plain: {
    title: 'our own shape',
    paths: {
      ...{ id: 'id', instruction: 'instruction', context: 'context', category: 'category' },
      ...{ criteria: 'criteria', weights: 'weights', themes: 'themes', set: 'set', system: 'system' },
      ...{ reference: 'reference', responses: 'a, b | responses | response', scores: 'scores | score', label: 'label' },
    },
    labels: PAIR_LABELS,
  },
  infobench: {
    title: 'InFoBench',
    paths: {
      ...{ id: 'id', instruction: 'instruction', context: 'input', criteria: 'decomposed_questions' },
      ...{ category: 'subset', themes: 'question_label', responses: 'output' },
    },
  },
  'infobench-experts': {
    title: 'InFoBench, annotations of experts',
    // Fields are the columns that code of others reads; no file of it was seen.
    paths: {
      ...{ id: 'id', instruction: 'instruction', context: 'input' },
      responses: INFOBENCH_SYSTEMS.join(', '),
      scores: INFOBENCH_SYSTEMS.map(infobenchRatings).join(', '),
    },
    systems: INFOBENCH_SYSTEMS,
  },
  writingbench: {
    title: 'WritingBench',
    paths: {
      ...{ id: 'index | id', instruction: 'query | instruction', category: 'domain1 | domain', responses: 'response' },
      criteria: 'checklist.*.criteria_description | criteria.*.text',
    },
  },
  wildbench: {
    title: 'WildBench',
    paths: {
      ...{ id: 'session_id | id', instruction: 'conversation_input', criteria: 'checklist' },
      reference: 'references.*',
    },
  },
  'biggen-bench': {
    title: 'BiGGen Bench',
    paths: {
      ...{ id: 'id', instruction: 'input', context: 'system_prompt', criteria: 'score_rubric.criteria' },
      ...{ reference: 'reference_answer', responses: 'response', scores: 'human_score' },
    },
  },
  llmbar: {
    title: 'LLMBar',
    paths: { instruction: 'input', responses: 'output_1, output_2', label: 'label' },
    labels: { 1: 'a', 2: 'b' },
  },
  'mt-bench': {
    title: 'MT-Bench, questions',
    paths: { id: 'question_id', instruction: 'turns.0', category: 'category', reference: 'reference.0' },
  },
  'mt-bench-human': {
    title: 'MT-Bench, judgements of people',
    // Labels are as code of others reads them.
    // One pair is judged by several people: its question is no id.
    paths: ARENA_PATHS,
    labels: ARENA_LABELS,
    where: { turn: '1' },
  },
  'chatbot-arena': {
    title: 'Chatbot Arena',
    // Labels are as code of others reads them.
    paths: { ...ARENA_PATHS, id: 'question_id' },
    labels: ARENA_LABELS,
    where: { turn: '1' },
  },
  llmeval2: {
    title: 'LLMEval²',
    // The values of its labels are assumed.
    paths: { instruction: 'query', responses: 'response1, response2', category: 'dataset', label: 'human' },
    labels: { 1: 'a', 2: 'b', 0: 'tie', response1: 'a', response2: 'b', tie: 'tie' },
  },
  livebench: {
    title: 'LiveBench',
    criteriaOf: verifiableCriteria,
    paths: {
      ...{ id: 'question_id', instruction: 'turns.0', category: 'category', themes: 'task' },
      reference: 'ground_truth',
    },
  },
  researchrubrics: {
    title: 'ResearchRubrics',
    paths: {
      ...{ id: 'sample_id', instruction: 'prompt', category: 'domain', criteria: 'rubrics.*.criterion' },
      ...{ weights: 'rubrics.*.weight', themes: 'rubrics.*.axis' },
    },
  },
  judgebench: {
    title: 'JudgeBench',
    paths: { id: 'pair_id', instruction: 'question', responses: 'response_A, response_B', label: 'label' },
    labels: { 'A>B': 'a', 'B>A': 'b', 'A=B': 'tie' },
  },
  healthbench: {
    title: 'HealthBench',
    paths: {
      ...{ id: 'prompt_id', instruction: 'prompt', reference: 'ideal_completions_data.ideal_completion' },
      ...{ criteria: 'rubrics.*.criterion', weights: 'rubrics.*.points' },
    },
  },
  'art-or-artifice': {
    title: 'Art or Artifice (TTCW)',
    paths: { id: 'story_id', instruction: 'plot', responses: 'content' },
    hasAddresses: true,
    sharedCriteria: { file: 'ttcw_all_tests.json', path: 'question' },
  },
  instrusum: {
    title: 'InstruSum',
    paths: {
      ...{ instruction: 'requirement', context: 'article', reference: 'hybrid_summary | annotations.hybrid.summary' },
      // The reference is among the annotated ones; the paper judges the four of models.
      ...{ responses: 'annotations.*-hybrid.summary | llm_summary', scores: 'annotations.*-hybrid.score.overall' },
    },
  },
  dolomites: {
    title: 'Dolomites',
    // The fields are assumed.
    paths: {
      instruction: 'task',
      criteria: 'procedure',
      category: 'field',
      context: 'edited example.input',
      reference: 'edited example.output | edited example',
    },
  },
} as const satisfies Readonly<Record<string, RowShape>>;

export type BenchmarkName = keyof typeof BENCHMARKS;
export const BENCHMARK_NAMES = Object.keys(BENCHMARKS) as [BenchmarkName, ...BenchmarkName[]];

export interface RowMapping {
  /** Default: `plain`. */
  readonly benchmark?: BenchmarkName | undefined;
  /** In place of the shape's own: what is mapped has to be there. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /** The instruction, with places of the row in braces: `Write a story from this plot: {plot}`. */
  readonly instruction?: string | undefined;
  /** Absent: all rows. */
  readonly filter?: RowFilter | undefined;
}

type Assignments = readonly (readonly [string, string])[] | undefined;

/** @param flags `field`, `where` and `unless` are pairs of a name and a place, or of a place and a value */
export function rowMapping(flags: {
  readonly benchmark: BenchmarkName | undefined;
  readonly field: Assignments;
  readonly where: Assignments;
  readonly unless: Assignments;
  readonly keyword: readonly string[] | undefined;
  readonly singleTurn: true | undefined;
  readonly maxWords: number | undefined;
}): RowMapping {
  const { benchmark, field = [], where = [], unless = [], keyword, singleTurn, maxWords } = flags;
  const values = { where: valuesByPlace(where), unless: valuesByPlace(unless) };
  return {
    benchmark,
    fields: Object.fromEntries(field),
    filter: { ...values, keywords: keyword, singleTurn, maxWords },
  };
}

function valuesByPlace(pairs: NonNullable<Assignments>): Readonly<Record<string, readonly string[]>> {
  const places = groupsBy(pairs, ([place]) => place);
  return Object.fromEntries([...places].map(([place, given]) => [place, given.map(([, value]) => value)]));
}
