/** Limits on what model calls may take: of one run, of all runs of a client, or of all runs on a store that share them. */

/** What model calls take, or took. */
export interface Amounts {
  readonly calls: number;
  /** Input and output together. */
  readonly tokens: number;
  readonly usd: number;
}

/** By work before this, under the same limits. */
export interface Taken extends Amounts {
  readonly seconds: number;
}

/** Null: no limit. Repairs and probes count, cached answers do not. */
export interface ModelLimits {
  readonly maxUsd: number | null;
  readonly maxCalls: number | null;
  /** Input and output together. */
  readonly maxTokens: number | null;
  /** Seconds from the beginning of the run, or of the client. */
  readonly maxSeconds: number | null;
}

export const NO_LIMITS: ModelLimits = { maxUsd: null, maxCalls: null, maxTokens: null, maxSeconds: null };

/** Share of the tightest limit on calls, tokens or USD; null without one. */
export function largestShare(amounts: Amounts, limits: Omit<ModelLimits, 'maxSeconds'>): number | null {
  const shares = [
    limits.maxCalls === null ? null : amounts.calls / limits.maxCalls,
    limits.maxTokens === null ? null : amounts.tokens / limits.maxTokens,
    limits.maxUsd === null ? null : amounts.usd / limits.maxUsd,
  ].filter((share) => share !== null);
  return shares.length === 0 ? null : Math.max(...shares);
}

export interface BudgetExceeded {
  readonly limit: keyof ModelLimits;
  /** The name of a shared budget; absent: the limit is of this run or this client. */
  readonly budget?: string;
  readonly allowed: number;
  /** What the refused call would have brought it to. */
  readonly needed: number;
}

/** A budget that all runs with its name share, over all processes on one store. */
export interface SharedBudget {
  readonly limits: Omit<ModelLimits, 'maxSeconds'>;
  /** With what calls under way may take, and what those of a process that was killed might have taken. */
  readonly spent: Amounts;
  /** Calls are under way: what was counted for them may not be what they take. Those of a killed process count for half a minute. */
  readonly isUnderWay: boolean;
}

export interface BudgetRecords {
  /** Begins the budget, or gives it other limits: what was spent stays. */
  put(name: string, limits: SharedBudget['limits']): Promise<void>;
  get(name: string): Promise<SharedBudget | null>;
  /**
   * Before a call: counts what it may take as spent, and the call as under way until it is settled. Again for a call that is
   * under way: what it may take beyond that.
   * @param callId unlike those of all other calls
   * @param amounts `usd` null: the price is unknown, and a limit in USD leaves no room for it
   * @returns false: a limit leaves no room for it, or there is no such budget
   */
  take(name: string, callId: string, amounts: Omit<Amounts, 'usd'> & { readonly usd: number | null }): Promise<boolean>;
  /** After it: adds what it took beyond that; less than 0: gives some back. */
  settle(name: string, callId: string, difference: Amounts): Promise<void>;
}

/** How many there may be in a minute, over all processes on one store; null: any number. */
export interface RateLimits {
  /** Each request counts, repeated ones too. */
  readonly maxCallsPerMinute: number | null;
  readonly maxTokensPerMinute: number | null;
}

export interface BookedStretch {
  readonly key: string;
  readonly ms: number;
  readonly endsAtMs: number;
}

export interface Booking {
  readonly waitMs: number;
  readonly stretches: readonly BookedStretch[];
}

export interface RateRecords {
  /**
   * Books the next free stretch of time of each key.
   * @param stretchesMs by key
   * @returns milliseconds until the last of them begins, and when each ends, both by the store's clock
   */
  book(stretchesMs: Readonly<Record<string, number>>): Promise<Booking>;
  /** Unless another is booked behind it, which stays where it is: the next would be booked for the same time. */
  giveBack(stretch: BookedStretch): Promise<void>;
  /** Makes what was booked under the key longer, or shorter (less than 0). */
  correct(key: string, differenceMs: number): Promise<void>;
}
