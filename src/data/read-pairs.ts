/** Pairs of responses to compare: two files, the files of two folders by name, or rows of JSON Lines. */
import { relative } from 'node:path';
import type { GivenPair, NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import { readRows, withResponses } from './read-rows.ts';
import type { RowMapping } from './benchmarks.ts';
import type { Row } from './row.ts';
import { isFolder, readOneResponse, readResponses } from './read-responses.ts';
import type { Reader } from './read-text.ts';

interface PairReferences {
  readonly a?: string | undefined;
  readonly b?: string | undefined;
  readonly file?: string | undefined;
  readonly mapping: RowMapping;
}

/** @param given two files or folders, or a file of rows; `-` for stdin */
export async function readPairs(
  reader: Reader,
  { a, b, file, mapping }: PairReferences,
): Promise<readonly GivenPair[]> {
  if (file !== undefined && a === undefined)
    return withResponses(reader, file, await readRows(reader, file, mapping, ['responses']), 2).map(pairOf);
  if (file !== undefined || a === undefined || b === undefined)
    throw new InputError('There must be two responses to compare, or pairs of them.', {
      advice: 'Give two files, two folders, or --pairs with a file of JSON Lines.',
    });
  const areFolders = await isFolder(a);
  if (areFolders !== (await isFolder(b)))
    throw new InputError('One of the two is a folder and the other is not.', {
      advice: 'Give two files, or two folders whose files bear the same names.',
    });
  if (areFolders) return pairFolders(reader, a, b);
  const [ofA, ofB] = [await readOneResponse(reader, a), await readOneResponse(reader, b)];
  return [{ name: `${a} – ${b}`, a: ofA, b: ofB, task: null, label: null, reference: null }];
}

export function pairOf({ place, id, task, reference, responses, label }: Row): GivenPair {
  const [a, b, ...others] = responses;
  if (a === undefined || b === undefined || others.length > 0)
    throw new InputError(`${place}: a pair has two responses, and here ${responses.length} can be read.`);
  return { name: id, a: named(a), b: named(b), task, label, reference };
}

/** Without what else a row says of it. */
export function named({ name, response }: NamedResponse): NamedResponse {
  return { name, response };
}

async function pairFolders(reader: Reader, one: string, other: string): Promise<readonly GivenPair[]> {
  const filesOf = async (folder: string) => {
    const responses = await readResponses(reader, [folder]);
    return new Map(responses.map((response) => [relative(folder, response.name), response]));
  };
  const [left, right] = [await filesOf(one), await filesOf(other)];
  const pairs = [...left].flatMap(([name, a]): readonly GivenPair[] => {
    const b = right.get(name);
    return b === undefined ? [] : [{ name, a, b, task: null, label: null, reference: null }];
  });
  if (pairs.length === 0)
    throw new InputError(`${one} and ${other} have no files of the same name.`, {
      advice: 'Files are paired by their names within the folders.',
    });
  for (const [path, { name }] of [...left, ...right])
    if (!left.has(path) || !right.has(path))
      reader.progress?.warn(`${name}: there is no file of its name in the other folder.`);
  return pairs;
}
