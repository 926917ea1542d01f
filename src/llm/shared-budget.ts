/** A budget that runs share by name, across all processes on one store. */
import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { largestShare, type Amounts, type BudgetExceeded, type BudgetRecords } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import { abortable, sleep, throwIfAborted } from '../web/abort.ts';
import { exceededBy, isExceeded, type Budget } from './budget.ts';
import { add, asAmounts, countedBefore, createReservation, type Cost, type Reservation } from './reservation.ts';

/** Poll interval while calls of other processes hold the rest of the budget. */
const POLL_MS = 200;

/**
 * A call whose batch was begun stays counted where it was then: what it took corrects that in budgets, too, that the run
 * which takes its answer does not share.
 */
export function correctingEarlier(budget: Budget, records: BudgetRecords): Budget {
  return {
    ...budget,
    reserve: async (estimate, signal, begun = null) => {
      const reserved = await budget.reserve(estimate, signal, begun);
      if (begun === null || isExceeded(reserved)) return reserved;
      const names = [...begun.keys()].filter((name) => !reserved.held().has(name));
      // Limits of a client that is gone have no record: nothing is corrected.
      const earlier = names.map((name) =>
        countedBefore(name, begun, (difference) =>
          records.settle(name, randomUUID(), difference).catch(() => undefined),
        ),
      );
      return {
        ...reserved,
        settle: async (actual) => {
          await Promise.all([reserved, ...earlier].map((each) => each.settle(actual)));
        },
      };
    },
  };
}

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
    const callId = randomUUID();
    const hold = (more: Amounts, { usd }: Cost) =>
      records.take(name, callId, { ...more, usd: usd === null ? null : more.usd });
    if (!(await hold(asAmounts(estimate), estimate))) return null;
    return createReservation({
      budget: name,
      estimate,
      hold,
      settle: (held, taken) => settle(callId, add(taken, held, -1)),
    });
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

  // Ignore a store error: what is counted stays so, and the next call reports the error.
  const settle = (callId: string, difference: Amounts) =>
    records.settle(name, callId, difference).catch(() => undefined);

  return {
    needsEstimates: true,
    exceeded: () => null,
    spentShare: async () => {
      const { spent, limits } = await budgetRecord();
      return largestShare(spent, limits);
    },
    msLeft: () => Infinity,
    late: () => null,
    reserve: async (estimate, signal, begun = null) => {
      if (begun !== null) return countedBefore(name, begun, (difference) => settle(randomUUID(), difference));
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
