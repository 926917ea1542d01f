/** What records are for other programs: rows, and tests. */

export type DataRow = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface DataRows {
  readonly columns: readonly string[];
  /** Columns that a row lacks stay empty. */
  readonly rows: readonly DataRow[];
}

export interface TestSuite {
  readonly name: string;
  readonly tests: readonly Test[];
}

export interface Test {
  readonly name: string;
  readonly result: 'passed' | 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly details: string;
}
