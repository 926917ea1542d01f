/** Finds damage in a store file before anything is written to it. */
import { stat } from 'node:fs/promises';
import { BUSY_TIMEOUT_MS, type SqliteDriver } from './driver.ts';
import { damagedStoreError } from './explain-error.ts';

/**
 * SQLite's check of a whole file costs about 0.4 ms per MB, too much at every opening of a large one: there, damage
 * shows when the page in question is read.
 */
const MAX_CHECKED_BYTES = 100_000_000;

/** @throws UnavailableError or an SQLite error where the file is damaged; it is left byte for byte alone */
export async function checkIntegrity(driver: SqliteDriver, location: string): Promise<void> {
  if ((await sizeOf(location)) > MAX_CHECKED_BYTES) return;
  // Closing the last connection moves what waits in the log into the file, unless the connection may only read.
  const readonly = (await sizeOf(`${location}-wal`)) > 0;
  const database = new driver(location, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const verdict = database.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw damagedStoreError(location, String(verdict));
  } finally {
    database.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats?.size ?? 0;
}
