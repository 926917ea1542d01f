/** What every store does that several processes have open: run on each database. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { StorePort } from '../../src/domain/ports.ts';
import { sharedSpendingContract } from './spending-contract.ts';

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
