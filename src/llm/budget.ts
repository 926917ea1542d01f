/** Keeps limits: checked before each call with what the call may take, settled with what it took. */
import type { Amounts, BudgetExceeded, ModelLimits } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import { abortable } from '../web/abort.ts';

/** What a call may take, or took. `usd` null: the price is unknown. */
export interface Cost {
  readonly tokens: number;
  readonly usd: number | null;
}

/** To be called once: with what the call took, or with null where it was not made. */
type Settle = (actual: Cost | null) => Promise<void>;

export interface Budget {
  /** False where no limit depends on tokens: then nobody needs to count them beforehand. */
  readonly needsEstimates: boolean;
  /**
   * Takes the estimate from what is left. Where only the calls under way stand in the way, it waits for them.
   * @throws CancelledError while it waits
   * @returns a function to settle with, or the limit that the call would exceed: from then on no call gets through
   */
  reserve(estimate: Cost, signal: AbortSignal): Promise<Settle | BudgetExceeded>;
  exceeded(): BudgetExceeded | null;
  /** True where the time is over: retrying is then pointless. */
  isOutOfTime(): boolean;
}

const NOTHING: Amounts = { calls: 0, tokens: 0, usd: 0 };

export function createBudget(limits: ModelLimits, clock: Clock): Budget {
  const startMs = clock.monotonicMs();
  let spent = NOTHING;
  let reserved = NOTHING;
  let exceeded: BudgetExceeded | null = null;
  let wake: (() => void)[] = [];

  const elapsedSeconds = () => (clock.monotonicMs() - startMs) / 1000;

  const firstExceeded = (amounts: Amounts) => exceededBy(amounts, limits, elapsedSeconds());

  return {
    needsEstimates: limits.maxTokens !== null || limits.maxUsd !== null,
    exceeded: () => exceeded,
    isOutOfTime: () => limits.maxSeconds !== null && elapsedSeconds() > limits.maxSeconds,
    reserve: async (estimate, signal) => {
      const wanted = asAmounts(estimate);
      for (;;) {
        exceeded ??= firstExceeded(add(spent, wanted));
        if (exceeded !== null) return exceeded;
        if (firstExceeded(add(add(spent, reserved), wanted)) === null) break;
        await abortable(new Promise<void>((resolve) => wake.push(resolve)), signal);
      }
      reserved = add(reserved, wanted);
      return async (actual) => {
        reserved = add(reserved, wanted, -1);
        if (actual !== null) spent = add(spent, asAmounts(actual));
        const sleepers = wake;
        wake = [];
        for (const resolve of sleepers) resolve();
      };
    },
  };
}

/** Both limits hold for a call: those of its run, and those of the client that it shares with other runs. */
export function withinBoth(inner: Budget, outer: Budget): Budget {
  return {
    needsEstimates: inner.needsEstimates || outer.needsEstimates,
    exceeded: () => inner.exceeded() ?? outer.exceeded(),
    isOutOfTime: () => inner.isOutOfTime() || outer.isOutOfTime(),
    reserve: async (estimate, signal) => {
      const settleInner = await inner.reserve(estimate, signal);
      if (typeof settleInner !== 'function') return settleInner;
      let settleOuter: Settle | BudgetExceeded | null = null;
      try {
        settleOuter = await outer.reserve(estimate, signal);
      } finally {
        // Refused, stopped while it waited, or failed: what the inner one set aside is free again.
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

/** @throws InputError where a limit in USD could not be kept, because the price of what is asked is unknown */
export function requireKnownPrice(limits: ModelLimits, asked: string, endpoint: string, isKnown: boolean): void {
  if (limits.maxUsd === null || isKnown) return;
  throw new InputError(`A limit in USD cannot be kept: the price of ${asked} at ${endpoint} is unknown.`, {
    advice: 'Give its price in a file (--prices), or set a limit on calls or tokens instead.',
  });
}

/** The first limit that these amounts exceed. */
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
