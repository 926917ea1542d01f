/** The lines of a cache file on disk. */
import { createReadStream } from 'node:fs';
import { InputError } from '../../domain/errors.ts';
import type { CacheLines } from '../../precompute/cache-file/read-cache.ts';
import { lineText, readLines } from './read-lines.ts';
import { reasonOf } from './read-text.ts';

/** Its lines may throw an InputError: where the file cannot be read, or is not UTF-8. */
export function cacheLines(path: string): CacheLines {
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
