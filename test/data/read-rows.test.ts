/** Rows of public benchmarks and of our own, in three forms. The rows here are authored in their shapes; real ones are read where they are there. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pairOf } from '../../src/data/read-pairs.ts';
import { readRows } from '../../src/data/read-rows.ts';
import type { RowMapping } from '../../src/data/benchmarks.ts';
import { criteriaOf, type Row } from '../../src/data/row.ts';
import { BENCHMARK_NAMES, type BenchmarkName, type RowField } from '../../src/data/benchmarks.ts';
import { questionsOf } from '../../src/jobs/rows/row-questions.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
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

/** With the task's members, and the texts of its criteria, beside the others. */
function flat(row: Row) {
  const { instruction = null, context = null } = row.task ?? {};
  return { ...row, instruction, context, criteria: criteriaOf(row) };
}

function ratingsOf(system: string, ...[first = '', second = '', third = '']: readonly string[]) {
  const field = `${system}-annotation-overall`;
  return { [`${field}-annotator1`]: first, [`${field}-annotator2`]: second, [field]: third };
}

function arenaRow(winner: string) {
  const said = (content: string) => [
    { role: 'user', content: 'Say hi.' },
    { role: 'assistant', content },
  ];
  const conversations = { conversation_a: said('Hi'), conversation_b: said('Hello') };
  return { model_a: 'alpaca', model_b: 'gpt', winner, turn: 1, ...conversations };
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
  'infobench-experts': [
    {
      ...{ id: 'u1', instruction: 'Title it.', input: '' },
      ...{ 'gpt-3.5-turbo': 'A', 'gpt-4': 'B', 'claude-v1': 'C', 'alpaca-7b': 'D', 'vicuna-13b': 'E' },
      ...ratingsOf('gpt-3.5-turbo', '4', '5', '3'),
      ...ratingsOf('gpt-4', '5', '5', ''),
      ...ratingsOf('claude-v1', '', '', ''),
      ...ratingsOf('alpaca-7b', '1', '2', '2'),
      ...ratingsOf('vicuna-13b', '3', '3', '3'),
    },
    {
      ...{ id: 'u1', context: null },
      responses: [
        { name: 'u1 gpt-3.5-turbo', system: 'gpt-3.5-turbo', response: 'A', score: 4 },
        { name: 'u1 gpt-4', system: 'gpt-4', response: 'B', score: 5 },
        { name: 'u1 claude-v1', system: 'claude-v1', response: 'C', score: null },
        { name: 'u1 alpaca-7b', system: 'alpaca-7b', response: 'D', score: 5 / 3 },
        { name: 'u1 vicuna-13b', system: 'vicuna-13b', response: 'E', score: 3 },
      ],
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
  'mt-bench': [
    { question_id: 95, category: 'roleplay', turns: ['Translate.', 'Again.'], reference: ['It means', 'It says'] },
    { id: '95', category: 'roleplay', instruction: 'Translate.', context: null, reference: 'It means' },
  ],
  'mt-bench-human': [
    { question_id: 81, ...arenaRow('model_b'), judge: 'expert_1' },
    {
      ...{ id: '1', instruction: 'Say hi.', label: 'b' },
      responses: [
        { name: '1 alpaca', system: 'alpaca', response: 'Hi', score: null },
        { name: '1 gpt', system: 'gpt', response: 'Hello', score: null },
      ],
    },
  ],
  'chatbot-arena': [
    { question_id: 'c1', ...arenaRow('tie (bothbad)'), language: 'English' },
    { id: 'c1', label: 'tie', responses: [{ name: 'c1 alpaca' }, { name: 'c1 gpt' }] },
  ],
  llmeval2: [
    { query: 'Why?', response1: 'So.', response2: 'No.', human: 'response2', dataset: 'eli5' },
    { instruction: 'Why?', category: 'eli5', label: 'b', responses: [{ name: '1 a' }, { name: '1 b' }] },
  ],
  livebench: [
    { question_id: 'q', category: 'math', task: 'amps', turns: ['1 + 1?'], ground_truth: '2' },
    { id: 'q', category: 'math', instruction: '1 + 1?', reference: '2' },
  ],
  researchrubrics: [
    {
      ...{ sample_id: 's', prompt: 'Report.', domain: 'AI & ML' },
      rubrics: [
        { criterion: 'Names its sources', weight: 4, axis: 'Explicit Criteria' },
        { criterion: 'Quotes nobody', weight: -2, axis: 'References' },
      ],
    },
    {
      ...{ id: 's', category: 'AI & ML', criteria: ['Names its sources'] },
      items: [
        { item: { text: 'Names its sources', weight: 4 }, themes: ['Explicit Criteria'] },
        { item: { text: 'Quotes nobody', weight: -2 }, themes: ['References'] },
      ],
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
      items: [
        { item: { text: 'Asks since when', weight: 5 } },
        { item: { text: 'Names a dose for a child', weight: -7 } },
      ],
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
      responses: [{ name: '1 llm', response: 'L', score: 3 }],
    },
  ],
  dolomites: [
    {
      field: 'Law',
      task: 'Draft a clause.',
      procedure: 'Name both.',
      'edited example': { input: 'Two firms.', output: 'Clause 1' },
    },
    { instruction: 'Draft a clause.', context: 'Two firms.', reference: 'Clause 1', criteria: ['Name both.'] },
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
    if (benchmark === 'writingbench') expect(rows.flatMap(criteriaOf)).toHaveLength(70);
    if (benchmark === 'infobench') expect(rows.flatMap(criteriaOf)).toHaveLength(2250);
    if (benchmark === 'art-or-artifice') expect(rows.flatMap(({ responses }) => responses)).toHaveLength(36);
  });
});

describe('labels of pairs', () => {
  const labelsOf = async (labels: readonly unknown[], mapping: RowMapping = {}) =>
    (
      await read(
        labels.map((label) => ({ instruction: 'x', a: 'A', b: 'B', label })),
        mapping,
      )
    ).map(({ label }) => label);

  it('are ratings from 1 to 5, whose mean decides (TICK, §3.2.2), or words by majority', async () => {
    const ratings = [[1, 2, 3], [2, 3, 2.5], [3, 4, 3.5], [3, 4, 4], ['1', '5', '5'], 2, [4, null]];
    // Means 2, 2.5, 3.5, 3.67, 3.67, 2 and 4: below 2.5 the first wins, up to 3.5 it is a tie.
    expect(await labelsOf(ratings)).toEqual(['a', 'tie', 'tie', 'b', 'b', 'a', 'b']);
    expect(await labelsOf([['a', 'a', 'B'], ['a', 'b'], [], '', null])).toEqual(['a', null, null, null, null]);
  });

  it('lie in several fields too, in CSV as in JSON', async () => {
    const csv = 'instruction,a,b,r1,r2,r3\nx,A,B,1,2,2\nx,A,B,5,,4\n';
    const rows = await read(csv, { fields: { label: 'r1, r2, r3' } }, [], 'rows.csv');
    expect(rows.map(({ label }) => label)).toEqual(['a', 'b']);
  });

  it('are refused where they are neither, and where numbers of the file mean something else', async () => {
    for (const label of [6, [1, 9], ['a', 3], { good: 1 }])
      await expect(labelsOf([label])).rejects.toThrow('the field “label” should hold a, b or tie, or ratings');
    const llmbar = [{ input: 'x', output_1: 'A', output_2: 'B', label: 3 }];
    await expect(read(llmbar, { benchmark: 'llmbar' })).rejects.toThrow('should hold a, b or tie');
  });
});

describe('scores of people', () => {
  it('are means of several ratings, for each response its own', async () => {
    const scoresOf = async (row: object, fields?: Readonly<Record<string, string>>) =>
      (await read([{ instruction: 'x', ...row }], { fields })).flatMap(({ responses }) =>
        responses.map(({ score }) => score),
      );
    expect(await scoresOf({ response: 'A', score: [4, 5, 3] })).toEqual([4]);
    expect(await scoresOf({ responses: ['A', 'B'], scores: [4, 2] })).toEqual([4, 2]);
    expect(await scoresOf({ responses: ['A', 'B'], scores: [[4, 5], null] })).toEqual([4.5, null]);
    const columns = { a: 'A', b: 'B', a1: 1, a2: 2, b1: 5, b2: '' };
    expect(await scoresOf(columns, { scores: 'a1 + a2, b1 + b2' })).toEqual([1.5, 5]);
  });
});

describe('LiveBench', () => {
  const row = (ids: readonly string[], kwargs: readonly object[]) => ({
    ...{ question_id: 'q', category: 'instruction_following', task: 'paraphrase', turns: ['Sum up.'] },
    ...{ instruction_id_list: ids, kwargs },
  });

  it('states demands by ids, which code decides where it counts as LiveBench does', async () => {
    const ids = [
      'length_constraints:number_words',
      'keywords:forbidden_words',
      'startend:end_checker',
      'detectable_format:title',
    ];
    const kwargs = [
      { relation: 'less than', num_words: 50, end_phrase: null },
      { forbidden_words: ['very', 'quite'] },
      { end_phrase: 'Any more questions?' },
      {},
    ];
    const [read1] = await read([row(ids, kwargs)], { benchmark: 'livebench' }, ['criteria']);
    expect(read1?.criteria[0]).toBe('The response should have less than 50 words.');
    expect(read1?.items.map(({ themes }) => themes)).toEqual(Array(4).fill(['paraphrase']));
    expect(read1?.items.map(({ item }) => item.check ?? null)).toEqual([
      { kind: 'count', unit: 'words', min: null, max: 49 },
      expect.objectContaining({
        kind: 'all',
        checks: [expect.objectContaining({ text: 'very', max: 0 }), expect.anything()],
      }),
      { kind: 'edge', at: 'end', text: 'Any more questions?' },
      null,
    ]);
  });

  it('has no criteria where one demand is not known, or lacks its arguments', async () => {
    for (const id of ['ratio:overlap', 'length_constraints:number_words'])
      await expect(
        read([row(['detectable_format:json_format', id], [{}, {}])], { benchmark: 'livebench' }, ['criteria']),
      ).rejects.toThrow('the field “criteria” is missing');
  });
});

describe('filters', () => {
  const rows = [
    { instruction: 'Write a plan.', kind: 'work', tags: ['en'] },
    { instruction: 'What is rewriting?', kind: 'work', tags: ['en'] },
    { instruction: 'CREATE a plan for the whole year.', kind: 'math', tags: ['de', 'en'] },
    {
      instruction: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Develop a plan.' },
      ],
      kind: 'work',
      tags: ['fr'],
    },
  ];
  const kept = async (filter: RowMapping['filter']) => (await read(rows, { filter })).map(({ id }) => id);

  it('choose rows by what their fields hold and by their instruction, and keep their numbers', async () => {
    expect(await kept({ keywords: ['write', 'create', 'develop'] })).toEqual(['1', '3', '4']);
    expect(await kept({ keywords: ['Create a plan', 'lan for'] })).toEqual(['3']);
    expect(await kept({ keywords: ['a plan', '?'] })).toEqual(['1', '3', '4']);
    expect(await kept({ singleTurn: true })).toEqual(['1', '2', '3']);
    expect(await kept({ maxWords: 3 })).toEqual(['1', '2', '4']);
    expect(await kept({ where: { 'tags.*': ['en'] } })).toEqual(['1', '2', '3']);
    expect(await kept({ where: { 'tags.*': ['de', 'fr'] }, unless: { kind: ['math'] } })).toEqual(['4']);
    expect(await kept({ keywords: ['plan'], singleTurn: true, unless: { kind: ['math'] } })).toEqual(['1']);
  });

  it('say what they leave out, and refuse to leave nothing', async () => {
    const notes: string[] = [];
    const telling = { ...reader, progress: { warn: () => undefined, note: (line: string) => notes.push(line) } };
    const path = join(await temporaryFolder(), 'rows.json');
    await writeFile(path, JSON.stringify(rows));
    await readRows(telling, path, { filter: { maxWords: 3, where: { kind: ['work'] } } }, []);
    expect(notes).toEqual([`${path}: 3 of 4 rows, chosen by kind = work, at most 3 words.`]);
    await expect(kept({ keywords: ['bake'] })).rejects.toThrow('None of the 4 rows');
  });

  it('leave out judgements of later turns, which are of two conversations', async () => {
    const judgements = [arenaRow('model_a'), { ...arenaRow('model_b'), turn: 2 }];
    expect(await read(judgements, { benchmark: 'mt-bench-human' })).toMatchObject([{ label: 'a' }]);
  });
});

it('tells a list that is empty from a field that is missing', async () => {
  const problemOf = (row: object) => read([row], {}, ['instruction', 'criteria']).catch(String);
  expect(await problemOf({ instruction: 'Write a note', criteria: [] })).toContain('the field “criteria” is empty.');
  expect(await problemOf({ criteria: [''] })).toContain(
    'the field “instruction” is missing, and the field “criteria” is empty.',
  );
});

describe('forms', () => {
  it('CSV, with places of the user’s own', async () => {
    const csv = 'key,prompt,first,second,best\n1,"Write, please",A,B,B\n2,Write again,C,D,\n';
    const fields = { id: 'key', instruction: 'prompt', responses: 'first, second', label: 'best' };
    await expect(read('instruction,label,label\nx,a,b\n', {}, [], 'rows.csv')).rejects.toThrow(
      'line 1 names the column “label” twice',
    );
    expect(await read(csv, { fields: { ...fields } }, [], 'rows.csv').catch(String)).toContain(
      'line 3: the field “best” is missing',
    );
    const { id, instruction, responses } = fields;
    const others = { id, instruction, responses };
    const rows = await read(csv, { fields: others }, ['responses'], 'rows.csv');
    expect(rows.map(pairOf).map(({ a, b }) => a.response + b.response)).toEqual(['AB', 'CD']);
  });

  it('a blank cell of CSV, which holds no response, unlike an empty text in JSON', async () => {
    const told = (rows: Awaited<ReturnType<typeof read>>) =>
      rows.map(({ responses, missing }) => [
        responses.map(({ response }) => response),
        missing.map(({ system }) => system),
      ]);
    expect(told(await read('instruction,a,b\nx,one,\ny, ,two\nz,,\n', {}, [], 'rows.csv'))).toEqual([
      [['one'], ['b']],
      [['two'], ['a']],
      [[], ['a', 'b']],
    ]);
    expect(told(await read([{ instruction: 'x', a: 'one', b: '' }]))).toEqual([[['one', ''], []]]);
    // The same where the user says what the places are called.
    const fields = { responses: 'gpt, claude, llama' };
    expect(told(await read('instruction,gpt,claude,llama\nx,,,\n', { fields }, [], 'rows.csv'))).toEqual([
      [[], ['gpt', 'claude', 'llama']],
    ]);
    expect(told(await read([{ instruction: 'x', answer: '' }], { fields: { responses: 'answer' } }))).toEqual([
      [[''], []],
    ]);
  });

  it('a blank cell of CSV, which holds no criterion, with its weight and its theme', async () => {
    const csv = 'instruction,c1,c2,c3,w1,w2,w3,t1,t2,t3\nx,A?,,C?,5,4,3,one,two,three\ny,A?,B?, ,5,4,,one,,\n';
    const fields = { criteria: 'c1, c2, c3', weights: 'w1, w2, w3', themes: 't1, t2, t3' };
    expect(await read(csv, { fields }, [], 'rows.csv')).toMatchObject([
      {
        items: [
          { item: { text: 'A?', weight: 5 }, themes: ['one'] },
          { item: { text: 'C?', weight: 3 }, themes: ['three'] },
        ],
      },
      {
        items: [
          { item: { text: 'A?', weight: 5 }, themes: ['one'] },
          { item: { text: 'B?', weight: 4 }, themes: null },
        ],
      },
    ]);
    // In a list of JSON it may shift the weights.
    await expect(read([{ instruction: 'x', criteria: ['A?', null, 'C?'], weights: [1, 3] }])).rejects.toThrow(
      'row 1: the field “criteria.1” should hold texts',
    );
  });

  it('a cell of a space, which holds nothing in any field', async () => {
    const csv = 'id,instruction,response,label,system,set,reference\n ,x,A, , , , \n';
    expect(await read(csv, {}, [], 'rows.csv')).toMatchObject([
      { id: '1', label: null, set: null, reference: null, responses: [{ name: '1', system: null }] },
    ]);
    await expect(read('instruction,response\n ,A\n', {}, [], 'rows.csv')).rejects.toThrow('The instruction is empty');
  });

  it('null in one of several places, which leaves the others in theirs', async () => {
    const fields = { responses: 'ra, rb', scores: 'sa, sb', system: 'ma, mb' };
    const rows = await read(
      [
        { instruction: 'x', ra: 'one', rb: 'two', sa: null, sb: 4, ma: 'm', mb: 'n' },
        { instruction: 'y', ra: null, rb: 'two', sa: 2, sb: 5, ma: 'm', mb: 'n' },
        { instruction: 'z', ra: 'one', rb: 'two', sa: ' ', sb: 5, ma: '', mb: 'n' },
      ],
      { fields },
    );
    const told = rows.map(({ responses, missing }) => [
      responses.map(({ system, response, score }) => [system, response, score]),
      missing.map(({ system }) => system),
    ]);
    expect(told).toEqual([
      [
        [
          ['m', 'one', null],
          ['n', 'two', 4],
        ],
        [],
      ],
      [[['n', 'two', 5]], ['m']],
      [
        [
          ['a', 'one', null],
          ['n', 'two', 5],
        ],
        [],
      ],
    ]);
  });

  it('responses in several places, called a and b where they are two, and by their places where they are more', async () => {
    const systemsOf = async (responses: string) => {
      const row = { instruction: 'x', gpt: 'one', claude: 'two', llama: null, o: { mistral: 'four' } };
      const [found] = await read([row], { fields: { responses } });
      return [found?.responses, found?.missing].map((each) => each?.map(({ name, system }) => [name, system]));
    };
    expect(await systemsOf('gpt, claude')).toMatchObject([[{ 0: '1 a' }, { 0: '1 b' }], []]);
    expect(await systemsOf('gpt, claude, llama, o.mistral')).toEqual([
      [
        ['1 gpt', 'gpt'],
        ['1 claude', 'claude'],
        ['1 o.mistral', 'o.mistral'],
      ],
      [['1 llama', 'llama']],
    ]);
  });

  it('points and scores that some entries have, each with its own', async () => {
    const fields = { criteria: 'r.*.c', weights: 'r.*.p', responses: 'o.*.text', scores: 'o.*.score' };
    const r = [{ c: 'A' }, { c: 'B', p: -5 }, { c: 'C', p: 2 }];
    const o = [{ text: 'one' }, { text: 'two', score: 3 }];
    expect(await read([{ instruction: 'x', r, o }], { fields })).toMatchObject([
      {
        items: [{ item: { text: 'A' } }, { item: { text: 'C', weight: 2 } }, { item: { text: 'B', weight: -5 } }],
        responses: [{ score: null }, { score: 3 }],
      },
    ]);
    // Nothing is no point less than any.
    expect(await read([{ instruction: 'x', criteria: ['A', 'B', 'C'], weights: [null, '', 2] }])).toMatchObject([
      {
        items: [
          { item: { text: 'A' }, themes: null },
          { item: { text: 'B' }, themes: null },
          { item: { text: 'C', weight: 2 }, themes: null },
        ],
      },
    ]);
  });

  it('null in an item of a column file, which says nothing of it', async () => {
    const nothing = { question: null, weight: null, check: null, levels: null, categories: null, fault: null };
    expect(await read([{ instruction: 'x', criteria: [{ text: 'A', ...nothing }] }])).toMatchObject([
      { items: [{ item: { text: 'A' } }] },
    ]);
  });

  it('texts as long as those of public benchmarks, with and without points; beyond, the line and the field are named', async () => {
    for (const more of [{}, { weight: 5 }]) {
      const row = (length: number) =>
        read([{ instruction: 'x', criteria: ['A', { text: 'b'.repeat(length), ...more }] }]);
      const [fits] = await row(5_000);
      expect(checklistOfItems(questionsOf(fits ?? { items: [] })).items).toHaveLength(2);
      await expect(row(5_001)).rejects.toThrow(/rows\.json, .*1: the field “criteria\.1\.text” .*5000 char/u);
    }
  });

  it('themes that some criteria have, each with its own', async () => {
    const themesOf = async (row: object, fields: Readonly<Record<string, string>>, mapping: RowMapping = {}) =>
      (await read([{ instruction: 'x', ...row }], { ...mapping, fields })).map(({ items }) =>
        items.map(({ themes }) => themes),
      );
    const r = [{ c: 'A', t: 'clarity' }, { c: 'B', t: null }, { c: 'C' }, { c: 'D', t: ['depth', 'tone'] }];
    expect(await themesOf({ r }, { criteria: 'r.*.c', themes: 'r.*.t' })).toEqual([
      [['clarity'], null, null, ['depth', 'tone']],
    ]);
    expect(await themesOf({ criteria: ['A', 'B', 'C'], themes: ['clarity', null, ' '] }, {})).toEqual([
      [['clarity'], null, null],
    ]);
    // One of the row's own is of them all, a list of one is not.
    expect(await themesOf({ criteria: ['A', 'B'], themes: 'clarity' }, {})).toEqual([[['clarity'], ['clarity']]]);
    expect(await themesOf({ criteria: ['A', 'B'], themes: ['clarity'] }, {})).toEqual([[null, null]]);
    // Criteria that stand beside the rows have no places that `*` could tell apart.
    const shared = { benchmark: 'art-or-artifice' } as const;
    expect(await themesOf({ plot: 'x', t: { 1: 'plot', 2: 'style' } }, { themes: 't.*' }, shared)).toEqual([
      [['plot'], ['style']],
    ]);
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
    [
      'true for a number',
      '{"instruction": "x", "response": "y", "score": true}',
      {},
      'line 1: the field “scores | score.0” should hold numbers',
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
