/** What one process asks of PostgreSQL at one moment shares a transaction, and is kept or refused as if it had come alone. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { hasPostgres } from '../support/postgres.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

const KEYS = Array.from({ length: 40 }, (_, index) => `key ${index}`);
/** Longer than an index of PostgreSQL takes. */
const REFUSED_KEY = randomBytes(20_000).toString('hex');

describe.skipIf(!hasPostgres)('at one moment', () => {
  async function opened() {
    const { makeDatabase, query } = await sharedPostgres();
    const address = await makeDatabase();
    const open = async () => {
      const store = await openPostgresStore(address);
      onTestFinished(() => store.close());
      return store;
    };
    return { open, query: (sql: string) => query(address, sql) };
  }

  it('what is kept shares a transaction', async () => {
    const { open, query } = await opened();
    const { kept } = await open();
    await Promise.all(KEYS.map((key) => kept.put('search', key, { key })));
    expect(await query('select distinct xmin from kept')).toHaveLength(1);
    const read = await Promise.all([...KEYS, 'none'].map((key) => kept.get('search', key)));
    expect(read).toEqual([...KEYS.map((key) => ({ key })), null]);
  });

  it('what the server refuses costs the others nothing', async () => {
    const { open } = await opened();
    const { kept } = await open();
    const results = await Promise.allSettled([...KEYS, REFUSED_KEY].map((key) => kept.put('search', key, key)));
    expect(results.map(({ status }) => status)).toEqual([...KEYS.map(() => 'fulfilled'), 'rejected']);
    expect(await Promise.all(KEYS.map((key) => kept.get('search', key)))).toEqual(KEYS);
  });

  it('two processes that claim the same keys share them out, in whatever order they ask', async () => {
    const { open } = await opened();
    const stores = await Promise.all([open(), open()]);
    for (let round = 0; round < 10; round += 1) {
      const claims = await Promise.all(
        stores.flatMap(({ kept }, process) =>
          (process === 0 ? KEYS : KEYS.toReversed()).map(async (key) =>
            (await kept.claim('search', key)) ? key : null,
          ),
        ),
      );
      expect(claims.filter((key) => key !== null).toSorted()).toEqual(KEYS.toSorted());
      await Promise.all(stores.flatMap(({ kept }) => KEYS.map((key) => kept.release('search', key))));
    }
  });

  it('a claim ends with what it was for', async () => {
    const { open } = await opened();
    const [one, other] = await Promise.all([open(), open()]);
    expect(await one.kept.claim('search', 'a')).toBe(true);
    expect(await other.kept.claim('search', 'a')).toBe(false);
    await one.kept.put('search', 'a', 1);
    expect(await other.kept.claim('search', 'a')).toBe(true);
  });

  it('a claim whose put is refused ends with its release', async () => {
    const { open } = await opened();
    const [one, other] = await Promise.all([open(), open()]);
    const refused = randomBytes(1_000).toString('hex');
    expect(await one.kept.claim('search', refused)).toBe(true);
    // JSON has no text for it.
    await expect(one.kept.put('search', refused, undefined)).rejects.toThrow();
    expect(await other.kept.claim('search', refused), 'it may be put once more').toBe(false);
    await one.kept.release('search', refused);
    expect(await other.kept.claim('search', refused)).toBe(true);
  });

  it('a store that is closed keeps first what it was told to', async () => {
    const { open } = await opened();
    const [one, other] = await Promise.all([open(), open()]);
    const put = Promise.all(KEYS.map((key) => one.kept.put('search', key, key)));
    await one.close();
    await put;
    expect(await Promise.all(KEYS.map((key) => other.kept.get('search', key)))).toEqual(KEYS);
  });
});
