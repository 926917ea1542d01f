/** Splits bytes into lines, however many there are, and reads a file so. */
import { createReadStream } from 'node:fs';
import { InputError } from '../../domain/errors.ts';
import type { CacheLines } from '../../precompute/cache-file/read-cache.ts';
import { reasonOf } from './read-text.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line break. */
  readonly bytes: Buffer;
  /** Where the next line begins, in bytes from the start. */
  readonly end: number;
  /** False for what follows the last line break. */
  readonly isWhole: boolean;
}

const LINE_FEED = 0x0a;

export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let pieces: Buffer[] = [];
  let number = 0;
  let end = 0;
  const take = (isWhole: boolean): Line => {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    number += 1;
    end += bytes.length + (isWhole ? 1 : 0);
    return { number, bytes, end, isWhole };
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
      pieces.push(chunk.subarray(start, at));
      start = at + 1;
      yield take(true);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
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

/** Its lines may throw an InputError: where the file cannot be read, or is not UTF-8. */
export function linesOfFile(path: string): CacheLines {
  return {
    name: path,
    open: async function* () {
      for await (const line of readLines(chunksOf(path)))
        yield { number: line.number, text: lineText(line, path) };
    },
  };
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  try {
    yield* chunks;
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}
