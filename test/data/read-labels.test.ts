/** Files of verdicts and labels: what their words mean. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLabels } from '../../src/data/read-labels.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reader = { stdin: process.stdin, signal: new AbortController().signal };

async function labelsOf(name: string, content: string, meanings: ReadonlyMap<string, string> = new Map()) {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return (await readLabels(reader, path, [], meanings)).map(({ predicted, labels }) => [predicted, ...labels]);
}

it('true and false are yes and no, as truth values of JSON and as words of CSV, unless they are said to mean more', async () => {
  const expected = [
    ['yes', 'yes'],
    ['no', 'no'],
  ];
  expect(
    await labelsOf('labels.jsonl', '{"predicted": "yes", "labels": true}\n{"predicted": "no", "labels": false}\n'),
  ).toEqual(expected);
  expect(await labelsOf('labels.csv', 'predicted,labels\nyes,True\nFALSE,no\n')).toEqual(expected);
  expect(await labelsOf('labels.csv', 'predicted,labels\na,True\n', new Map([['True', 'a']]))).toEqual([['a', 'a']]);
});
