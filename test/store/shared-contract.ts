/** What every store does that several processes have open: run on each database. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { StorePort } from '../../src/domain/ports.ts';
import { sharedSpendingContract } from './spending-contract.ts';
import { samplePage } from './samples.ts';

export interface Shared {
  /** As `--store` takes it. */
  readonly address: string;
  /** Opens it as one process more would. */
  readonly open: () => Promise<StorePort>;
  /** Runs SQL on it behind the stores' backs. */
  readonly query: (sql: string) => Promise<readonly unknown[]>;
}

const Expiry = z.tuple([z.object({ ms: z.coerce.number() })]);

export function sharedStoreContract(name: string, make: () => Promise<Shared>): void {
  describe(`${name}: what is old`, () => {
    const dayMs = 86_400_000;
    it('goes, unless somebody works on it or may be about to cite it', async () => {
      const { open, query } = await make();
      const [one, other] = [await open(), await open()];
      const [asked, loose] = [samplePage('asked'), samplePage('loose')];
      for (const page of [asked, loose]) await one.putPage(page);
      for (const key of ['a', 'b']) await one.kept.put('model-answer', key, key);
      for (const table of ['pages', 'kept']) await query(`update ${table} set stored_at = stored_at - ${2 * dayMs}`);
      await one.kept.put('fetch', 'new', 1);
      expect(await one.getPage(asked.extraction)).toEqual(asked);
      expect(await one.kept.claim('model-answer', 'a')).toBe(true);
      await query("insert into leases values ('job', 'x', 'somebody killed', 0)");
      const pruned = await other.prune(dayMs, false);
      expect(pruned.map(({ kind, rows }) => [kind, rows])).toEqual([
        ['model-answer', 1],
        ['page', 1],
      ]);
      expect(await one.getPage(asked.extraction)).toEqual(asked);
      expect(await one.getPage(loose.extraction)).toBeNull();
      expect([await one.kept.get('model-answer', 'a'), await one.kept.get('model-answer', 'b')]).toEqual(['a', null]);
      expect(await query('select kind from leases')).toEqual([expect.objectContaining({ kind: 'model-answer' })]);
      await one.close();
      await other.close();
    });
  });

  describe(`${name}: a claim`, () => {
    it('is one holder’s: until it is released, or nothing was heard of its holder for half a minute', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const { open, query } = await make();
      const [one, other] = [await open(), await open()];
      const claim = (store: StorePort) => store.kept.claim('model-answer', 'a');
      const pass = (seconds: number) => query(`update leases set expires_at = expires_at - ${seconds * 1000}`);
      const expiry = async () =>
        Expiry.parse(await query("select expires_at as ms from leases where kind = 'model-answer'"))[0].ms;
      expect([await claim(one), await claim(other), await claim(one)]).toEqual([true, false, true]);
      expect(await other.kept.claim('search', 'a')).toBe(true);
      await other.kept.release('model-answer', 'a');
      expect(await claim(other)).toBe(false);
      await one.kept.release('model-answer', 'a');
      expect([await claim(other), await claim(one)]).toEqual([true, false]);
      // As long as it lives, its holder says so.
      await pass(20);
      const before = await expiry();
      vi.advanceTimersByTime(10_000);
      await expect.poll(expiry).toBeGreaterThan(before + 15_000);
      await other.close();
      await pass(15);
      expect(await claim(one)).toBe(false);
      await pass(15);
      expect(await claim(one)).toBe(true);
      await one.close();
    });

    it('is made where nothing is kept, and what was made meanwhile is seen', async () => {
      const { open } = await make();
      const [one, other] = [await open(), await open()];
      const ask = (store: StorePort) => store.kept.getOrClaim('search', 'a');
      expect(await ask(one)).toEqual({ value: null, isClaimed: true });
      expect(await ask(other)).toEqual({ value: null, isClaimed: false });
      await one.kept.put('search', 'a', { hits: [] });
      expect(await ask(other)).toEqual({ value: { hits: [] }, isClaimed: false });
      expect(await other.kept.claim('search', 'a'), 'nobody has it').toBe(true);
      await other.kept.put('search', 'a', null);
      expect(await ask(one), 'it was taken back').toEqual({ value: null, isClaimed: true });
      await one.close();
      expect(await ask(other)).toEqual({ value: null, isClaimed: false });
      await other.close();
    });

    it('has one maker of many that ask at the same time, and none asks twice', async () => {
      const { open } = await make();
      const stores = await Promise.all(Array.from({ length: 6 }, open));
      let made = 0;
      const work = async ({ kept }: StorePort, key: string) => {
        for (;;) {
          const { value, isClaimed } = await kept.getOrClaim('search', key);
          if (value !== null) {
            if (isClaimed) await kept.release('search', key);
            return value;
          }
          if (!isClaimed) continue;
          made += 1;
          await kept.put('search', key, key);
        }
      };
      const keys = Array.from({ length: 12 }, (_, index) => `key ${index}`);
      const found = await Promise.all(stores.flatMap((store) => keys.map((key) => work(store, key))));
      expect(found).toEqual(stores.flatMap(() => keys));
      expect(made).toBe(keys.length);
      await Promise.all(stores.map((store) => store.close()));
    });

    it('is one’s of many that ask at the same time', async () => {
      const { open } = await make();
      const stores = await Promise.all(Array.from({ length: 8 }, open));
      for (const key of ['a', 'b', 'c', 'd']) {
        const claims = await Promise.all(stores.map((store) => store.jobs.claim(key)));
        expect(claims.filter(Boolean)).toHaveLength(1);
      }
      for (const store of stores) await store.close();
    });
  });

  describe(`${name}: what processes spend together`, () => sharedSpendingContract(make));
}
