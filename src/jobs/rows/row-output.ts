/** The rows that a run over many items writes, in order: a later run goes on from them. */
import type { PrecomputedRow } from '../../precompute/precomputed-row.ts';

export interface OutputRow {
  readonly id: string;
  /** The row holds as long as it stays the same. */
  readonly key: string;
  /** `incomplete` rows are run again by the next run. */
  readonly status: 'done' | 'no-criteria' | 'incomplete' | 'failed';
  /** Why it is not done. */
  readonly reason?: string;
  /** It failed since a server fell silent: the next run asks again. */
  readonly isUnanswered?: true;
}

export interface RowOutput<Row extends OutputRow = PrecomputedRow> {
  /** Rows of an earlier run, in order. */
  earlier(): AsyncIterable<Row>;
  /** Keeps the first `count` of those, and drops the others. */
  keepFirst(count: number): Promise<void>;
  /** All rows that are to stay have been written: what was set aside of those that were dropped is not needed. Absent: nothing is. */
  finish?(): Promise<void>;
  /** Writes the whole row, or nothing that a later run would read as one. */
  append(row: Row): Promise<void>;
  /** The same for a row that is there as JSON; absent: it is read first. */
  appendJson?(json: string): Promise<void>;
}

/** Has no rows, and keeps none. */
export const NOWHERE: RowOutput<never> = {
  earlier: async function* () {
    yield* [];
  },
  keepFirst: async () => undefined,
  append: async () => undefined,
};

/** Picks a value of every row in the output: of those of an earlier run, and of new ones. */
export function pickedRows<Row extends OutputRow, Value>(output: RowOutput<Row>, pick: (row: Row) => Value) {
  const picked: Value[] = [];
  const picking: RowOutput<Row> = {
    earlier: async function* () {
      for await (const row of output.earlier()) {
        picked.push(pick(row));
        yield row;
      }
    },
    keepFirst: async (count) => {
      picked.length = count;
      await output.keepFirst(count);
    },
    ...(output.finish && { finish: () => output.finish?.() ?? Promise.resolve() }),
    append: async (row) => {
      await output.append(row);
      picked.push(pick(row));
    },
  };
  return { output: picking, picked: picked as readonly Value[] };
}
