/** Files of categories: who names them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCategories } from '../../src/data/read-categories.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reader = { stdin: process.stdin, signal: new AbortController().signal };

async function peopleOf(row: object, labels: string) {
  const path = join(await temporaryFolder(), 'categories.jsonl');
  await writeFile(path, JSON.stringify({ predicted: ['tone'], ...row }));
  return (await readCategories(reader, path, [['labels', labels]])).map(({ people }) => people);
}

it('what each entry holds is said by a person of its own, be they several or one', async () => {
  const row = { annotations: [{ label: 'tone, form' }, { label: 'tone' }], more: { x: ['tone', 'form'], y: ['tone'] } };
  const two = [[['tone', 'form'], ['tone']]];
  expect(await peopleOf(row, 'annotations.*.label')).toEqual(two);
  expect(await peopleOf(row, 'more.*')).toEqual(two);
  expect(await peopleOf(row, 'annotations.0.label, annotations.1.label')).toEqual(two);
  expect(await peopleOf({ annotations: [{ label: 'tone, form' }] }, 'annotations.*.label')).toEqual([
    [['tone', 'form']],
  ]);
  // A list in one place is one person's.
  expect(await peopleOf(row, 'more.x')).toEqual([[['tone', 'form']]]);
});
