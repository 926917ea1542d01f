/** Files of people's labels: what a label may be. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPeopleLabels } from '../../src/data/read-people-labels.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('texts, numbers and truth values are labels, a blank text and null none', async () => {
  const path = join(await temporaryFolder(), 'labels.jsonl');
  await writeFile(path, '{"labels": [true, "Clarity", 2, " ", null]}');
  const reader = { stdin: process.stdin, signal: new AbortController().signal };
  expect(await readPeopleLabels(reader, path, [])).toMatchObject([{ labels: ['true', 'Clarity', '2', null, null] }]);
});
