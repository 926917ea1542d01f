/** What the store's queries run on: SQL that SQLite and PostgreSQL both know, with `?` for each parameter. */

/** Text and whole numbers only, but for amounts of money: to bind a boolean ends the process with SQLite's driver. */
export type Statement = readonly [sql: string, ...parameters: readonly (string | number)[]];

export interface OpenOptions {
  /** SQL for the store's clock, in milliseconds since 1970; default: the database's own. */
  readonly nowMs?: string;
  /** SQL for when its server started, by the same clock. */
  readonly startedMs?: string;
}

export interface Connection {
  readonly location: string;
  /** SQL for what the store's own clock says, in milliseconds since 1970: the clocks of machines differ. */
  readonly nowMs: string;
  /** SQL for when the store's server started, by the same clock: before, nobody could write. */
  readonly startedMs: string;
  readonly read: (...statement: Statement) => Promise<readonly unknown[]>;
  /** Runs statements as one transaction, all or none; gives the number of rows that each changed. */
  readonly write: (...statements: readonly Statement[]) => Promise<readonly number[]>;
  /** Gives the disk back what removed rows took, where the database does not do so by itself. */
  readonly compact: () => Promise<void>;
  readonly close: () => Promise<void>;
}
