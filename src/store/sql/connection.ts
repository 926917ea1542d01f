/** What the store's queries run on: SQLite, or PostgreSQL. */
import type { SqlServer } from '../../domain/ports.ts';
import type { Sql } from './sql.ts';

export interface OpenOptions {
  /** The store's clock, in milliseconds since 1970; default: the database's own. */
  readonly nowMs?: Sql;
  /** When its server started, by the same clock. */
  readonly startedMs?: Sql;
}

/** What came of a statement. */
export interface Written {
  readonly changed: number;
  /** Of one that reads: after those before it in its transaction, and whatever others committed before it. */
  readonly rows: readonly unknown[];
}

export interface Connection {
  readonly location: string;
  readonly server: SqlServer | null;
  /** What the store's own clock says, in milliseconds since 1970: the clocks of machines differ. */
  readonly nowMs: Sql;
  /** When the store's server started, by the same clock: before, nobody could write. */
  readonly startedMs: Sql;
  readonly read: (statement: Sql) => Promise<readonly unknown[]>;
  /** Runs statements as one transaction, all or none. @returns what came of each */
  readonly write: (...statements: readonly Sql[]) => Promise<readonly Written[]>;
  /**
   * As `write`, in a transaction that it may share with others of this process, whichever come at the same moment. Where a
   * connection breaks it may run twice: only for statements that do and find the same then.
   */
  readonly writeShared: (...statements: readonly Sql[]) => Promise<readonly Written[]>;
  /** Calls back when what is asked at this moment has come; null: everything is read by itself, and nothing is lost by it. */
  readonly soon: ((goOn: () => void) => unknown) | null;
  /** Gives disk space of removed rows back, where the database does not do so by itself. */
  readonly compact: () => Promise<void>;
  readonly close: () => Promise<void>;
}
