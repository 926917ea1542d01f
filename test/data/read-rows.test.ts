/** Rows of public benchmarks and of our own, in three forms. The rows here are authored in their shapes; real ones are read where they are there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pairOf } from '../../src/data/read-pairs.ts';
import { readRows } from '../../src/data/read-rows.ts';
import type { RowMapping } from '../../src/data/benchmarks.ts';
import type { Row } from '../../src/data/row.ts';
import { BENCHMARK_NAMES, type BenchmarkName, type RowField } from '../../src/data/benchmarks.ts';
import { publicData } from '../bench/public-data.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reader = { stdin: process.stdin, signal: new AbortController().signal };

async function read(content: unknown, mapping: RowMapping = {}, needs: readonly RowField[] = [], name = 'rows.json') {
  const folder = await temporaryFolder();
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  await writeFile(join(folder, 'ttcw_all_tests.json'), '[{"question": "Is it coherent?"}, {"question": "Is it new?"}]');
  return (await readRows(reader, path, mapping, needs)).map(flat);
}

/** With the task's members beside the others. */
function flat(row: Row) {
  return { ...row, instruction: row.task?.instruction ?? null, context: row.task?.context ?? null };
}

const AUTHORED: Readonly<Record<BenchmarkName, readonly [row: object, read: object]>> = {
  plain: [
    {
      id: 7,
      instruction: 'Write.',
      context: 'For a child.',
      criteria: ['Short?', { text: 'Kind?' }],
      response: 'Yes.',
    },
    { id: '7', instruction: 'Write.', context: 'For a child.', criteria: ['Short?', 'Kind?'], label: null },
  ],
  infobench: [
    { id: 'u1', instruction: 'Title it.', input: 'A post.', decomposed_questions: ['A title?'], output: 'On tea' },
    {
      id: 'u1',
      context: 'A post.',
      criteria: ['A title?'],
      responses: [{ name: 'u1', response: 'On tea', score: null }],
    },
  ],
  writingbench: [
    {
      index: 3,
      query: 'Write a plan.',
      checklist: [{ name: 'Depth', criteria_description: 'Is it deep?', '1-2': 'No' }],
    },
    { id: '3', instruction: 'Write a plan.', criteria: ['Is it deep?'] },
  ],
  wildbench: [
    {
      session_id: 's',
      conversation_input: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Write a poem.' },
      ],
      checklist: ['Does it rhyme?'],
      references: { 'gpt-4': 'Roses' },
    },
    {
      instruction: 'Write a poem.',
      context: 'user: Hello\n\nassistant: Hi',
      criteria: ['Does it rhyme?'],
      reference: 'Roses',
    },
  ],
  'biggen-bench': [
    {
      ...{ id: 'p0', system_prompt: 'You plan.', input: 'Plan a trip.', reference_answer: 'Day 1' },
      ...{ score_rubric: { criteria: 'Is it walkable?', score1_description: 'No' }, response: 'Go', human_score: 4 },
    },
    { context: 'You plan.', criteria: ['Is it walkable?'], responses: [{ name: 'p0', response: 'Go', score: 4 }] },
  ],
  llmbar: [
    { input: 'Say hi.', output_1: 'Hi', output_2: '', label: 1 },
    {
      id: '1',
      label: 'a',
      responses: [expect.objectContaining({ name: '1 a' }), expect.objectContaining({ response: '' })],
    },
  ],
  judgebench: [
    { pair_id: 'x', question: '1 + 1?', response_A: '3', response_B: '2', label: 'B>A' },
    { id: 'x', instruction: '1 + 1?', label: 'b' },
  ],
  healthbench: [
    {
      ...{ prompt_id: 'h', prompt: [{ role: 'user', content: 'My head aches.' }] },
      rubrics: [
        { criterion: 'Asks since when', points: 5, tags: [] },
        { criterion: 'Names a dose for a child', points: -7, tags: [] },
      ],
      ideal_completions_data: { ideal_completion: 'Since when?' },
    },
    {
      instruction: 'My head aches.',
      context: null,
      criteria: ['Asks since when'],
      points: [5],
      faults: [{ text: 'Names a dose for a child', points: -7 }],
      reference: 'Since when?',
    },
  ],
  'art-or-artifice': [
    { story_id: '0_NewYorker', plot: 'A woman wakes.', content: 'https://example.com/a-story' },
    { criteria: ['Is it coherent?', 'Is it new?'], responses: [] },
  ],
  instrusum: [
    {
      ...{ requirement: 'Sum up.', article: 'Long.' },
      annotations: { hybrid: { summary: 'H', score: { overall: 4.5 } }, llm: { summary: 'L', score: { overall: 3 } } },
    },
    {
      ...{ instruction: 'Sum up.', context: 'Long.', reference: 'H' },
      responses: [
        { name: '1 hybrid', response: 'H', score: 4.5 },
        { name: '1 llm', response: 'L', score: 3 },
      ],
    },
  ],
  dolomites: [
    { field: 'Law', task: 'Draft a clause.', 'edited example': { input: 'Two firms.', output: 'Clause 1' } },
    { instruction: 'Draft a clause.', context: 'Two firms.', reference: 'Clause 1' },
  ],
};

describe('shapes', () => {
  it.each(BENCHMARK_NAMES)('%s, as authored here', async (benchmark) => {
    const [row, expected] = AUTHORED[benchmark];
    expect(await read([row], { benchmark }, ['instruction'])).toMatchObject([expected]);
  });

  it.for([
    ['infobench', 'infobench', 'gpt4-verdicts.jsonl', 500],
    ['writingbench', 'writingbench', 'tasks.jsonl', 14],
    ['llmbar', 'llmbar', 'natural/dataset.json', 100],
    ['art-or-artifice', 'ttcw', 'ttcw_short_stories.json', 48],
  ] as const)('%s, as it is', async ([benchmark, folder, file, count], { skip }) => {
    const data = publicData(folder);
    if (data.isAbsent) skip();
    const needs: readonly RowField[] = benchmark === 'llmbar' ? ['responses', 'label'] : ['instruction', 'criteria'];
    const rows = await readRows(reader, join(data.folder, file), { benchmark }, needs);
    expect(rows).toHaveLength(count);
    if (benchmark === 'llmbar') expect(rows.map(pairOf).filter(({ label }) => label === null)).toEqual([]);
    if (benchmark === 'writingbench') expect(rows.flatMap(({ criteria }) => criteria)).toHaveLength(70);
    if (benchmark === 'infobench') expect(rows.flatMap(({ criteria }) => criteria)).toHaveLength(2250);
    if (benchmark === 'art-or-artifice') expect(rows.flatMap(({ responses }) => responses)).toHaveLength(36);
  });
});

describe('forms', () => {
  it('CSV, with places of the user’s own', async () => {
    const csv = 'key,prompt,first,second,best\n1,"Write, please",A,B,B\n2,Write again,C,D,\n';
    const fields = { id: 'key', instruction: 'prompt', responses: 'first, second', label: 'best' };
    expect(await read(csv, { fields: { ...fields } }, [], 'rows.csv').catch(String)).toContain(
      'line 3: the field “best” is missing',
    );
    const { id, instruction, responses } = fields;
    const others = { id, instruction, responses };
    const rows = await read(csv, { fields: others }, ['responses'], 'rows.csv');
    expect(rows.map(pairOf).map(({ a, b }) => a.response + b.response)).toEqual(['AB', 'CD']);
  });

  it('JSON by name', async () => {
    const [row] = AUTHORED['biggen-bench'];
    expect(await read({ p0: row }, { benchmark: 'biggen-bench' })).toMatchObject([
      { id: 'p0', instruction: 'Plan a trip.' },
    ]);
  });

  it.each<readonly [string, unknown, RowMapping, string]>([
    [
      'a text where a list of texts should be',
      [{ prompt: 'x', checklist: [3] }],
      { fields: { instruction: 'prompt', criteria: 'checklist' } },
      'row 1: the field “checklist.0” should hold texts',
    ],
    [
      'a check that is none',
      [{ instruction: 'x', criteria: [{ text: 'Loud?', check: { kind: 'loud' } }] }],
      {},
      'row 1: the field “criteria.0.check.kind” is of no known kind',
    ],
    ['an instruction that is none', '{"instruction": 3}\n', {}, 'line 1: the field “instruction” should hold a text'],
    [
      'no such place',
      '{"a": 1}\n\n{"query": "x"}\n',
      { benchmark: 'writingbench' },
      'line 1: the field “query | instruction” is missing',
    ],
    ['a field of no meaning', '{}', { fields: { prompt: 'x' } }, '“prompt” is no field that is read'],
    [
      'one response',
      '{"instruction": "x", "a": "y"}\n',
      { fields: { responses: 'a, b' } },
      'line 1: the field “a, b” is missing',
    ],
  ])('refuses %s, by line and field', async (_what, content, mapping, says) => {
    const name = typeof content === 'string' ? 'rows.jsonl' : 'rows.json';
    await expect(read(content, mapping, ['instruction'], name)).rejects.toThrow(says);
  });
});
