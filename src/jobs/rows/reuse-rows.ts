/** Rows of an earlier run that still hold. */
import type { AskedRow, EndedRow } from './discover-row.ts';
import type { OutputRow, RowOutput } from './row-output.ts';

interface ReusedRows<Row> {
  /** The first rows of the output, which stay in place. */
  readonly inPlace: readonly Omit<EndedRow, 'row'>[];
  /** Valid rows behind one that is not, by number: each is written again in its place. */
  readonly reusable: Map<number, EndedRow<Row>>;
  /** Numbers of rows that an earlier run left for want of an answer. */
  readonly unanswered: ReadonlySet<number>;
  /** Rows of another key, or no longer in the input. */
  readonly outdated: number;
}

/** Reads the output, and changes nothing. Sets of rows that are dropped stay in the store. */
export async function reuseRows<Row extends OutputRow>(
  output: RowOutput<Row>,
  asked: readonly Pick<AskedRow, 'id' | 'key'>[],
  retryFailed: boolean,
): Promise<ReusedRows<Row>> {
  const numbers = new Map(asked.map(({ id }, number) => [id, number]));
  const inPlace: Omit<EndedRow, 'row'>[] = [];
  const reusable = new Map<number, EndedRow<Row>>();
  const unanswered = new Set<number>();
  let outdated = 0;
  let isIntact = true;
  for await (const row of output.earlier()) {
    const number = numbers.get(row.id);
    const isCurrent = number !== undefined && asked[number]?.key === row.key;
    const isUnanswered = row.status === 'incomplete' || row.isUnanswered === true;
    if (isCurrent && isUnanswered) unanswered.add(number);
    const isWanted = isCurrent && !isUnanswered && !(row.status === 'failed' && retryFailed);
    const failed = row.status === 'failed' ? { as: 'failed' as const, reason: row.reason ?? '' } : null;
    const ended = { ...(failed ?? { as: 'cached' as const }), isEmpty: row.status === 'no-criteria' };
    isIntact &&= isWanted && number === inPlace.length;
    if (isIntact) inPlace.push(ended);
    else if (isWanted) reusable.set(number, { ...ended, row: async () => row });
    if (!isCurrent) outdated += 1;
  }
  return { inPlace, reusable, unanswered, outdated };
}
