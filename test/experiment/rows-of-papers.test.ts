/** Which rows the files of EvalAgent’s tables read: those that its appendix A describes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRows } from '../../src/data/read-rows.ts';
import { readRowsOfFiles } from '../../src/data/read-rows-of-files.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { lines } from '../support/experiment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reader = { stdin: process.stdin, signal: new AbortController().signal };
const READY = join(import.meta.dirname, '../../examples/experiments');
const ROWS: Readonly<Record<string, readonly object[]>> = {
  infobench: [
    { id: 1, instruction: 'Write a poem.', category: 'Arts: Literature', decomposed_questions: ['Is it a poem?'] },
    {
      id: 2,
      instruction: 'Write a proof.',
      category: 'Natural Sciences: Mathmatics',
      decomposed_questions: ['Is it?'],
    },
    { id: 3, instruction: 'Name a poet.', category: 'Arts: Literature', decomposed_questions: ['Is it one?'] },
  ],
  wildbench: [
    {
      ...{ id: 1, primary_tag: 'Planning', checklist: ['Is it a plan?'] },
      conversation_input: [
        { role: 'user', content: 'Write a plan.' },
        { role: 'assistant', content: 'A plan.' },
        { role: 'user', content: 'Shorter, please.' },
      ],
    },
    {
      ...{ id: 2, primary_tag: 'Math', checklist: ['Is it right?'] },
      conversation_input: [{ role: 'user', content: 'Write a sum.' }],
    },
  ],
};

it.each([
  ...['evalagent-table-1', 'evalagent-table-2', 'evalagent-table-3', 'evalagent-table-9', 'evalagent-table-10'],
  ...['evalagent-figure-6', 'evalagent-figure-10'],
])('%s reads no math instructions of InFoBench, and first turns of WildBench’s conversations', async (name) => {
  const folder = await temporaryFolder();
  const { data } = await readExperiment(await readFile(join(READY, `${name}.yaml`), 'utf8'), `${name}.yaml`);
  const read = async (id: string) => {
    const file = join(folder, `${id}.jsonl`);
    await writeFile(file, lines(ROWS[id] ?? []));
    const { benchmark, fields, filter } = data.find((each) => each.id === id) ?? {};
    const rows = await readRows(reader, file, { benchmark, fields, filter }, ['instruction', 'criteria']);
    return rows.map(({ task }) => [task?.instruction, task?.context]);
  };
  expect(await read('infobench')).toEqual([['Write a poem.', null]]);
  expect(await read('wildbench')).toEqual([['Write a plan.', null]]);
});

/** Four stories of each plot stand one after another, as in the released file. */
const STORIES = ['A woman wakes.', 'A man $& walks.', 'A child waits.'].flatMap((plot, at) =>
  [0, 1, 2, 3].map((story) => ({ story_id: `${at}_${story}`, plot, content: `Story ${story}.` })),
);

it.each(['evalagent-table-2', 'evalagent-table-3', 'evalagent-table-4', 'evalagent-figure-5', 'evalagent-figure-6'])(
  '%s words an instruction around the plots of Art or Artifice, and counts these and not their stories',
  async (name) => {
    const folder = await temporaryFolder();
    const { data } = await readExperiment(await readFile(join(READY, `${name}.yaml`), 'utf8'), `${name}.yaml`);
    const { benchmark, instruction } = data.find(({ id }) => id === 'art-or-artifice') ?? {};
    const file = join(folder, 'stories.json');
    await writeFile(file, JSON.stringify(STORIES));
    await writeFile(join(folder, 'ttcw_all_tests.json'), '[{"question": "Is it new?"}]');
    const rows = await readRowsOfFiles(reader, [file], { benchmark, instruction }, ['instruction'], { first: 2 });
    expect(rows.map(({ id }) => id)).toEqual(STORIES.slice(0, 8).map((story) => story.story_id));
    for (const { task } of rows)
      expect(task?.instruction).toMatch(/New Yorker.*1,500 words[^]*Plot: A (woman|man \$&)/u);
  },
);

const tasksIn = (subset: string) =>
  [1, 2, 3].map((at) => ({ id: `${subset} ${at}`, instruction: `Write ${at}.`, subset }));

it('takes the first tasks of each category that is named', async () => {
  const file = join(await temporaryFolder(), 'rows.jsonl');
  await writeFile(file, lines(['Easy_set', 'Hard_set', 'Other'].flatMap(tasksIn)));
  const first = { Easy_set: 2, Hard_set: 1 };
  const rows = await readRowsOfFiles(reader, [file], { benchmark: 'infobench' }, ['instruction'], { first });
  expect(rows.map(({ id }) => id)).toEqual(['Easy_set 1', 'Easy_set 2', 'Hard_set 1']);
});

it('counts an instruction that cannot be used once, whatever number of systems answered it', async () => {
  const file = join(await temporaryFolder(), 'rows.jsonl');
  const long = { instruction: 'x'.repeat(20_001), response: 'A note.' };
  await writeFile(file, lines([{ system: 'a', ...long }, { system: 'b', ...long }, ...tasksIn('Easy_set')]));
  const unusable: string[] = [];
  const onUnusable = ({ place }: { readonly place: string }) => void unusable.push(place);
  const rows = await readRowsOfFiles(reader, [file], {}, ['instruction'], { first: 2, onUnusable });
  expect([rows.map(({ id }) => id), unusable.length]).toEqual([['Easy_set 1'], 2]);
});

it('names the field that a template of instructions misses in a row, and refuses a template without a field', async () => {
  const file = join(await temporaryFolder(), 'rows.jsonl');
  await writeFile(file, lines([{ plot: 'A woman wakes.' }, { plot: ' ' }]));
  const reading = readRows(reader, file, { instruction: 'Write from {plot}' }, []);
  await expect(reading).rejects.toThrow(/line 2: the field “plot” of the instruction's template is missing/u);
  const text = 'name: x\ndata: [{ id: a, file: a.jsonl, instruction: Write. }]\nmetrics: [criteria]\n';
  await expect(readExperiment(text, 'x.yaml')).rejects.toThrow(/should name a field of the rows in braces/u);
});
