/** Budgets and rates that hold as long as the process. */
import type { Amounts, SharedBudget } from '../domain/budget.ts';
import type { StorePort } from '../domain/ports.ts';

interface MemoryBudget extends Pick<SharedBudget, 'limits' | 'spent'> {
  readonly underWay: number;
}

export function createSpendingRecords(): Pick<StorePort, 'budgets' | 'rates'> {
  const budgets = new Map<string, MemoryBudget>();
  /** When the next stretch of each key begins. */
  const freeAtMs = new Map<string, number>();

  function add(name: string, { limits, spent, underWay }: MemoryBudget, more: Amounts, calls: 1 | -1): void {
    const sum = { calls: spent.calls + more.calls, tokens: spent.tokens + more.tokens, usd: spent.usd + more.usd };
    budgets.set(name, { limits, spent: sum, underWay: underWay + calls });
  }

  return {
    budgets: {
      put: async (name, limits) => {
        const { spent, underWay } = budgets.get(name) ?? { spent: { calls: 0, tokens: 0, usd: 0 }, underWay: 0 };
        budgets.set(name, { limits, spent, underWay });
      },
      get: async (name) => {
        const budget = budgets.get(name);
        if (budget === undefined) return null;
        const { limits, spent, underWay } = budget;
        return { limits, spent, isUnderWay: underWay > 0 };
      },
      take: async (name, amounts) => {
        const budget = budgets.get(name);
        if (budget === undefined) return false;
        const { limits, spent } = budget;
        const isRoom =
          spent.calls + amounts.calls <= (limits.maxCalls ?? Infinity) &&
          spent.tokens + amounts.tokens <= (limits.maxTokens ?? Infinity) &&
          spent.usd + amounts.usd <= (limits.maxUsd ?? Infinity);
        if (isRoom) add(name, budget, amounts, 1);
        return isRoom;
      },
      settle: async (name, difference) => {
        const budget = budgets.get(name);
        if (budget !== undefined) add(name, budget, difference, -1);
      },
    },
    rates: {
      book: async (stretchesMs) => {
        const nowMs = performance.now();
        const waitsMs = Object.entries(stretchesMs).map(([key, stretchMs]) => {
          const beginsMs = Math.max(freeAtMs.get(key) ?? nowMs, nowMs);
          freeAtMs.set(key, beginsMs + stretchMs);
          return beginsMs - nowMs;
        });
        return Math.max(0, ...waitsMs);
      },
      correct: async (key, differenceMs) => {
        const freeAt = freeAtMs.get(key);
        if (freeAt !== undefined) freeAtMs.set(key, freeAt + differenceMs);
      },
    },
  };
}
