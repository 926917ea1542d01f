/** Which rows the files of EvalAgent’s tables read: those that its appendix A describes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRows } from '../../src/data/read-rows.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { lines } from '../support/experiment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

it.each(['evalagent-table-2', 'evalagent-table-3', 'evalagent-table-9', 'evalagent-table-10', 'evalagent-figure-10'])(
  '%s reads no math instructions of InFoBench, and first turns of WildBench’s conversations',
  async (name) => {
    const folder = await temporaryFolder();
    const { data } = await readExperiment(await readFile(join(READY, `${name}.yaml`), 'utf8'), `${name}.yaml`);
    const read = async (id: string) => {
      const file = join(folder, `${id}.jsonl`);
      await writeFile(file, lines(ROWS[id] ?? []));
      const { benchmark, fields, filter } = data.find((each) => each.id === id) ?? {};
      const reader = { stdin: process.stdin, signal: new AbortController().signal };
      const rows = await readRows(reader, file, { benchmark, fields, filter }, ['instruction', 'criteria']);
      return rows.map(({ task }) => [task?.instruction, task?.context]);
    };
    expect(await read('infobench')).toEqual([['Write a poem.', null]]);
    expect(await read('wildbench')).toEqual([['Write a plan.', null]]);
  },
);
