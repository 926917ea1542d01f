/** Budgets: reserve the estimated cost before a call, settle with the actual cost after it. */
import { randomUUID } from 'node:crypto';
import { largestShare, type Amounts, type BudgetExceeded, type ModelLimits, type Taken } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import { abortable } from '../web/abort.ts';
import type { Counted } from './batch/begun-call.ts';
import {
  add,
  asAmounts,
  countedBefore,
  createReservation,
  NOTHING,
  type Cost,
  type Reservation,
} from './reservation.ts';

export interface Budget {
  /** Of all that it consists of, in what is kept of calls. */
  readonly ids: readonly string[];
  /** True if a limit depends on tokens or USD. */
  readonly needsEstimates: boolean;
  /**
   * Reserves the estimate. If it only fits after calls in flight have settled, waits for them.
   * @param counted what is counted for this call already, by id
   * @throws CancelledError
   * @returns the limit that the call would exceed, if there is one; after that every call is refused
   */
  reserve(estimate: Cost, signal: AbortSignal, counted?: Counted): Promise<Reservation | BudgetExceeded>;
  exceeded(): BudgetExceeded | null;
  /** Share of the tightest limit on calls, tokens or USD that is spent or reserved; null without one. */
  spentShare(): Promise<number | null>;
  /** Until `maxSeconds` are over, after which nothing more is sent; negative then. Infinity without that limit. */
  msLeft(): number;
  /** The limit that is reached once they are over. */
  late(): BudgetExceeded | null;
}

const NOTHING_TAKEN: Taken = { ...NOTHING, seconds: 0 };

/** @param before what counts against the limits from the start */
export function createBudget(limits: ModelLimits, clock: Clock, before: Taken = NOTHING_TAKEN): Budget {
  const id = randomUUID();
  const startMs = clock.monotonicMs();
  let spent: Amounts = before;
  let reserved = NOTHING;
  let exceeded: BudgetExceeded | null = null;
  let waiters: (() => void)[] = [];

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
    const woken = waiters;
    waiters = [];
    for (const resolve of woken) resolve();
  }

  return {
    ids: [id],
    needsEstimates: limits.maxTokens !== null || limits.maxUsd !== null,
    exceeded: () => exceeded,
    spentShare: async () => largestShare(add(spent, reserved), limits),
    msLeft: () => 1_000 * ((limits.maxSeconds ?? Infinity) - elapsedSeconds()),
    late: () => firstExceeded(NOTHING),
    reserve: async (estimate, signal, counted) => {
      const before = counted?.get(id);
      if (before !== undefined) return exceeded ?? countedBefore(before, (difference) => settled(NOTHING, difference));
      const wanted = asAmounts(estimate);
      for (;;) {
        exceeded ??= firstExceeded(add(spent, wanted));
        if (exceeded !== null) return exceeded;
        if (hold(wanted)) break;
        await abortable(new Promise<void>((resolve) => waiters.push(resolve)), signal);
      }
      return createReservation({ estimate, hold, settle: settled });
    },
  };
}

/** A budget that reserves in both: in that of the run, and in one that it shares with other runs. */
export function combineBudgets(inner: Budget, outer: Budget): Budget {
  return {
    ids: [...inner.ids, ...outer.ids],
    needsEstimates: inner.needsEstimates || outer.needsEstimates,
    exceeded: () => inner.exceeded() ?? outer.exceeded(),
    spentShare: async () => {
      const shares = await Promise.all([inner.spentShare(), outer.spentShare()]);
      return shares.reduce((largest, share) => (largest === null || (share ?? 0) > largest ? share : largest));
    },
    msLeft: () => Math.min(inner.msLeft(), outer.msLeft()),
    late: () => inner.late() ?? outer.late(),
    reserve: async (estimate, signal, counted) => {
      const innerHeld = await inner.reserve(estimate, signal, counted);
      if (isExceeded(innerHeld)) return innerHeld;
      let outerHeld: Reservation | BudgetExceeded | null = null;
      try {
        outerHeld = await outer.reserve(estimate, signal, counted);
      } finally {
        // Refused, cancelled or failed: release the inner reservation.
        if (outerHeld === null || isExceeded(outerHeld)) await innerHeld.settle(null);
      }
      if (isExceeded(outerHeld)) return outerHeld;
      const held = outerHeld;
      return {
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
export function requireKnownPrice(limits: ModelLimits, service: string, endpoint: string, isKnown: boolean): void {
  if (limits.maxUsd === null || isKnown) return;
  throw new InputError(`A USD limit cannot be enforced: unknown price of ${service} at ${endpoint}.`, {
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
