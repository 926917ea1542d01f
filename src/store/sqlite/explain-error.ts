/** Errors of the disk and of SQLite in the user's terms. */
import { UnavailableError } from '../../domain/errors.ts';

interface Explanation {
  /** Error codes of Node.js, and of SQLite without their extension (`SQLITE_IOERR` for `SQLITE_IOERR_WRITE`). */
  readonly codes: readonly string[];
  /** Follows "The store PATH ". */
  readonly what: string;
  readonly advice: string;
}

const DAMAGED: Explanation = {
  codes: ['SQLITE_CORRUPT', 'SQLITE_NOTADB'],
  what: 'is damaged. It was left as it is.',
  advice: 'Put a copy of it back, or move it away to begin a new one.',
};

const EXPLANATIONS: readonly Explanation[] = [
  {
    codes: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT'],
    what: 'cannot grow: the disk is full. What was stored before is unharmed.',
    advice: 'Free some space and run again, or name a store on another disk with --store.',
  },
  DAMAGED,
  {
    codes: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
    what: 'is in use by another process that does not let go of it.',
    advice: 'Wait for the other process to end, then run again.',
  },
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
  const code = codeOf(error);
  if (code === null) return error;
  const found = EXPLANATIONS.find(({ codes }) =>
    codes.some((known) => code === known || code.startsWith(`${known}_`)),
  );
  if (found === undefined) return error;
  return explained(found, location, code, error);
}

/** @param detail what SQLite found */
export function damagedStoreError(location: string, detail: string): UnavailableError {
  return explained(DAMAGED, location, detail);
}

function explained({ what, advice }: Explanation, location: string, detail: string, cause?: unknown) {
  return new UnavailableError(`The store ${location} ${what} (${detail})`, { advice, cause });
}

function codeOf(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  // The driver gives no code where it cannot open a file.
  return error.message.startsWith('ConnectionFailed') ? 'SQLITE_CANTOPEN' : error.code;
}
