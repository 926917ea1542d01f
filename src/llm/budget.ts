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

/** Call it once: with the actual cost, or with null if no request was sent. */
export type Settle = (actual: Cost | null) => Promise<void>;

export interface Budget {
  /** True if a limit depends on tokens or USD. */
  readonly needsEstimates: boolean;
  /**
   * Reserves the estimate. If it only fits after calls in flight have settled, waits for them.
   * @throws CancelledError
   * @returns a function to settle with, or the limit that the call would exceed; after that every call is refused
   */
  reserve(estimate: Cost, signal: AbortSignal): Promise<Settle | BudgetExceeded>;
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

  return {
    needsEstimates: limits.maxTokens !== null || limits.maxUsd !== null,
    exceeded: () => exceeded,
    spentShare: async () => largestShare(add(spent, reserved), limits),
    msLeft: () => 1_000 * ((limits.maxSeconds ?? Infinity) - elapsedSeconds()),
    reserve: async (estimate, signal) => {
      const wanted = asAmounts(estimate);
      for (;;) {
        exceeded ??= firstExceeded(add(spent, wanted));
        if (exceeded !== null) return exceeded;
        if (firstExceeded(add(add(spent, reserved), wanted)) === null) break;
        await abortable(new Promise<void>((resolve) => waiters.push(resolve)), signal);
      }
      reserved = add(reserved, wanted);
      return async (actual) => {
        reserved = add(reserved, wanted, -1);
        if (actual !== null) spent = add(spent, asAmounts(actual));
        const woken = waiters;
        waiters = [];
        for (const resolve of woken) resolve();
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
      const settleInner = await inner.reserve(estimate, signal);
      if (typeof settleInner !== 'function') return settleInner;
      let settleOuter: Settle | BudgetExceeded | null = null;
      try {
        settleOuter = await outer.reserve(estimate, signal);
      } finally {
        // Refused, cancelled or failed: release the inner reservation.
        if (typeof settleOuter !== 'function') await settleInner(null);
      }
      if (typeof settleOuter !== 'function') return settleOuter;
      const settleBoth = [settleInner, settleOuter];
      return async (actual) => {
        await Promise.all(settleBoth.map((settle) => settle(actual)));
      };
    },
  };
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
