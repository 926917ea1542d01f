/** The lines of a cache file on the disk. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { lineText, readLines } from '../../data/lines.ts';
import { unreadable, type Reader } from '../../data/read-text.ts';
import { InputError } from '../../domain/errors.ts';
import type { CacheLines } from './read-cache.ts';

/** Far more than a page or a set ever takes. */
const MAX_CACHE_LINE_BYTES = 64_000_000;

/** As `cache export` names the file in a folder. */
export const CACHE_FILE_NAME = 'criteria.jsonl';

/**
 * Lines of a cache file, or of the one in a folder. They may throw an InputError: where the file cannot be read, is not
 * UTF-8, has a line that is too long, or can be read once alone and is read again.
 */
export async function linesOfCache(
  path: string,
  { beforeReading }: Pick<Reader, 'beforeReading'> = {},
): Promise<CacheLines> {
  const stats = await stat(path).catch(() => null);
  const name = stats?.isDirectory() === true ? join(path, CACHE_FILE_NAME) : path;
  await beforeReading?.(name);
  // A pipe has its lines once.
  const isStream = stats !== null && name === path && !stats.isFile();
  let isRead = false;
  return {
    name,
    open: async function* () {
      if (isStream && isRead)
        throw new InputError(`${name} is no file, but has to be read more than once.`, {
          advice: 'Write it to a file first.',
        });
      isRead = true;
      try {
        for await (const line of readLines(createReadStream(name), name, MAX_CACHE_LINE_BYTES))
          yield { number: line.number, text: lineText(line, name) };
      } catch (error) {
        throw error instanceof InputError ? error : unreadable(name, error);
      }
    },
  };
}
