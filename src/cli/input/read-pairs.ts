/** Pairs of responses to compare: two files, the files of two folders by name, or rows of JSON Lines. */
import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { z } from 'zod';
import { Winner, type NamedResponse } from '../../domain/comparison.ts';
import { InputError } from '../../domain/errors.ts';
import type { Task } from '../../domain/task.ts';
import { parseTask } from '../../domain/parse-task.ts';
import type { InputStream } from '../shell.ts';
import { readResponses } from './read-responses.ts';
import { readRows, type JsonRow } from './read-rows.ts';

export interface GivenPair {
  readonly name: string;
  readonly a: NamedResponse;
  readonly b: NamedResponse;
  /** Null where the pair does not say. */
  readonly task: Task | null;
  readonly label: Winner | null;
}

export interface GivenPairs {
  readonly pairs: readonly GivenPair[];
  /** Files of one folder without their like in the other. */
  readonly alone: readonly string[];
}

const Row = z.looseObject({
  id: z.union([z.string().min(1), z.int().transform(String)]),
  instruction: z.string().nullish(),
  context: z.string().nullish(),
  a: z.string(),
  b: z.string(),
  label: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    Winner.nullish(),
  ),
});

const ROW_ADVICE =
  'Give JSON Lines, such as {"id": "1", "instruction": "Write a toast", "a": "…", "b": "…", "label": "a"}; a label is a, b or tie.';

/**
 * @param given two files or folders, or a file of rows; `-` for stdin
 * @throws InputError where they cannot be read or paired; CancelledError where `signal` stops it
 */
export async function readPairs(
  {
    a,
    b,
    file,
  }: { readonly a?: string | undefined; readonly b?: string | undefined; readonly file?: string | undefined },
  stdin: InputStream,
  signal: AbortSignal,
): Promise<GivenPairs> {
  if (file !== undefined && a === undefined) {
    const rows = await readRows(file, { name: 'pairs', advice: ROW_ADVICE }, stdin, signal);
    return { pairs: rows.map(pairOf), alone: [] };
  }
  if (file === undefined && a !== undefined && b !== undefined) return readPairFiles(a, b, stdin, signal);
  throw new InputError('There must be two responses to compare, or pairs of them.', {
    advice: 'Give two files, two folders, or --pairs with a file of JSON Lines.',
  });
}

function pairOf({ value, place }: JsonRow): GivenPair {
  const row = Row.safeParse(value);
  if (!row.success)
    throw new InputError(`${place}: ${z.prettifyError(row.error).replace(/\s+/gu, ' ')}`, {
      advice: ROW_ADVICE,
    });
  const { id, instruction, context, a, b, label } = row.data;
  return {
    name: id,
    a: { name: `${id} A`, response: a },
    b: { name: `${id} B`, response: b },
    task: instruction == null ? null : parseTask(instruction, context ?? null),
    label: label ?? null,
  };
}

async function readPairFiles(
  one: string,
  other: string,
  stdin: InputStream,
  signal: AbortSignal,
): Promise<GivenPairs> {
  const [inOne, inOther] = [await isFolder(one), await isFolder(other)];
  if (inOne !== inOther)
    throw new InputError('One of the two is a folder and the other is not.', {
      advice: 'Give two files, or two folders whose files bear the same names.',
    });
  if (!inOne) {
    const [a, b] = await readResponses([one, other], stdin, signal);
    if (a === undefined || b === undefined) throw new Error('Two files hold two responses.');
    return { pairs: [{ name: `${one} – ${other}`, a, b, task: null, label: null }], alone: [] };
  }
  const [left, right] = [await byPlace(one, stdin, signal), await byPlace(other, stdin, signal)];
  const pairs = [...left].flatMap(([name, a]): readonly GivenPair[] => {
    const b = right.get(name);
    return b === undefined ? [] : [{ name, a, b, task: null, label: null }];
  });
  const alone = [
    ...[...left].filter(([name]) => !right.has(name)),
    ...[...right].filter(([name]) => !left.has(name)),
  ].map(([, { name }]) => name);
  if (pairs.length > 0) return { pairs, alone };
  throw new InputError(`${one} and ${other} have no files of the same name.`, {
    advice: 'Files are paired by their names within the folders.',
  });
}

async function isFolder(reference: string): Promise<boolean> {
  return reference !== '-' && (await stat(reference).catch(() => null))?.isDirectory() === true;
}

/** The files of a folder by their path within it. */
async function byPlace(
  folder: string,
  stdin: InputStream,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NamedResponse>> {
  const responses = await readResponses([folder], stdin, signal);
  return new Map(responses.map((response) => [relative(folder, response.name), response]));
}
