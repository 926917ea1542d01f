/** Budgets: reserve the estimated cost before a call, settle with the actual cost after it. */
import { largestShare, type Amounts, type BudgetExceeded, type ModelLimits, type Taken } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import { abortable } from '../web/abort.ts';

/** Estimated or actual cost of a call. `usd` null: the price is unknown. */
export interface Cost {
  readonly tokens: number;
  readonly usd: number | null;
}

/** Room that a call holds until it is settled. */
export interface Reservation {
  /**
   * To what is estimated now, right before a request: while the call waited, others may have taken more than they held.
   * @returns false: there is no room for it now. What was held is held on
   */
  adjust(estimate: Cost): Promise<boolean>;
  /** Call it once: with the actual cost, or with null if no request was sent. */
  settle(actual: Cost | null): Promise<void>;
}

export interface Budget {
  /** True if a limit depends on tokens or USD. */
  readonly needsEstimates: boolean;
  /**
   * Reserves the estimate. If it only fits after calls in flight have settled, waits for them.
   * @throws CancelledError
   * @returns the limit that the call would exceed, if there is one; after that every call is refused
   */
  reserve(estimate: Cost, signal: AbortSignal): Promise<Reservation | BudgetExceeded>;
  exceeded(): BudgetExceeded | null;
  /** Share of the tightest limit on calls, tokens or USD that is spent or reserved; null without one. */
  spentShare(): Promise<number | null>;
  /** Until `maxSeconds` are over, after which nothing is retried; negative then. Infinity without that limit. */
  msLeft(): number;
}

const NOTHING: Amounts = { calls: 0, tokens: 0, usd: 0 };
const NOTHING_TAKEN: Taken = { ...NOTHING, seconds: 0 };

/** @param before what counts against the limits from the start */
export function createBudget(limits: ModelLimits, clock: Clock, before: Taken = NOTHING_TAKEN): Budget {
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

  return {
    needsEstimates: limits.maxTokens !== null || limits.maxUsd !== null,
    exceeded: () => exceeded,
    spentShare: async () => largestShare(add(spent, reserved), limits),
    msLeft: () => 1_000 * ((limits.maxSeconds ?? Infinity) - elapsedSeconds()),
    reserve: async (estimate, signal) => {
      let held = asAmounts(estimate);
      for (;;) {
        exceeded ??= firstExceeded(add(spent, held));
        if (exceeded !== null) return exceeded;
        if (hold(held)) break;
        await abortable(new Promise<void>((resolve) => waiters.push(resolve)), signal);
      }
      return {
        adjust: async (now) => {
          const more = add(asAmounts(now), held, -1);
          const isHeld = hold(more);
          if (isHeld) held = add(held, more);
          return isHeld;
        },
        settle: async (actual) => {
          reserved = add(reserved, held, -1);
          if (actual !== null) spent = add(spent, asAmounts(actual));
          const woken = waiters;
          waiters = [];
          for (const resolve of woken) resolve();
        },
      };
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
    reserve: async (estimate, signal) => {
      const innerHeld = await inner.reserve(estimate, signal);
      if (isExceeded(innerHeld)) return innerHeld;
      let outerHeld: Reservation | BudgetExceeded | null = null;
      try {
        outerHeld = await outer.reserve(estimate, signal);
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

export function asAmounts(cost: Cost): Amounts {
  return { calls: 1, tokens: cost.tokens, usd: cost.usd ?? 0 };
}

export function add(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  return { calls: a.calls + sign * b.calls, tokens: a.tokens + sign * b.tokens, usd: a.usd + sign * b.usd };
}
