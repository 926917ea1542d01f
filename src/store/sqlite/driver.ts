/** The SQLite driver: an optional dependency, compiled or downloaded when the package is installed. */
import type Database from 'better-sqlite3';
import { UnavailableError } from '../../domain/errors.ts';

export type SqliteDriver = typeof Database;

/** How long a process waits for another one's write to end. */
export const BUSY_TIMEOUT_MS = 10_000;

export type LoadSqliteDriver = () => Promise<SqliteDriver>;

/** @throws an error of any kind where the driver is not installed or its binary does not fit this Node.js */
export async function loadSqliteDriver(): Promise<SqliteDriver> {
  const { default: driver } = await import('better-sqlite3');
  // The compiled part is loaded with the first database only.
  new driver(':memory:').close();
  return driver;
}

type SqliteAvailability =
  { readonly available: true } | { readonly available: false; readonly reason: string };

/** Whether the driver can be loaded; if not, why, in one line. */
export async function sqliteAvailable(
  load: LoadSqliteDriver = loadSqliteDriver,
): Promise<SqliteAvailability> {
  try {
    await load();
    return { available: true };
  } catch (error) {
    return { available: false, reason: firstLine(error) };
  }
}

/** @throws UnavailableError where the driver cannot be loaded */
export async function requireSqliteDriver(load: LoadSqliteDriver): Promise<SqliteDriver> {
  try {
    return await load();
  } catch (error) {
    throw new UnavailableError(`The SQLite driver cannot be loaded: ${firstLine(error)}`, {
      advice: 'Run “npm install better-sqlite3”, or use --store memory.',
      cause: error,
    });
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}
