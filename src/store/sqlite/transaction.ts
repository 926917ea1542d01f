/** How SQLite runs what the query layer has built. */
import type { Database, Statement } from 'better-sqlite3';
import type { Compilable } from 'kysely';

/**
 * Runs `work` as one transaction, or not at all. It takes the write lock when it begins: a transaction that reads
 * before it asks for the lock fails at once, whatever the timeout, when another process wrote in between. It is
 * synchronous: while one waits for the lock nothing else of this process runs, so nothing else may hold it.
 */
export function writeTransaction<Result>(database: Database, work: () => Result): Result {
  return database.transaction(work).immediate();
}

export function rowsOf(database: Database, query: Compilable): readonly unknown[] {
  const { sql, parameters } = query.compile();
  return prepared(database, sql).all(...parameters);
}

/** Runs a statement that gives no rows; how many it changed. */
export function changesOf(database: Database, statement: Compilable): number {
  const { sql, parameters } = statement.compile();
  return prepared(database, sql).run(...parameters).changes;
}

const statements = new WeakMap<Database, Map<string, Statement>>();

/** The query layer builds few different texts, and each page and answer runs some of them. */
function prepared(database: Database, sql: string): Statement {
  let known: Map<string, Statement> | undefined = statements.get(database);
  if (known === undefined) statements.set(database, (known = new Map<string, Statement>()));
  let statement: Statement | undefined = known.get(sql);
  if (statement === undefined) known.set(sql, (statement = database.prepare(sql)));
  return statement;
}
