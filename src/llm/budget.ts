/** Budgets: reserve the estimated cost before a call, settle with the actual cost after it. */
import { randomUUID } from 'node:crypto';
import { largestShare, type Amounts, type BudgetExceeded, type ModelLimits, type Taken } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import { abortable } from '../web/abort.ts';
import { add, asAmounts, countedBefore, createReservation, NOTHING } from './reservation.ts';
import type { Cost, Counted, Reservation } from './reservation.ts';

export interface Budget {
  /** True if a limit depends on tokens or USD. */
  readonly needsEstimates: boolean;
  /**
   * Reserves the estimate. If it only fits after calls in flight have settled, waits for them.
   * @param begun what is counted for the call since its batch began: it is no new call, and is never refused
   * @throws CancelledError
   * @returns the limit that the call would exceed, if there is one; after that every call is refused
   */
  reserve(estimate: Cost, signal: AbortSignal, begun?: Counted | null): Promise<Reservation | BudgetExceeded>;
  exceeded(): BudgetExceeded | null;
  /** Share of the tightest limit on calls, tokens or USD that is spent or reserved; null without one. */
  spentShare(): Promise<number | null>;
  /** Until `maxSeconds` are over, after which nothing more is sent; negative then. Infinity without that limit. */
  msLeft(): number;
  /** The limit that is reached once they are over. */
  late(): BudgetExceeded | null;
}

/** Of those that wait: a small call passes a large one, and few are asked. */
const MAX_MISSES = 3;

const NOTHING_TAKEN: Taken = { ...NOTHING, seconds: 0 };

/** @param before what counts against the limits from the start */
export function createBudget(limits: ModelLimits, clock: Clock, before: Taken = NOTHING_TAKEN): Budget {
  const id = randomUUID();
  const startMs = clock.monotonicMs();
  let spent: Amounts = before;
  let reserved = NOTHING;
  let exceeded: BudgetExceeded | null = null;
  /** In order. They return false where there is still no room. */
  const waiters = new Set<() => boolean>();

  const elapsedSeconds = () => before.seconds + (clock.monotonicMs() - startMs) / 1000;

  const firstExceeded = (amounts: Amounts) => exceededBy(amounts, limits, elapsedSeconds());

  /** False: there is no room now. */
  function hold(more: Amounts): boolean {
    if (firstExceeded(add(add(spent, reserved), more)) !== null) return false;
    reserved = add(reserved, more);
    return true;
  }

  function settled(held: Amounts, taken: Amounts): void {
    reserved = add(reserved, held, -1);
    spent = add(spent, taken);
    wake();
  }

  function wake(): void {
    let misses = 0;
    for (const mayGo of waiters) {
      if (mayGo()) waiters.delete(mayGo);
      else if (++misses === MAX_MISSES) return;
    }
  }

  async function whenRoom(tryNow: () => Reservation | BudgetExceeded | null, signal: AbortSignal) {
    let waiter = (): boolean => true;
    const turn = new Promise<Reservation | BudgetExceeded>((resolve) => {
      waiter = () => {
        const reserved = tryNow();
        if (reserved !== null) resolve(reserved);
        return reserved !== null;
      };
    });
    waiters.add(waiter);
    return abortable(turn, signal).catch(async (error: unknown) => {
      if (waiters.delete(waiter)) wake();
      else {
        // Cancelled as its turn came: it has room that it does not need.
        const reserved = await turn;
        if (!isExceeded(reserved)) await reserved.settle(null);
      }
      throw error;
    });
  }

  return {
    needsEstimates: limits.maxTokens !== null || limits.maxUsd !== null,
    exceeded: () => exceeded,
    spentShare: async () => largestShare(add(spent, reserved), limits),
    msLeft: () => 1_000 * ((limits.maxSeconds ?? Infinity) - elapsedSeconds()),
    late: () => firstExceeded(NOTHING),
    reserve: async (estimate, signal, begun = null) => {
      if (begun !== null) return countedBefore(id, begun, (difference) => settled(NOTHING, difference));
      const wanted = asAmounts(estimate);
      const tryNow = (): Reservation | BudgetExceeded | null => {
        exceeded ??= firstExceeded(add(spent, wanted));
        if (exceeded !== null) return exceeded;
        return hold(wanted) ? createReservation({ budget: id, estimate, hold, settle: settled }) : null;
      };
      return tryNow() ?? whenRoom(tryNow, signal);
    },
  };
}

/** A budget that reserves in both: in that of the run, and in one that it shares with other runs. */
export function combineBudgets(inner: Budget, outer: Budget): Budget {
  return {
    needsEstimates: inner.needsEstimates || outer.needsEstimates,
    exceeded: () => inner.exceeded() ?? outer.exceeded(),
    spentShare: async () => {
      const shares = await Promise.all([inner.spentShare(), outer.spentShare()]);
      return shares.reduce((largest, share) => (largest === null || (share ?? 0) > largest ? share : largest));
    },
    msLeft: () => Math.min(inner.msLeft(), outer.msLeft()),
    late: () => inner.late() ?? outer.late(),
    reserve: async (estimate, signal, begun) => {
      const innerHeld = await inner.reserve(estimate, signal, begun);
      if (isExceeded(innerHeld)) return innerHeld;
      let outerHeld: Reservation | BudgetExceeded | null = null;
      try {
        outerHeld = await outer.reserve(estimate, signal, begun);
      } finally {
        // Refused, cancelled or failed: release the inner reservation.
        if (outerHeld === null || isExceeded(outerHeld)) await innerHeld.settle(null);
      }
      if (isExceeded(outerHeld)) return outerHeld;
      const held = outerHeld;
      return {
        held: () => new Map([...innerHeld.held(), ...held.held()]),
        adjust: async (now) => (await innerHeld.adjust(now)) && held.adjust(now),
        settle: async (actual) => {
          await Promise.all([innerHeld.settle(actual), held.settle(actual)]);
        },
      };
    },
  };
}

export function isExceeded(reserved: Reservation | BudgetExceeded): reserved is BudgetExceeded {
  return 'limit' in reserved;
}

/** @throws InputError if a USD limit cannot be enforced, because the price is unknown */
export function requireKnownPrice(limits: ModelLimits, service: string, priceList: string, isKnown: boolean): void {
  if (limits.maxUsd === null || isKnown) return;
  throw new InputError(`A USD limit cannot be enforced: unknown price of ${service} at ${priceList}.`, {
    advice: 'Give its price in a file (--prices), or set a limit on calls or tokens instead.',
  });
}

export function exceededBy(amounts: Amounts, limits: ModelLimits, elapsedSeconds: number): BudgetExceeded | null {
  const needed: Record<keyof ModelLimits, number> = {
    maxCalls: amounts.calls,
    maxTokens: amounts.tokens,
    maxUsd: amounts.usd,
    maxSeconds: elapsedSeconds,
  };
  for (const limit of ['maxCalls', 'maxTokens', 'maxUsd', 'maxSeconds'] as const) {
    const allowed = limits[limit];
    if (allowed !== null && needed[limit] > allowed) return { limit, allowed, needed: needed[limit] };
  }
  return null;
}
