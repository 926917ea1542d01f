/** A few rows of public benchmarks, authored here in their shapes; lengths differ, since the scripted model goes by them. */
import type { BenchmarkName } from '../../src/data/benchmarks.ts';

const text = (words: number) => `${'word '.repeat(words).trim()}.`;
const TASKS = ['Write a wedding toast for my sister', 'Write a wedding toast for my best friend'] as const;
const QUESTIONS = [
  ['Is the toast short?', 'Does it name the couple?'],
  ['Does it tell a story?', 'Is it kind to both?', 'Does it end with raised glasses?'],
] as const;
/** By number of words: the longer one, then the shorter one, is the better one. */
const LENGTHS = [
  [40, 6],
  [9, 30],
  [50, 12],
] as const;

/** @returns as many as the shape needs for figures to be defined */
export function rowsOfBenchmark(benchmark: BenchmarkName): readonly object[] {
  const shape = ROWS[benchmark];
  if (shape === undefined) throw new Error(`No rows of ${benchmark} are authored here.`);
  return shape();
}

const ROWS: Readonly<Partial<Record<BenchmarkName, () => readonly object[]>>> = {
  plain: () =>
    LENGTHS.map(([a, b], at) => ({
      id: at,
      instruction: TASKS[at % 2],
      a: text(a),
      b: text(b),
      label: at === 1 ? 'b' : 'a',
    })),
  llmbar: () =>
    LENGTHS.map(([a, b], at) => ({
      input: TASKS[at % 2],
      output_1: text(a),
      output_2: text(b),
      label: at === 1 ? 2 : 1,
    })),
  'mt-bench-human': () =>
    LENGTHS.map(([a, b], at) => ({
      ...{ question_id: at, model_a: 'one', model_b: 'two', winner: 'model_a', turn: 1, judge: 'expert_1' },
      conversation_a: [
        { role: 'user', content: TASKS[at % 2] },
        { role: 'assistant', content: text(a) },
      ],
      conversation_b: [
        { role: 'user', content: TASKS[at % 2] },
        { role: 'assistant', content: text(b) },
      ],
    })),
  llmeval2: () =>
    LENGTHS.map(([a, b], at) => ({
      query: TASKS[at % 2],
      response1: text(a),
      response2: text(b),
      human: 'response1',
      dataset: 'x',
    })),
  instrusum: () =>
    LENGTHS.map(([a, b], at) => ({
      ...{ requirement: `Sum up the article, part ${at}.`, article: text(60) },
      annotations: {
        hybrid: { summary: text(a), score: { overall: 4.5 - at } },
        llm: { summary: text(b), score: { overall: 3 + at / 2 } },
      },
    })),
  'infobench-experts': () =>
    TASKS.map((instruction, at) => ({
      ...{ id: `u${at}`, instruction, input: '' },
      ...Object.fromEntries(
        ['gpt-3.5-turbo', 'gpt-4', 'claude-v1', 'alpaca-7b', 'vicuna-13b'].flatMap(
          (system, index): readonly (readonly [string, string])[] => [
            [system, text(5 + 9 * index + at)],
            ...['-annotator1', '-annotator2', ''].map((person): readonly [string, string] => [
              `${system}-annotation-overall${person}`,
              String(1 + index),
            ]),
          ],
        ),
      ),
    })),
  // More of them: pass rates have to differ for a correlation.
  infobench: () =>
    [
      ...TASKS,
      'Write a wedding toast for a colleague',
      'Write a wedding toast for two old friends',
      'Write a short wedding toast',
    ].map((instruction, at) => ({
      ...{ id: `u${at}`, instruction, input: '', subset: 'Easy_set' },
      decomposed_questions: (QUESTIONS[at % 2] ?? QUESTIONS[0]).map((question) => `${question} (${at})`),
      question_label: QUESTIONS[at % 2]?.map((_, index) => [index === 0 ? 'Format' : 'Content']),
    })),
  'mt-bench': () => TASKS.map((task, at) => ({ question_id: at, category: 'writing', turns: [task, 'Shorter.'] })),
  livebench: () =>
    TASKS.map((instruction, at) => ({
      ...{ question_id: `q${at}`, category: 'instruction_following', turns: [instruction] },
      instruction_id_list: ['length_constraints:number_words', 'detectable_format:title'],
      kwargs: [{ relation: 'less than', num_words: 20 * (at + 1) }, {}],
    })),
  wildbench: () =>
    TASKS.map((content, at) => ({
      ...{ session_id: `s${at}`, conversation_input: [{ role: 'user', content }], checklist: QUESTIONS[at] },
      primary_tag: 'Creative Writing',
    })),
  writingbench: () =>
    TASKS.map((query, at) => ({
      ...{ index: at, query },
      checklist: QUESTIONS[at]?.map((question) => ({
        name: 'x',
        criteria_description: question,
        '9-10': `Best: ${question}`,
      })),
    })),
  'biggen-bench': () =>
    TASKS.map((input, at) => ({
      ...{ id: `p${at}`, input, task: 'writing_a_speech', response: text(9), human_score: 3 },
      score_rubric: { criteria: QUESTIONS[at]?.[0], score5_description: 'It names the couple and tells one story.' },
    })),
  dolomites: () =>
    TASKS.map((task, at) => ({ field: 'Speech', task, procedure: `Name the couple. ${QUESTIONS[at]?.[0]}` })),
  'art-or-artifice': () => TASKS.map((plot, at) => ({ story_id: `${at}_x`, plot, content: text(20) })),
};

/** What lies beside the stories of Art or Artifice. */
export const TTCW_TESTS = QUESTIONS[0].map((question) => ({ question }));
