/** Opens the store that keeps everything in one SQLite file. */
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type Database from 'libsql';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { makeFolder } from '../../text/make-folder.ts';
import type { OpenOptions, Written } from '../sql/connection.ts';
import { SQLITE_MIGRATIONS, refuseNewerSchema } from '../sql/migrations.ts';
import { createSharedWrites } from '../sql/shared-writes.ts';
import { raw, textOf, type Sql } from '../sql/sql.ts';
import { createSqlStore } from '../sql/store.ts';
import { BUSY_TIMEOUT_MS, loadSqliteDriver, type LoadSqliteDriver } from './driver.ts';
import { APPLICATION_ID, explainSqliteError, inspectFile, isInUse } from './inspect-file.ts';

/** How soon a write that finds another process's is tried again, at most. */
const TRY_AGAIN_MS = 50;
/** Another process waits for no more writes than these. */
const MOST_SHARED = 500;
const NOW_MS = "cast(unixepoch('subsec') * 1000 as integer)";

/**
 * Opens the file at `path`, or makes it and its folder. Several processes may have it open and write.
 * @throws InputError where the file is another program's; UnavailableError where it is damaged, newer than this
 * program, not to be opened for writing, or the driver cannot be loaded. A file that is refused is left as it is.
 */
export async function openSqliteStore(
  path: string,
  clock: Clock,
  load: LoadSqliteDriver = loadSqliteDriver,
  options: OpenOptions = {},
): Promise<StorePort> {
  const location = resolve(path);
  const driver = await load();
  try {
    await makeFolder(dirname(location));
    const isNew = (await inspectFile(driver, location)) === 'new';
    const database = new driver(location, { timeout: BUSY_TIMEOUT_MS });
    return openDatabase(database, { location, isNew, now: clock.now(), ...options });
  } catch (error) {
    throw explainSqliteError(error, location);
  }
}

interface DatabaseOptions extends OpenOptions {
  readonly location: string;
  readonly isNew: boolean;
  /** When its tables are made. */
  readonly now: Date;
}

/** Where the log is that long, the next write brings it into the file, and takes twice as long. */
const LOG_PAGES = 4_000;
/** Written so much, it is done before. */
const EARLY_CHARS = 4_000_000;

/** A store on an open database, which is closed where it cannot become one. */
export function openDatabase(
  database: Database.Database,
  { location, isNew, now, nowMs = raw(NOW_MS) }: DatabaseOptions,
): StorePort {
  const explain = (error: unknown) => explainSqliteError(error, location);
  try {
    database.exec('pragma foreign_keys = on; pragma synchronous = normal');
    writeTransaction(database, () => {
      // With the first commit: no other process may ever find the file without its mark.
      if (isNew) database.exec(`pragma application_id = ${APPLICATION_ID}`);
      migrate(database, location, now);
    });
    // 16 MB of log: a write of some megabytes does not wait until all before it is in the file.
    database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = ${LOG_PAGES}`);
  } catch (error) {
    database.close();
    throw error;
  }
  const { settled, ...queries } = explainedQueries(database, explain);
  return createSqlStore({
    location,
    nowMs,
    // A file has no server.
    server: null,
    startedMs: raw('0'),
    ...queries,
    compact: async () => explained(() => void database.exec('vacuum; pragma wal_checkpoint(truncate)'), explain),
    close: async () => {
      await settled();
      disconnect(database);
    },
  });
}

/**
 * Runs `work` as one transaction, or not at all. It takes the write lock when it begins: a transaction that reads
 * before it asks for the lock fails at once, whatever the timeout, when another process wrote in between.
 */
function writeTransaction<Result>(database: Database.Database, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // SQLite itself has rolled back where the disk is full.
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

function explainedQueries(database: Database.Database, explain: (error: unknown) => unknown) {
  // Few different texts are run, and only the garbage collector frees a prepared statement.
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: Sql) => {
    const text = textOf(sql, () => '?');
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const run = (statement: Sql): Written => {
    const prepared = prepare(statement);
    if (prepared.reader) return { changed: 0, rows: prepared.all(...statement.values) };
    return { changed: prepared.run(...statement.values).changes, rows: [] };
  };
  let charsInLog = 0;
  const countLog = (statements: readonly Sql[]) => {
    for (const { values } of statements)
      for (const value of values) charsInLog += typeof value === 'string' ? value.length : 0;
    if (charsInLog <= EARLY_CHARS) return;
    charsInLog = 0;
    // Not within the next large write: others have their turn between.
    setImmediate(() => {
      try {
        if (database.open) database.exec('pragma wal_checkpoint(passive)');
      } catch {
        // Such as a full disk, of which the next write hears: what is in the log is safe.
      }
    });
  };
  const writeAtOnce = (statements: readonly Sql[]) => {
    database.exec('pragma busy_timeout = 0');
    try {
      return writeTransaction(database, () => statements.map(run));
    } finally {
      database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  };
  let before: Promise<unknown> = Promise.resolve();
  /** While another process writes this one waits, and whatever else it does goes on: SQLite itself would hold it. */
  const writeUntil = async (untilMs: number, statements: readonly Sql[]): Promise<readonly Written[]> => {
    for (;;)
      try {
        const written = explained(() => writeAtOnce(statements), explain);
        countLog(statements);
        return written;
      } catch (error) {
        if (!isInUse(error) || performance.now() >= untilMs) throw error;
        await delay(TRY_AGAIN_MS * Math.random());
      }
  };
  const shared = createSharedWrites({
    soon: setImmediate,
    write: (statements) => {
      const untilMs = performance.now() + BUSY_TIMEOUT_MS;
      const written = before.then(() => writeUntil(untilMs, statements));
      before = written.catch(() => undefined);
      return written;
    },
    most: MOST_SHARED,
    // Each of them would wait for as long as this one did.
    isForAll: isInUse,
  });
  return {
    read: async (statement: Sql) => explained(() => prepare(statement).all(...statement.values), explain),
    // A transaction takes as long as three writes in it.
    write: shared.write,
    writeShared: shared.write,
    settled: shared.settled,
    // What is read is there at once.
    soon: null,
  };
}

function explained<Result>(work: () => Result, explain: (error: unknown) => unknown): Result {
  try {
    return work();
  } catch (error) {
    throw explain(error);
  }
}

function disconnect(database: Database.Database): void {
  if (!database.open) return;
  // The driver lets go of the file when the garbage collector has found every statement; the log would lie beside
  // the file until then, and whoever copies the file alone would miss what is in it.
  try {
    database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
  } catch {
    // Such as a full disk: what is in the log is safe, and the next process brings it into the file.
  } finally {
    database.close();
  }
}

/** What SQLite needs beside a migration, such as values of new columns in old rows. A row without a time counts as stored now. */
const FILLED: ReadonlyMap<number, string> = new Map([
  [
    6,
    `update pages set imported = coalesce(json_extract(json, '$.imported'), 0), stored_at = ${NOW_MS};
     update kept set stored_at = ${NOW_MS};
     update sets set
       models = (select json_group_array(distinct value) from json_each(content, '$.engine.models')),
       sources = (select json_group_object(via, pages) from (
         select json_extract(value, '$.via') as via, count(*) as pages from json_each(content, '$.sources')
         where json_extract(value, '$.decision') = 'kept' group by via))`,
  ],
  [13, `update jobs set priority = coalesce(json_extract(json, '$.priority'), 0)`],
  [
    17,
    `drop index records_as_listed;
     create index records_as_listed on records (saved_at desc, id, kind, name)`,
  ],
  [
    19,
    // The index holds all that lists of sets show: in a row that lies behind the set's whole JSON.
    `drop index sets_as_listed;
     create index sets_as_listed
       on sets (started_at desc, id, instruction, engine, models, mode, sources, criteria, parent, kind, guide_to, guide)`,
  ],
]);

/** In a write transaction: two processes may open a new store at once. @throws UnavailableError: it is newer */
function migrate(database: Database.Database, location: string, now: Date): void {
  database.exec(
    'create table if not exists schema_version (version integer not null primary key, applied_at text not null)',
  );
  const applied = database.prepare('select version from schema_version').all().length;
  refuseNewerSchema(location, applied);
  const record = database.prepare('insert into schema_version (version, applied_at) values (?, ?)');
  SQLITE_MIGRATIONS.slice(applied).forEach((migration, index) => {
    const version = applied + index + 1;
    database.exec(migration);
    database.exec(FILLED.get(version) ?? '');
    record.run(version, now.toISOString());
  });
}
