/** One address that models are asked at: its slots, its retries, its timeouts. */
import { GroundruleError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { createAdaptiveLimiter } from '../web/adaptive-limiter.ts';
import { retry, type RetryAdvice, type RetryPolicy } from '../web/retry.ts';
import { withTimeout } from '../web/abort.ts';
import { EndpointError, toEndpointError } from './endpoint-error.ts';

interface EndpointOptions {
  /** As messages call it. */
  readonly name: string;
  readonly maxConcurrency: number;
  readonly timeoutMs: number;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
}

interface EndpointRequest<Result> {
  readonly jitterSeed: number;
  /** Bounds the policy's own number; null: as the policy says. */
  readonly maxAttempts: number | null;
  readonly mayRetry: () => boolean;
  /** Resolves when its request may be sent. */
  readonly turn: () => Promise<void>;
  readonly onAttempt: () => void;
  /** Aborted: nothing more is sent; what was sent is stopped by the run's own signal alone. */
  readonly sending: AbortSignal;
  readonly send: (signal: AbortSignal) => Promise<Result>;
}

export interface Endpoint {
  /** @throws EndpointError of the last attempt; CancelledError */
  request<Result>(run: RunContext, request: EndpointRequest<Result>): Promise<Result>;
  /** True once the server has replied to anything. */
  wasReached(): boolean;
}

/** A request that took too long may have been paid for, so it is not repeated more than once. */
const MAX_ATTEMPTS_AFTER_TIMEOUT = 2;

/** Before the first reply these mean a wrong address far more often than a hiccup. */
const NOBODY_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND']);

export function createEndpoint(options: EndpointOptions): Endpoint {
  const { clock, timeoutMs, retryPolicy } = options;
  let reached = false;
  const limiter = createAdaptiveLimiter({
    maxConcurrency: options.maxConcurrency,
    clock,
    overloadPauseMs: (error) =>
      error instanceof EndpointError && error.kind === 'rate-limited'
        ? Math.min(error.retryAfterMs ?? 0, retryPolicy.maxRetryAfterMs)
        : null,
  });

  function adviceFor(error: unknown, attempts: number): RetryAdvice {
    if (!(error instanceof EndpointError)) return { retry: false };
    const { kind, code, retryAfterMs } = error;
    const worthIt =
      ['rate-limited', 'server', 'not-a-model-server'].includes(kind) ||
      (kind === 'timeout' && attempts < MAX_ATTEMPTS_AFTER_TIMEOUT) ||
      (kind === 'connection' && (reached || code === null || !NOBODY_THERE.has(code)));
    return worthIt ? { retry: true, retryAfterMs } : { retry: false };
  }

  return {
    wasReached: () => reached,
    request: async (run, { jitterSeed, maxAttempts, mayRetry, turn, onAttempt, sending, send }) => {
      let attempts = 0;
      const attempt = async () => {
        await turn();
        attempts++;
        onAttempt();
        try {
          const result = await withTimeout(timeoutMs, run.signal, send);
          reached = true;
          return result;
        } catch (error) {
          if (error instanceof GroundruleError) throw error;
          const sorted = toEndpointError(error, clock.now());
          reached ||= sorted.status !== null;
          throw sorted;
        }
      };
      return retry(() => limiter.run(run.signal, attempt, sending), {
        policy: { ...retryPolicy, maxAttempts: Math.min(retryPolicy.maxAttempts, maxAttempts ?? Infinity) },
        signal: sending,
        jitterSeed,
        onRetryAfter: (waitMs) => run.emit({ type: 'wait', server: options.name, waitMs }),
        adviceFor: (error) => (mayRetry() ? adviceFor(error, attempts) : { retry: false }),
      });
    },
  };
}
