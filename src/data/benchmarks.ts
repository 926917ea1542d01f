/**
 * Where the rows of public benchmarks hold what we read: one shape for each, and one reader for all
 * (read-rows.ts).
 */
import type { Winner } from '../domain/comparison.ts';

export const ROW_FIELDS = [
  ...(['id', 'instruction', 'context', 'category', 'criteria', 'weights', 'themes', 'set'] as const),
  ...(['reference', 'responses', 'system', 'scores', 'label'] as const),
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/**
 * Where each field lies in a row: steps with dots between, `*` for every entry of a list or an object; of places with
 * `|` between the first that the row has; of places with commas between all, as one list. An instruction that is a
 * list of turns is a conversation: the last turn of its user is the instruction, what comes before its context.
 */
export type RowPaths = Readonly<Partial<Record<RowField, string>>>;

export interface RowShape {
  readonly title: string;
  /** Source of the field names. */
  readonly source: string;
  readonly paths: RowPaths;
  /** What a label of the file means: which of two responses is better. */
  readonly labels?: Readonly<Record<string, Winner>>;
  /** True: where a text may not be given on, its address stands in its place. */
  readonly hasAddresses?: boolean;
  /** Criteria of every row, in a file beside the rows. */
  readonly sharedCriteria?: { readonly file: string; readonly path: string };
}

const PAIR_LABELS = { a: 'a', b: 'b', tie: 'tie', A: 'a', B: 'b' } as const;

export const BENCHMARKS = {
  plain: {
    title: 'our own shape',
    source: 'this table',
    paths: {
      ...{ id: 'id', instruction: 'instruction', context: 'context', category: 'category' },
      ...{ criteria: 'criteria', weights: 'weights', themes: 'themes', set: 'set', system: 'system' },
      ...{ reference: 'reference', responses: 'a, b | responses | response', scores: 'scores | score', label: 'label' },
    },
    labels: PAIR_LABELS,
  },
  infobench: {
    title: 'InFoBench',
    source: 'the released rows',
    paths: {
      ...{ id: 'id', instruction: 'instruction', context: 'input', criteria: 'decomposed_questions' },
      ...{ category: 'subset', themes: 'question_label', responses: 'output' },
    },
  },
  writingbench: {
    title: 'WritingBench',
    source: 'the released rows, and the excerpt of them that tests read',
    paths: {
      ...{ id: 'index | id', instruction: 'query | instruction', category: 'domain1 | domain', responses: 'response' },
      criteria: 'checklist.*.criteria_description | criteria.*.text',
    },
  },
  wildbench: {
    title: 'WildBench',
    source: 'its dataset card',
    paths: {
      ...{ id: 'session_id | id', instruction: 'conversation_input', criteria: 'checklist' },
      reference: 'references.*',
    },
  },
  'biggen-bench': {
    title: 'BiGGen Bench',
    source: 'the released sample',
    paths: {
      ...{ id: 'id', instruction: 'input', context: 'system_prompt', criteria: 'score_rubric.criteria' },
      ...{ reference: 'reference_answer', responses: 'response', scores: 'human_score' },
    },
  },
  llmbar: {
    title: 'LLMBar',
    source: 'the released rows',
    paths: { instruction: 'input', responses: 'output_1, output_2', label: 'label' },
    labels: { 1: 'a', 2: 'b' },
  },
  judgebench: {
    title: 'JudgeBench',
    source: 'its dataset card',
    paths: { id: 'pair_id', instruction: 'question', responses: 'response_A, response_B', label: 'label' },
    labels: { 'A>B': 'a', 'B>A': 'b', 'A=B': 'tie' },
  },
  healthbench: {
    title: 'HealthBench',
    source: 'the code that it is evaluated by',
    paths: {
      ...{ id: 'prompt_id', instruction: 'prompt', reference: 'ideal_completions_data.ideal_completion' },
      ...{ criteria: 'rubrics.*.criterion', weights: 'rubrics.*.points' },
    },
  },
  'art-or-artifice': {
    title: 'Art or Artifice (TTCW)',
    source: 'the released files',
    paths: { id: 'story_id', instruction: 'plot', responses: 'content' },
    hasAddresses: true,
    sharedCriteria: { file: 'ttcw_all_tests.json', path: 'question' },
  },
  instrusum: {
    title: 'InstruSum',
    source: 'the notebook that comes with it',
    paths: {
      ...{ instruction: 'requirement', context: 'article', reference: 'hybrid_summary | annotations.hybrid.summary' },
      ...{ responses: 'annotations.*.summary | llm_summary', scores: 'annotations.*.score.overall' },
    },
  },
  dolomites: {
    title: 'Dolomites',
    source: 'its description; the inside of an example is an assumption',
    paths: {
      instruction: 'task',
      context: 'edited example.input',
      reference: 'edited example.output | edited example',
    },
  },
} as const satisfies Readonly<Record<string, RowShape>>;

export type BenchmarkName = keyof typeof BENCHMARKS;
export const BENCHMARK_NAMES = Object.keys(BENCHMARKS) as [BenchmarkName, ...BenchmarkName[]];

/** How the rows of a file are read. */
export interface RowMapping {
  /** Default: `plain`. */
  readonly benchmark?: BenchmarkName | undefined;
  /** In place of the shape's own: what is mapped has to be there. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

/** @param field pairs of a field's name and its place in a row */
export function rowMapping({
  benchmark,
  field = [],
}: {
  readonly benchmark: BenchmarkName | undefined;
  readonly field: readonly (readonly [string, string])[] | undefined;
}): RowMapping {
  return { benchmark, fields: Object.fromEntries(field) };
}
