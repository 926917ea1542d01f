/** What every store does as time passes, by a clock that the tests hand in as a table. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { KeptKind, StorePort } from '../../src/domain/ports.ts';
import { sql } from '../../src/store/sql/sql.ts';
import { shortOrLong } from '../support/run-length.ts';
import { samplePage, sampleSet } from './samples.ts';

/** SQL for the store's clock. */
export const TABLE_CLOCK = sql`(select ms from test_clock)`;
const DAY_MS = 86_400_000;
const START_MS = 1_700_000_000_000;
/** Four times as long as nothing may be heard, at least. */
const WORKED_SECONDS = shortOrLong(120, 600);
const KINDS: readonly KeptKind[] = ['model-answer', 'fetch', 'search', 'discovery', 'calls', 'queue'];

export interface Clocked {
  /** Another store on the same rows; a store in memory is its own only one. */
  readonly open: () => Promise<StorePort>;
  readonly query: (sql: string) => Promise<unknown>;
}

export function clockContract(name: string, make: () => Promise<Clocked>, isShared: boolean): void {
  describe(`${name}: as time passes`, () => {
    async function start() {
      const { open, query } = await make();
      await query(`create table test_clock (ms bigint not null)`);
      await query(`insert into test_clock values (${START_MS})`);
      const store = await open();
      onTestFinished(() => store.close());
      return { store, open, advance: (ms: number) => query(`update test_clock set ms = ms + ${ms}`) };
    }

    it('a call is under way as long as its process works on it, and half a minute where that was killed', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const { store, open, advance } = await start();
      await store.budgets.put('b', { maxUsd: null, maxCalls: 1, maxTokens: null });
      expect(await store.budgets.take('b', 'slow', { calls: 1, tokens: 10, usd: 0 })).toBe(true);
      const isUnderWay = async (from: StorePort) => (await from.budgets.get('b'))?.isUnderWay;
      for (let seconds = 0; seconds < WORKED_SECONDS; seconds += 10) {
        expect(await isUnderWay(store), `after ${seconds} s`).toBe(true);
        await advance(10_000);
        vi.advanceTimersByTime(10_000);
        // The renewal is a query of its own.
        await expect.poll(() => isUnderWay(store)).toBe(true);
      }
      if (isShared) {
        const other = await open();
        onTestFinished(() => other.close());
        await store.close();
        expect(await isUnderWay(other)).toBe(true);
        await advance(30_001);
        expect(await isUnderWay(other)).toBe(false);
      } else {
        await store.budgets.settle('b', 'slow', { calls: 0, tokens: 0, usd: 0 });
        expect(await isUnderWay(store)).toBe(false);
      }
    });

    it('prunes what can be had again, and nothing that was made or that somebody works on', async () => {
      const { store, advance } = await start();
      const [cited, uncited] = [samplePage('a'), samplePage('b')];
      const set = sampleSet('a', { cites: cited.extraction });
      for (const page of [cited, uncited]) await store.putPage(page);
      await store.putSet(set);
      for (const kind of KINDS) await store.kept.put(kind, 'old', kind === 'discovery' ? set.id : { kind });
      await store.kept.put('discovery', 'of no set', 'cs_none');
      await store.kept.put('fetch', 'worked on', 1);
      await advance(DAY_MS);
      expect(await store.kept.claim('fetch', 'worked on')).toBe(true);
      await store.kept.put('fetch', 'new', 2);
      const pruned = await store.prune(DAY_MS, false);
      expect(pruned.map(({ kind, rows }) => [kind, rows])).toEqual([
        ['discovery', 1],
        ['fetch', 1],
        ['model-answer', 1],
        ['page', 1],
        ['search', 1],
      ]);
      expect(await store.prune(DAY_MS, false)).toEqual([]);
      for (const kind of ['discovery', 'calls', 'queue'] as const)
        expect(await store.kept.get(kind, 'old'), kind).not.toBeNull();
      expect([await store.kept.get('fetch', 'worked on'), await store.kept.get('fetch', 'new')]).toEqual([1, 2]);
      expect(await store.getPage(cited.extraction)).toEqual(cited);
      expect(await store.getPage(uncited.extraction)).toBeNull();
    });

    it('books rates by the same clock', async () => {
      const { store, advance } = await start();
      const { waitMs, stretches } = await store.rates.book({ calls: 1_000 });
      expect(waitMs).toBe(0);
      const second = await store.rates.book({ calls: 1_000 });
      expect(second.waitMs).toBe(1_000);
      await advance(1_500);
      expect((await store.rates.book({ calls: 1_000 })).waitMs).toBe(500);
      for (const stretch of [...stretches, ...second.stretches]) await store.rates.giveBack(stretch);
      const last = await store.rates.book({ calls: 1_000 });
      expect(last.waitMs, 'what has others behind it is not given back').toBe(1_500);
      for (const stretch of last.stretches) await store.rates.giveBack(stretch);
      expect((await store.rates.book({ calls: 1_000 })).waitMs).toBe(1_500);
    });
  });
}
