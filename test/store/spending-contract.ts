/** What every store does for budgets that runs share, and for rates. */
import { describe, expect, it } from 'vitest';
import type { StorePort } from '../../src/domain/ports.ts';

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
      const taken = await Promise.all(Array.from({ length: 8 }, () => budgets.take('b', AMOUNTS)));
      expect(taken.filter(Boolean)).toHaveLength(room);
      const { spent, ...rest } = (await budgets.get('b'))!;
      expect(rest).toEqual({ limits, isUnderWay: true });
      expect(spent).toEqual({ calls: room, tokens: room * 100, usd: expect.closeTo(room * 0.1) as number });
      expect(await budgets.get('other')).toMatchObject({ spent: { calls: 0, tokens: 0, usd: 0 }, isUnderWay: false });
    });

    it('count what a call took in the place of its estimate, and keep it when they get other limits', async () => {
      const { budgets } = opened();
      await budgets.put('b', { maxUsd: 1, maxCalls: 2, maxTokens: 250 });
      expect(await budgets.take('b', AMOUNTS)).toBe(true);
      await budgets.settle('b', { calls: 0, tokens: -40, usd: -0.05 });
      expect(await budgets.take('b', AMOUNTS)).toBe(true);
      await budgets.settle('b', { calls: 0, tokens: 60, usd: 0.25 });
      const spent = { calls: 2, tokens: 220, usd: expect.closeTo(0.4) as number };
      expect(await budgets.get('b')).toMatchObject({ spent, isUnderWay: false });
      expect(await budgets.take('b', AMOUNTS)).toBe(false);
      const limits = { ...UNLIMITED, maxCalls: 3 };
      await budgets.put('b', limits);
      expect(await budgets.get('b')).toEqual({ limits, spent, isUnderWay: false });
      expect(await budgets.take('b', AMOUNTS)).toBe(true);
    });

    it('have room for nothing before they are begun', async () => {
      const { budgets } = opened();
      expect(await budgets.get('b')).toBeNull();
      expect(await budgets.take('b', AMOUNTS)).toBe(false);
    });
  });

  describe('rates', () => {
    it('book one stretch after another, of each key by itself, and wait for the last', async () => {
      const { rates } = opened();
      const hourMs = 3_600_000;
      const waitsMs: number[] = [];
      for (const key of ['calls', 'calls', 'tokens', 'calls']) waitsMs.push(await rates.book({ [key]: hourMs }));
      expect(waitsMs.map((ms) => Math.round(ms / hourMs))).toEqual([0, 1, 0, 2]);
      expect((await rates.book({ tokens: 0.5, calls: 0.5 })) / hourMs).toBeCloseTo(3, 1);
      await rates.correct('calls', -2.5 * hourMs);
      expect((await rates.book({ calls: 1 })) / hourMs).toBeCloseTo(0.5, 1);
    });

    it('owe nothing for the time before', async () => {
      const { rates } = opened();
      await rates.book({ calls: 1 });
      await rates.correct('calls', -1_000_000);
      expect(await rates.book({ calls: 1_000_000 })).toBe(0);
      expect(await rates.book({ calls: 1 })).toBeGreaterThan(900_000);
    });
  });
}
