/** The one retry: exponential backoff, a server's own word on when to come back, and a stop at any moment. */
import { sleep, throwIfAborted } from './sleep.ts';

export interface RetryPolicy {
  /** Requests that fail without a word on when to come back, the first one included; at least 1. */
  readonly maxAttempts: number;
  /** Wait before the second attempt, in milliseconds; doubled for each further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** The longest wait in all that servers may ask for: beyond it they are not asked again. */
  readonly maxRetryAfterMs: number;
}

/** About half a minute of patience of our own: longer outages are for people to look at. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 6,
  baseDelayMs: 500,
  maxDelayMs: 15_000,
  maxRetryAfterMs: 60_000,
};

/** What an error means for the next attempt. `retryAfterMs`: the server's own word; null: it gave none. */
export type RetryAdvice = { readonly retry: false } | { readonly retry: true; readonly retryAfterMs: number | null };

export interface RetryOptions {
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  readonly adviceFor: (error: unknown) => RetryAdvice;
  /** In [0, 1): spreads the waits of calls that failed together; the same call always waits the same. */
  readonly jitterSeed: number;
  /** Before each wait that the server asked for. */
  readonly onRetryAfter?: (waitMs: number) => void;
}

/** @param attempt gets its number, from 1 @throws the last attempt's error; CancelledError */
export async function retry<Result>(
  attempt: (number: number) => Promise<Result>,
  options: RetryOptions,
): Promise<Result> {
  const { policy, signal, adviceFor, jitterSeed } = options;
  let failures = 0;
  let askedMs = 0;
  for (let number = 1; ; number++) {
    throwIfAborted(signal);
    try {
      return await attempt(number);
    } catch (error) {
      throwIfAborted(signal);
      const advice = adviceFor(error);
      if (!advice.retry) throw error;
      const retryAfterMs = advice.retryAfterMs ?? 0;
      // "At once" says nothing of when it will work.
      if (retryAfterMs === 0) failures += 1;
      askedMs += retryAfterMs;
      if (failures >= policy.maxAttempts || askedMs > policy.maxRetryAfterMs) throw error;
      if (retryAfterMs > 0) options.onRetryAfter?.(retryAfterMs);
      await sleep(waitMs(policy, number, advice.retryAfterMs, jitterSeed), signal);
    }
  }
}

/** Half of the backoff is fixed and half is jitter; what a server asked for is a floor. */
function waitMs(policy: RetryPolicy, attempt: number, retryAfterMs: number | null, jitterSeed: number): number {
  const fraction = (jitterSeed + attempt * GOLDEN_FRACTION) % 1;
  if (retryAfterMs !== null) return retryAfterMs + fraction * policy.baseDelayMs;
  const backoffMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  return backoffMs * (0.5 + 0.5 * fraction);
}

/** Successive multiples of it, modulo 1, lie far apart. */
const GOLDEN_FRACTION = 0.618_033_988_75;
