/** Tells our store files from others before SQLite may touch them. */
import { open, stat } from 'node:fs/promises';
import { InputError, UnavailableError } from '../../domain/errors.ts';

/** "grnd": marks a database as a store of this program (SQLite's `application_id`). */
export const APPLICATION_ID = 0x67_72_6e_64;

// The database file format, https://www.sqlite.org/fileformat.html §1.3.
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_OFFSET = 68;

/**
 * `new` where there is no file, or an empty one; `ours` where it bears our mark. Reads only.
 * @throws InputError where the file is something else; UnavailableError where the path is no file
 */
export async function recogniseFile(path: string): Promise<'new' | 'ours'> {
  const header = await readHeader(path);
  if (header === null || header.length === 0) return 'new';
  const isDatabase = header.length === HEADER_BYTES && header.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (isDatabase && header.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID) return 'ours';
  const what = isDatabase ? 'a database of another program' : 'not a database';
  throw new InputError(`${path} is not a store of groundrule but ${what}. It was left as it is.`, {
    advice: 'Name another path with --store.',
  });
}

async function readHeader(path: string): Promise<Buffer | null> {
  const stats = await stat(path).catch(absent);
  if (stats === null) return null;
  if (!stats.isFile())
    throw new UnavailableError(`The store ${path} cannot be opened: the path is not a file.`, {
      advice: 'Name a file with --store.',
    });
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
