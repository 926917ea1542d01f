/** A budget that all runs with its name share, over all processes on one store. */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { BudgetRecords } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import { sleep, throwIfAborted, untilStopped } from '../web/sleep.ts';
import { add, asAmounts, exceededBy, type Budget } from './budget.ts';

/** Between two looks at whether calls of other processes have left room. */
const PAUSE_MS = 200;
const NOTHING = { calls: 0, tokens: 0, usd: 0 };

/**
 * The estimate is counted as spent before the call, and corrected after it. What a killed process had counted stays:
 * nobody knows whether its calls were billed, and a budget that got it back could be overspent by that much.
 */
export function createSharedBudget(name: string, records: BudgetRecords): Budget {
  const inTurn = pLimit(1);

  async function known() {
    const budget = await records.get(name);
    if (budget !== null) return budget;
    throw new InputError(`The store has no budget “${name}”.`, {
      advice: 'Give it a limit: --max-usd, --max-calls or --max-tokens.',
    });
  }

  const reserve: Budget['reserve'] = async (estimate, signal) => {
    if (estimate.usd === null && (await known()).limits.maxUsd !== null)
      throw new InputError(`The budget “${name}” is in USD, and the price of this model is unknown.`, {
        advice: 'Give its price in a file (--prices), or give the budget a limit on calls or tokens instead.',
      });
    const wanted = asAmounts(estimate);
    const callId = randomUUID();
    while (!(await records.take(name, callId, wanted))) {
      const { limits, spent, isUnderWay } = await known();
      const exceeded = exceededBy(add(spent, wanted), { ...limits, maxSeconds: null }, 0);
      if (exceeded !== null && !isUnderWay) return { ...exceeded, budget: name };
      await sleep(PAUSE_MS, signal);
    }
    return async (actual) => {
      const took = actual === null ? NOTHING : asAmounts(actual);
      // Where this fails the estimate stays counted; what is wrong with the store, the next call says.
      await records.settle(name, callId, add(took, wanted, -1)).catch(() => undefined);
    };
  };

  return {
    needsEstimates: true,
    exceeded: () => null,
    isOutOfTime: () => false,
    reserve: async (estimate, signal) => {
      let begin = (): void => undefined;
      const turn = new Promise<void>((resolve) => (begin = resolve));
      const reserved = inTurn(async () => {
        begin();
        throwIfAborted(signal);
        return reserve(estimate, signal);
      });
      // Whoever has the turn may wait for an hour. One that is stopped before takes nothing when its turn comes.
      reserved.catch(() => undefined);
      await untilStopped(turn, signal);
      return reserved;
    },
  };
}
