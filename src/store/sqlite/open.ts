/** Opens the store that keeps everything in one SQLite file. */
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { appliedMigrations, missingMigrations, versionTable } from '../sql/migrations.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import type { Tables } from '../sql/tables.ts';
import { checkIntegrity } from './check-integrity.ts';
import {
  BUSY_TIMEOUT_MS,
  loadSqliteDriver,
  requireSqliteDriver,
  type LoadSqliteDriver,
  type SqliteDriver,
} from './driver.ts';
import { explainSqliteError } from './explain-error.ts';
import { APPLICATION_ID, recogniseFile } from './recognise-file.ts';
import { changesOf, rowsOf, writeTransaction } from './transaction.ts';

/**
 * Opens the file at `path`, or makes it and its folder. Several processes may have it open and write.
 * @throws InputError where the file is another program's; UnavailableError where it is damaged, newer than this
 * program, not to be opened for writing, or the driver cannot be loaded. A file that is refused is left as it is.
 */
export async function openSqliteStore(
  path: string,
  clock: Clock,
  load: LoadSqliteDriver = loadSqliteDriver,
): Promise<StorePort> {
  const location = resolve(path);
  const driver = await requireSqliteDriver(load);
  const explain = (error: unknown) => explainSqliteError(error, location);
  try {
    await mkdir(dirname(location), { recursive: true });
    const isNew = (await recogniseFile(location)) === 'new';
    if (!isNew) await checkIntegrity(driver, location);
    return await open({ driver, location, clock, isNew, explain });
  } catch (error) {
    throw explain(error);
  }
}

interface Opening {
  readonly driver: SqliteDriver;
  readonly location: string;
  readonly clock: Clock;
  readonly isNew: boolean;
  readonly explain: (error: unknown) => unknown;
}

async function open({ driver, location, clock, isNew, explain }: Opening): Promise<StorePort> {
  const { Kysely, SqliteDialect } = await import('kysely');
  const database = new driver(location, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('foreign_keys = on');
    database.pragma('synchronous = normal');
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
    writeTransaction(database, () => {
      // With the first commit: no other process may ever find the file without its mark.
      if (isNew) database.pragma(`application_id = ${APPLICATION_ID}`);
      changesOf(database, versionTable(db));
      const applied = rowsOf(database, appliedMigrations(db)).length;
      for (const statement of missingMigrations(db, { applied, location, now: clock.now() }))
        changesOf(database, statement);
    });
    database.pragma('journal_mode = wal');
    return createSqlStore({
      location,
      db,
      write: async (statements) =>
        writeTransaction(database, () => statements.map((statement) => changesOf(database, statement))),
      explain,
      close: async () => {
        database.close();
      },
    });
  } catch (error) {
    database.close();
    throw error;
  }
}
