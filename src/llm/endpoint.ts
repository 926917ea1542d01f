/** One model endpoint: concurrency, retries, timeouts. */
import { GroundruleError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { createAdaptiveLimiter } from '../web/adaptive-limiter.ts';
import { retry, type RetryPolicy } from '../web/retry.ts';
import { throwIfAborted, withTimeout } from '../web/abort.ts';
import { BATCH_TIMEOUT_MS } from './batch/batch-timing.ts';
import { EndpointError, toEndpointError } from './endpoint-error.ts';

interface EndpointOptions {
  /** Name in messages. */
  readonly name: string;
  readonly maxConcurrency: number;
  readonly timeoutMs: number;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
}

interface EndpointRequest<Result> {
  readonly jitterSeed: number;
  /** It waits in a batch, in no slot and as long as that takes, until nothing more is sent. */
  readonly isBatched: boolean;
  /** Upper limit for the attempts of the retry policy; null: none. */
  readonly maxAttempts: number | null;
  /** After an error that may pass, outside of a slot. It throws where nothing may be asked again. */
  readonly beforeRetry: () => Promise<void>;
  /** Resolves when the request may be sent; in a slot. False: it has to wait outside of one. */
  readonly waitForTurn: () => Promise<boolean>;
  /** Resolves when it may take a slot again. */
  readonly waitOutside: () => Promise<void>;
  readonly onAttempt: () => void;
  /** Of each attempt, also where nothing more is sent; not where the run was aborted meanwhile. */
  readonly onFailure: (error: EndpointError) => void;
  /** If aborted, nothing more is sent. Requests in flight continue until the run's signal aborts, unless they wait in a batch. */
  readonly sending: AbortSignal;
  readonly send: (signal: AbortSignal) => Promise<Result>;
}

/** A request that may have been billed is repeated once only. */
const MAX_LOST_ANSWERS = 2;

const NOT_SENT = Symbol('not sent');

/** Before the first response these codes usually mean a wrong address: no retry. */
const WRONG_ADDRESS_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND']);

export type Endpoint = ReturnType<typeof createEndpoint>;

export function createEndpoint(options: EndpointOptions) {
  const { clock, timeoutMs, retryPolicy } = options;
  const limitMs = retryPolicy.maxRetryAfterMs;
  let reached = false;
  /** Calls have been held back for the whole limit, and none was answered since. */
  let hasPausedForLimit = false;
  const limiter = createAdaptiveLimiter({
    maxConcurrency: options.maxConcurrency,
    clock,
    overloadPauseMs: (error) => {
      if (!(error instanceof EndpointError) || error.kind !== 'rate-limited') return null;
      const waitMs = error.retryAfterMs ?? 0;
      if (waitMs <= limitMs) return waitMs;
      // Pause once: then the rest of the wait may be within the limit. If it cannot be, a pause only delays the refusals.
      if (hasPausedForLimit || waitMs > 2 * limitMs) return 0;
      hasPausedForLimit = true;
      return limitMs;
    },
  });

  function mayPass({ kind, code, billed }: EndpointError, lostAnswers: number): boolean {
    if (billed !== null && lostAnswers >= MAX_LOST_ANSWERS) return false;
    return (
      ['rate-limited', 'server', 'not-a-model-server', 'timeout', 'cut'].includes(kind) ||
      (kind === 'connection' && (reached || code === null || !WRONG_ADDRESS_CODES.has(code)))
    );
  }

  return {
    /** True once the server has sent any response. */
    wasReached: () => reached,
    /** @throws EndpointError of the last attempt; CancelledError */
    request: async <Result>(run: RunContext, request: EndpointRequest<Result>): Promise<Result> => {
      const { jitterSeed, isBatched, maxAttempts, beforeRetry, onAttempt, onFailure, sending, send } = request;
      const signal = isBatched ? sending : run.signal;
      let lostAnswers = 0;
      const attempt = async () => {
        if (!(await request.waitForTurn())) return NOT_SENT;
        onAttempt();
        try {
          const result = await withTimeout(isBatched ? BATCH_TIMEOUT_MS : timeoutMs, signal, send);
          reached = true;
          hasPausedForLimit = false;
          return result;
        } catch (error) {
          if (error instanceof GroundruleError) throw error;
          const endpointError = toEndpointError(error, clock.now());
          reached ||= endpointError.status !== null || endpointError.kind === 'server';
          // Whether a run that is aborted would have been answered, nobody knows.
          throwIfAborted(signal);
          if (endpointError.billed !== null) lostAnswers++;
          onFailure(endpointError);
          throw endpointError;
        }
      };
      const answered = async () => {
        for (;;) {
          const result = await (isBatched ? attempt() : limiter.run(run.signal, attempt, sending));
          if (result !== NOT_SENT) return result;
          await request.waitOutside();
        }
      };
      return retry(answered, {
        policy: { ...retryPolicy, maxAttempts: Math.min(retryPolicy.maxAttempts, maxAttempts ?? Infinity) },
        signal: sending,
        jitterSeed,
        onRetryAfter: (waitMs) => run.emit({ type: 'wait', server: options.name, waitMs }),
        adviceFor: async (error) => {
          if (!(error instanceof EndpointError && mayPass(error, lostAnswers))) return null;
          await beforeRetry();
          return error;
        },
      });
    },
  };
}
