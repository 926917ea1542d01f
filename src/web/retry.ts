/** Retry with exponential backoff, Retry-After and cancellation. */
import { sleep, throwIfAborted } from './abort.ts';

export interface RetryPolicy {
  /** Failures without Retry-After, the first one included; at least 1. */
  readonly maxAttempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Limit for what was waited for Retry-After together with the next one. */
  readonly maxRetryAfterMs: number;
}

/** About a quarter of a minute, or a minute where the server says when to come back: a longer outage needs a person. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 6,
  baseDelayMs: 500,
  maxDelayMs: 15_000,
  maxRetryAfterMs: 60_000,
};

/** How to retry after an error: `retryAfterMs` comes from the server, null if it sent none. Null: not at all. */
export type RetryAdvice = { readonly retryAfterMs: number | null } | null;

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  readonly adviceFor: (error: unknown) => RetryAdvice | Promise<RetryAdvice>;
  /** In [0, 1): spreads calls that failed together, with the same wait for the same call. */
  readonly jitterSeed: number;
  /** Called before each Retry-After wait. */
  readonly onRetryAfter?: (waitMs: number) => void;
}

/** @throws the error of the last attempt; CancelledError */
export async function retry<Result>(attempt: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { policy, signal, adviceFor, jitterSeed } = options;
  let failures = 0;
  let waitedForServerMs = 0;
  for (let number = 1; ; number++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (error) {
      throwIfAborted(signal);
      const advice = await adviceFor(error);
      if (advice === null) throw error;
      const retryAfterMs = advice.retryAfterMs ?? 0;
      // “Retry-After: 0” counts as no Retry-After.
      if (retryAfterMs === 0) failures += 1;
      if (failures >= policy.maxAttempts || waitedForServerMs + retryAfterMs > policy.maxRetryAfterMs) throw error;
      const waitMs = waitBefore(policy, number, retryAfterMs, jitterSeed);
      if (retryAfterMs > 0) {
        waitedForServerMs += waitMs;
        options.onRetryAfter?.(waitMs);
      }
      await sleep(waitMs, signal);
    }
  }
}

/** Backoff: half fixed, half jitter. Retry-After is the minimum: a server that refuses again is asked less often than it says. */
function waitBefore(policy: RetryPolicy, attempt: number, retryAfterMs: number, jitterSeed: number): number {
  const fraction = (jitterSeed + attempt * GOLDEN_FRACTION) % 1;
  const backoffMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1)) * (0.5 + 0.5 * fraction);
  return retryAfterMs === 0 ? backoffMs : Math.max(backoffMs, retryAfterMs + fraction * policy.baseDelayMs);
}

/** Successive multiples, modulo 1, are far apart. */
const GOLDEN_FRACTION = 0.618_033_988_75;

/** The Retry-After header (RFC 9110 §10.2.3). @returns milliseconds from `now`, at least 0; null if it is missing or invalid */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  // Not standard, but some servers send fractions. More than ten digits are no time: centuries.
  if (/^\d{1,10}(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Require a month: Date.parse reads "-5" and "1e3" as years.
  if (!/[a-z]{3}/i.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
