/** A budget that runs share by name, across all processes on one store. */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { largestShare, type BudgetExceeded, type BudgetRecords } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import { abortable, sleep, throwIfAborted } from '../web/abort.ts';
import { add, asAmounts, exceededBy, type Budget, type Cost, type Reservation } from './budget.ts';

/** Poll interval while calls of other processes hold the rest of the budget. */
const POLL_MS = 200;
const NOTHING = { calls: 0, tokens: 0, usd: 0 };

/**
 * Counts the estimate as spent before the call and corrects it after the call. The estimates of a killed process stay
 * counted: its calls may have been billed.
 */
export function createSharedBudget(name: string, records: BudgetRecords): Budget {
  const oneAtATime = pLimit(1);

  async function budgetRecord() {
    const budget = await records.get(name);
    if (budget !== null) return budget;
    throw new InputError(`The store has no budget “${name}”.`, {
      advice: 'Give it a limit: --max-usd, --max-calls or --max-tokens.',
    });
  }

  /** Null: there is no room now. */
  async function take(estimate: Cost): Promise<Reservation | null> {
    let counted = NOTHING;
    const callId = randomUUID();
    const adjust = async (now: Cost): Promise<boolean> => {
      const more = add(asAmounts(now), counted, -1);
      const isTaken = await records.take(name, callId, { ...more, usd: now.usd === null ? null : more.usd });
      if (isTaken) counted = add(counted, more);
      return isTaken;
    };
    if (!(await adjust(estimate))) return null;
    return {
      adjust,
      settle: async (actual) => {
        const spent = actual === null ? NOTHING : asAmounts(actual);
        // Ignore a store error: the estimate stays counted, and the next call reports the error.
        await records.settle(name, callId, add(spent, counted, -1)).catch(() => undefined);
      },
    };
  }

  /** Waits for calls under way to leave room. */
  async function takeWhenRoom(estimate: Cost, signal: AbortSignal): Promise<Reservation | BudgetExceeded> {
    const wanted = asAmounts(estimate);
    for (;;) {
      const held = await take(estimate);
      if (held !== null) return held;
      const { limits, spent, isUnderWay } = await budgetRecord();
      if (estimate.usd === null && limits.maxUsd !== null)
        throw new InputError(`The budget “${name}” is in USD, and the price of this model is unknown.`, {
          advice: 'Give its price in a file (--prices), or give the budget a limit on calls or tokens instead.',
        });
      const exceeded = exceededBy(add(spent, wanted), { ...limits, maxSeconds: null }, 0);
      if (exceeded !== null && !isUnderWay) return { ...exceeded, budget: name };
      await sleep(POLL_MS, signal);
    }
  }

  return {
    needsEstimates: true,
    exceeded: () => null,
    spentShare: async () => {
      const { spent, limits } = await budgetRecord();
      return largestShare(spent, limits);
    },
    msLeft: () => Infinity,
    reserve: async (estimate, signal) => {
      // Nobody waits: those of one moment are counted together.
      if (oneAtATime.activeCount + oneAtATime.pendingCount === 0) {
        throwIfAborted(signal);
        const held = await take(estimate);
        if (held !== null) return held;
      }
      let begin = (): void => undefined;
      const turn = new Promise<void>((resolve) => (begin = resolve));
      const reservation = oneAtATime(async () => {
        begin();
        throwIfAborted(signal);
        return takeWhenRoom(estimate, signal);
      });
      // A call may wait for an hour for its turn. If it is cancelled before, it reserves nothing.
      reservation.catch(() => undefined);
      await abortable(turn, signal);
      return reservation;
    },
  };
}
