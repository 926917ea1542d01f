/** Files of verdicts and labels: what their words mean. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLabels } from '../../src/data/read-labels.ts';
import type { FieldNames } from '../../src/data/mapped-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const reader = { stdin: process.stdin, signal: new AbortController().signal };

async function labelsOf(
  name: string,
  content: string,
  meanings: ReadonlyMap<string, string> = new Map(),
  fields: FieldNames = [],
) {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return (await readLabels(reader, path, fields, meanings)).map(({ predicted, labels }) => [predicted, ...labels]);
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

it('a meaning is of a word in whatever case the file has it, as the report calls it', async () => {
  const csv = 'predicted,labels\nBad,Bda\nGood,True\n';
  for (const [typo, truth] of [
    ['Bda', 'True'],
    ['bda', 'true'],
    ['bda', 'yes'],
    ['BDA', 'TRUE'],
  ] as const) {
    const meanings = new Map([
      [typo, 'Bad'],
      [truth, 'good'],
    ]);
    expect(await labelsOf('labels.csv', csv, meanings)).toEqual([
      ['bad', 'bad'],
      ['good', 'good'],
    ]);
  }
  for (const truth of ['true', 'yes'])
    expect(await labelsOf('labels.jsonl', '{"predicted": "a", "labels": true}', new Map([[truth, 'a']]))).toEqual([
      ['a', 'a'],
    ]);
});

it('an empty list holds no labels; a place that is not there is still refused', async () => {
  const rows = '{"predicted": "yes", "a": [{"label": "no"}]}\n{"predicted": "no", "a": []}\n';
  expect(await labelsOf('labels.jsonl', rows, new Map(), [['labels', 'a.*.label']])).toEqual([['yes', 'no'], ['no']]);
  for (const path of ['b.*.label', 'a.*.lable', 'a.0.label'])
    await expect(labelsOf('labels.jsonl', rows, new Map(), [['labels', path]])).rejects.toThrow('there is no field');
});
