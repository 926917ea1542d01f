/** A row held to its schema, and the lines of a file however large it is. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { InputError } from '../../domain/errors.ts';
import { IN_OUR_WORDS, pathText } from '../../domain/issue-words.ts';
import type { CacheLines } from '../../precompute/cache-file/read-cache.ts';
import { unreadable } from './read-text.ts';

/**
 * @param calledInFile what the file calls a field of the schema
 * @throws InputError that names the place and the first field that does not fit
 */
export function fitRow<Value>(
  object: Readonly<Record<string, unknown>>,
  place: string,
  schema: z.ZodType<Value>,
  advice: string,
  calledInFile = (field: string) => field,
): Value {
  const parsed = schema.safeParse(object, IN_OUR_WORDS);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [field = '', ...inside] = issue?.path ?? [];
  throw new InputError(
    `${place}: the field “${pathText([calledInFile(String(field)), ...inside])}” ${issue?.message ?? ''}.`,
    {
      advice: `The row has ${Object.keys(object).join(', ') || 'no fields'}. ${advice}`,
    },
  );
}

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line break. */
  readonly bytes: Buffer;
  /** False for what follows the last line break. */
  readonly isWhole: boolean;
}

/** @param maxBytes of one line @throws InputError at a longer one, before it is read to its end */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  name = 'the file',
  maxBytes = Infinity,
): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let size = 0;
  let number = 0;
  const add = (piece: Buffer): void => {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) throw new InputError(`${name}, line ${number + 1}: it is longer than ${maxBytes} bytes.`);
  };
  const take = (isWhole: boolean): Line => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    size = 0;
    number += 1;
    return { number, bytes, isWhole };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', start)) {
      add(chunk.subarray(start, at));
      start = at + 1;
      yield take(true);
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (pieces.length > 0) yield take(false);
}

/** @throws InputError where it is not UTF-8 */
export function lineText({ bytes, number }: Line, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new InputError(`${name}, line ${number}: it is not UTF-8 text.`, { cause: error });
  }
}

/** Far more than a page or a set ever takes. */
const MAX_CACHE_LINE_BYTES = 64_000_000;

/** As `cache export` names the file in a folder. */
export const CACHE_FILE_NAME = 'criteria.jsonl';

/**
 * Lines of a cache file, or of the one in a folder. They may throw an InputError: where the file cannot be read, is not
 * UTF-8, or has a line that is too long.
 */
export async function linesOfCache(path: string): Promise<CacheLines> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() === true;
  const name = isFolder ? join(path, CACHE_FILE_NAME) : path;
  return {
    name,
    open: async function* () {
      try {
        for await (const line of readLines(createReadStream(name), name, MAX_CACHE_LINE_BYTES))
          yield { number: line.number, text: lineText(line, name) };
      } catch (error) {
        throw error instanceof InputError ? error : unreadable(name, error);
      }
    },
  };
}
