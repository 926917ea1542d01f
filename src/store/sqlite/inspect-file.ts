/** Looks at a file before anything is written to it: is it a store of ours, and is it whole? */
import { open, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { errorCode, InputError, messageOf, UnavailableError } from '../../domain/errors.ts';
import { explained, type Explanation } from '../sql/explain.ts';
import { BUSY_TIMEOUT_MS, type SqliteDriver } from './driver.ts';

/** "grnd": marks a database as a store of this program (SQLite's `application_id`). */
export const APPLICATION_ID = 0x67_72_6e_64;
// The database file format, https://www.sqlite.org/fileformat.html §1.3.
const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const APPLICATION_ID_OFFSET = 68;

/**
 * SQLite's check of a whole file costs about 0.4 ms per MB, too much at every opening of a large one: there, damage
 * shows when the page in question is read.
 */
const MAX_CHECKED_BYTES = 100_000_000;

/** Reads only. @throws InputError where the file is something else; UnavailableError where it is damaged */
export async function inspectFile(driver: SqliteDriver, path: string): Promise<'new' | 'ours'> {
  const stats = await stat(path).catch(nullWhereAbsent);
  if (stats === null) return 'new';
  if (!stats.isFile())
    throw new UnavailableError(`The store ${path} cannot be opened: the path is not a file.`, {
      advice: 'Name a file with --store.',
    });
  if (stats.size === 0) return 'new';
  const header = await readHeader(path);
  const isDatabase = header.length === HEADER_BYTES && header.toString('latin1', 0, MAGIC.length) === MAGIC;
  if (!isDatabase || header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    const reason = isDatabase ? 'belongs to another program' : 'is not a database';
    throw new InputError(`${path} ${reason}. It was left as it is.`, {
      advice: 'Name another path with --store.',
    });
  }
  if (stats.size <= MAX_CHECKED_BYTES) checkIntegrity(driver, path);
  return 'ours';
}

function checkIntegrity(driver: SqliteDriver, path: string): void {
  // The driver has no option for it. Any other connection would move what waits in the log into the damaged file.
  const database = new driver(`${pathToFileURL(path).href}?mode=ro`, { timeout: BUSY_TIMEOUT_MS });
  try {
    const [verdict] = database.prepare('pragma quick_check(1)').pluck().all();
    if (verdict !== 'ok') throw explained(DAMAGED, path, String(verdict));
  } finally {
    database.close();
  }
}

async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function nullWhereAbsent(error: unknown): null {
  if (errorCode(error) === 'ENOENT') return null;
  throw error;
}

// Error codes of Node.js, and of SQLite without their extension (`SQLITE_IOERR` for `SQLITE_IOERR_WRITE`).
const DAMAGED: Explanation = {
  codes: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'],
  what: 'is damaged. It was left as it is.',
  advice: 'Put a copy of it back, or move it away to begin a new one.',
};
const IN_USE: Explanation = {
  codes: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
  what: 'is in use by another process that does not let go of it.',
  advice: 'Wait for the other process to end, then run again.',
};
const EXPLANATIONS: readonly Explanation[] = [
  {
    codes: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
    what: 'cannot grow: the disk is full. What was stored before is unharmed.',
    advice: 'Free some space and run again, or name a store on another disk with --store.',
  },
  DAMAGED,
  IN_USE,
  {
    codes: [
      ...['SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_CANTOPEN', 'EACCES', 'EPERM', 'EROFS'],
      ...['ENOENT', 'ENOTDIR', 'EEXIST', 'ENAMETOOLONG', 'ELOOP'],
    ],
    what: 'cannot be opened for writing.',
    advice: 'Check the path and its rights, or name another store with --store.',
  },
  {
    codes: ['SQLITE_IOERR', 'EIO'],
    what: 'cannot be read or written: the disk reports an error.',
    advice: 'Check the disk, or name a store on another one with --store.',
  },
];

/** An UnavailableError for what the disk or SQLite reports about the store; any other error as it is. */
export function explainSqliteError(error: unknown, location: string): unknown {
  const reported = errorCode(error);
  if (reported === null) return error;
  // The driver gives no telling code where it cannot open a file.
  const code = messageOf(error).startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : reported;
  const found = EXPLANATIONS.find((explanation) => isOneOf(explanation, code));
  if (found === undefined) return error;
  return explained(found, location, code, error);
}

/** Whether a write waited in vain for another process's. @param error explained */
export function isInUse(error: unknown): boolean {
  return error instanceof Error && isOneOf(IN_USE, errorCode(error.cause) ?? '');
}

function isOneOf({ codes }: Explanation, code: string): boolean {
  return codes.some((known) => code === known || code.startsWith(`${known}_`));
}
