/** The SQLite driver: its binaries are packages of the registry, so nothing is compiled or downloaded elsewhere. */
import type Database from 'libsql';
import { messageOf, UnavailableError } from '../../domain/errors.ts';

export type SqliteDriver = typeof Database;
/** How long a process waits for another one's write to end. */
export const BUSY_TIMEOUT_MS = 10_000;
export type LoadSqliteDriver = () => Promise<SqliteDriver>;

/** @throws UnavailableError where the driver is not installed, or has no binary for this machine */
export async function loadSqliteDriver(): Promise<SqliteDriver> {
  try {
    return (await import('libsql')).default;
  } catch (error) {
    throw new UnavailableError(`The SQLite driver cannot be loaded: ${messageOf(error).split('\n', 1).join('')}`, {
      advice: 'Run “npm install libsql”, or name a PostgreSQL store with --store. “npx groundrule doctor” says more.',
      cause: error,
    });
  }
}
