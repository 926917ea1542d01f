/** What every store does for budgets that runs share, and for rates. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StorePort } from '../../src/domain/ports.ts';
import { ratingCall, startRig } from '../llm/harness.ts';
import { testRun } from '../support/run-context.ts';
import type { Shared } from './shared-contract.ts';

const AMOUNTS = { calls: 1, tokens: 100, usd: 0.1 };
const UNLIMITED = { maxUsd: null, maxCalls: null, maxTokens: null };

/** @param opened the store of the test that runs */
export function spendingContract(opened: () => StorePort): void {
  describe('budgets', () => {
    it.each([
      ['calls', { ...UNLIMITED, maxCalls: 3 }, 3],
      ['tokens', { ...UNLIMITED, maxTokens: 499 }, 4],
      ['USD', { ...UNLIMITED, maxUsd: 0.55 }, 5],
    ])('have room for so many %s, however many ask at once', async (_, limits, room) => {
      const { budgets } = opened();
      await budgets.put('b', limits);
      await budgets.put('other', UNLIMITED);
      const taken = await Promise.all(Array.from({ length: 8 }, (_, call) => budgets.take('b', `${call}`, AMOUNTS)));
      expect(taken.filter(Boolean)).toHaveLength(room);
      const { spent, ...rest } = (await budgets.get('b'))!;
      expect(rest).toEqual({ limits, isUnderWay: true });
      expect(spent).toEqual({ calls: room, tokens: room * 100, usd: expect.closeTo(room * 0.1) as number });
      expect(await budgets.get('other')).toMatchObject({ spent: { calls: 0, tokens: 0, usd: 0 }, isUnderWay: false });
    });

    it('count what a call took in the place of its estimate, and keep it when they get other limits', async () => {
      const { budgets } = opened();
      await budgets.put('b', { maxUsd: 1, maxCalls: 2, maxTokens: 250 });
      expect(await budgets.take('b', 'one', AMOUNTS)).toBe(true);
      await budgets.settle('b', 'one', { calls: 0, tokens: -40, usd: -0.05 });
      expect(await budgets.take('b', 'two', AMOUNTS)).toBe(true);
      await budgets.settle('b', 'two', { calls: 0, tokens: 60, usd: 0.25 });
      const spent = { calls: 2, tokens: 220, usd: expect.closeTo(0.4) as number };
      expect(await budgets.get('b')).toMatchObject({ spent, isUnderWay: false });
      expect(await budgets.take('b', 'three', AMOUNTS)).toBe(false);
      const limits = { ...UNLIMITED, maxCalls: 3 };
      await budgets.put('b', limits);
      expect(await budgets.get('b')).toEqual({ limits, spent, isUnderWay: false });
      expect(await budgets.take('b', 'four', AMOUNTS)).toBe(true);
    });

    it('count what a call under way may take beyond what was counted, where there is room; it is one call', async () => {
      const { budgets } = opened();
      await budgets.put('b', { ...UNLIMITED, maxTokens: 250 });
      await budgets.take('b', 'one', AMOUNTS);
      expect(await budgets.take('b', 'one', { calls: 0, tokens: 120, usd: 0 })).toBe(true);
      for (const tokens of [31, 100]) expect(await budgets.take('b', 'one', { calls: 0, tokens, usd: 0 })).toBe(false);
      expect(await budgets.get('b')).toMatchObject({ spent: { calls: 1, tokens: 220 }, isUnderWay: true });
      await budgets.settle('b', 'one', { calls: 0, tokens: -20, usd: 0 });
      expect(await budgets.get('b')).toMatchObject({ spent: { calls: 1, tokens: 200 }, isUnderWay: false });
    });

    it('have room for nothing before they are begun', async () => {
      const { budgets } = opened();
      expect(await budgets.get('b')).toBeNull();
      expect(await budgets.take('b', 'one', AMOUNTS)).toBe(false);
    });
  });

  describe('rates', () => {
    it('book one stretch after another, of each key by itself, and wait for the last', async () => {
      const { rates } = opened();
      const hourMs = 3_600_000;
      const waitsMs: number[] = [];
      for (const key of ['calls', 'calls', 'tokens', 'calls'])
        waitsMs.push((await rates.book({ [key]: hourMs })).waitMs);
      expect(waitsMs.map((ms) => Math.round(ms / hourMs))).toEqual([0, 1, 0, 2]);
      expect((await rates.book({ tokens: 0.5, calls: 0.5 })).waitMs / hourMs).toBeCloseTo(3, 1);
      await rates.correct('calls', -2.5 * hourMs);
      expect((await rates.book({ calls: 1 })).waitMs / hourMs).toBeCloseTo(0.5, 1);
    });

    it('owe nothing for the time before', async () => {
      const { rates } = opened();
      await rates.book({ calls: 1 });
      await rates.correct('calls', -1_000_000);
      expect((await rates.book({ calls: 1_000_000 })).waitMs).toBe(0);
      expect((await rates.book({ calls: 1 })).waitMs).toBeGreaterThan(900_000);
    });
  });
}

export function sharedSpendingContract(make: () => Promise<Shared>): void {
  it('is counted together, whoever asks at the same time', async () => {
    const { open } = await make();
    const stores = await Promise.all(Array.from({ length: 6 }, open));
    await stores[0]!.budgets.put('b', { ...UNLIMITED, maxCalls: 20 });
    const each = <Result>(ask: (store: StorePort) => Promise<Result>) =>
      Promise.all(stores.flatMap((store) => Array.from({ length: 5 }, () => ask(store))));
    const taken = await each(({ budgets }) => budgets.take('b', randomUUID(), AMOUNTS));
    expect(taken.filter(Boolean)).toHaveLength(20);
    const booked = await each(({ rates }) => rates.book({ calls: 3_600_000 }));
    const hours = booked.map(({ waitMs }) => Math.round(waitMs / 3_600_000));
    expect(hours.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, hour) => hour));
    for (const store of stores) await store.close();
  });

  it('stays counted where a process is killed, and is waited for only as long as its calls may still end', async () => {
    const { open, query } = await make();
    const [killed, alive] = [await open(), await open()];
    await killed.budgets.put('b', { ...UNLIMITED, maxCalls: 3 });
    for (let call = 0; call < 2; call++) await killed.budgets.take('b', `${call}`, AMOUNTS);
    await killed.close();

    const rig = await startRig({ budgets: alive.budgets });
    const run = testRun({ limits: { sharedBudgets: ['b'] } });
    expect(await rig.client.call(run, ratingCall('one'))).toMatchObject({ status: 'done' });
    let isWaiting = true;
    const refused = rig.client.call(run, ratingCall('two')).finally(() => (isWaiting = false));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isWaiting).toBe(true);
    await query('update leases set expires_at = expires_at - 30000');
    expect(await refused).toMatchObject({ failure: 'limit-reached' });
    expect(rig.client.exceeded(run.runId)).toMatchObject({ budget: 'b', needed: 4 });
    await alive.close();
  });
}
