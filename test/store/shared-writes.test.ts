/** Writes of one moment share a transaction, and each is kept or refused as if it had come alone. */
import { describe, expect, it } from 'vitest';
import { createSharedWrites } from '../../src/store/sql/shared-writes.ts';
import { raw, type Sql } from '../../src/store/sql/sql.ts';

const REFUSED = raw('refused');
/** Changes as many rows as its text is long. */
const statement = (rows: number) => raw('x'.repeat(rows));

function rig(isForAll = false, most = 100) {
  const transactions: (readonly Sql[])[] = [];
  const shared = createSharedWrites({
    soon: setImmediate,
    write: async (statements) => {
      transactions.push(statements);
      if (statements.includes(REFUSED)) throw new Error('refused');
      return statements.map(({ texts }) => ({ changed: texts[0]?.length ?? 0, rows: [] }));
    },
    most,
    isForAll: () => isForAll,
    sorted: (members) => members.toReversed(),
  });
  const write = async (...statements: readonly Sql[]) =>
    (await shared.write(...statements)).map(({ changed }) => changed);
  return { shared: { ...shared, write }, transactions };
}

describe('writes of one moment', () => {
  it('share a transaction, and each hears of its own rows', async () => {
    const { shared, transactions } = rig();
    const counts = await Promise.all([
      shared.write(statement(1), statement(2)),
      shared.write(),
      shared.write(statement(3)),
    ]);
    expect(counts).toEqual([[1, 2], [], [3]]);
    expect(transactions).toHaveLength(1);
    await shared.write(statement(4));
    expect(transactions, 'a later moment').toHaveLength(2);
  });

  it('share as few transactions as their most allows', async () => {
    const { shared, transactions } = rig(false, 10);
    await Promise.all(Array.from({ length: 25 }, async () => shared.write(statement(1))));
    expect(transactions.map(({ length }) => length)).toEqual([10, 10, 5]);
  });

  it('are refused alone', async () => {
    const { shared } = rig();
    const writes = [shared.write(statement(1)), shared.write(REFUSED), shared.write(statement(3))];
    await shared.settled();
    const ended = await Promise.allSettled(writes);
    expect(ended.map((each) => (each.status === 'fulfilled' ? each.value : 'refused'))).toEqual([[1], 'refused', [3]]);
  });

  it('are not tried again where nothing can be written', async () => {
    const { shared, transactions } = rig(true);
    const ended = await Promise.allSettled([shared.write(statement(1)), shared.write(REFUSED)]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(transactions).toHaveLength(1);
  });
});
