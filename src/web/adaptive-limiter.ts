/**
 * How many calls an endpoint gets at once: additive increase, multiplicative decrease, as in TCP's congestion
 * control. It starts at the user's limit, halves when the endpoint says "too many", and recovers by about one
 * for every round of calls that went well.
 */
import { setMaxListeners } from 'node:events';
import { CancelledError } from '../domain/errors.ts';
import type { Clock } from '../domain/run-context.ts';
import { sleep, throwIfAborted } from './sleep.ts';

interface AdaptiveLimiterOptions {
  /** Calls at once, at most; at least 1. */
  readonly maxConcurrency: number;
  readonly clock: Clock;
  /** Null: the error has nothing to do with load. Otherwise for how long (ms) nobody may start; 0 where unknown. */
  readonly overloadPauseMs: (error: unknown) => number | null;
}

interface AdaptiveLimiter {
  /** Runs the work as soon as there is a slot. Waiting between attempts belongs outside: it must not hold a slot. */
  run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Calls allowed at once now. */
  limit(): number;
}

export function createAdaptiveLimiter(options: AdaptiveLimiterOptions): AdaptiveLimiter {
  const { maxConcurrency, clock, overloadPauseMs } = options;
  const waiting: (() => void)[] = [];
  let limit = maxConcurrency;
  let active = 0;
  let decreases = 0;
  let resumeAtMs = -Infinity;

  async function acquire(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    if (active < Math.floor(limit)) {
      active++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        active++;
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new CancelledError('The run was stopped.', { cause: signal.reason }));
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(start);
    });
  }

  function release(): void {
    active--;
    while (active < Math.floor(limit)) {
      const start = waiting.shift();
      if (start === undefined) return;
      start();
    }
  }

  return {
    limit: () => Math.floor(limit),
    run: async (signal, work) => {
      // Hundreds may wait for one stop; Node takes more than ten listeners for a leak.
      setMaxListeners(0, signal);
      await acquire(signal);
      try {
        const pauseMs = resumeAtMs - clock.monotonicMs();
        if (pauseMs > 0) await sleep(pauseMs, signal);
        const decreasesAtStart = decreases;
        try {
          const result = await work();
          limit = Math.min(maxConcurrency, limit + 1 / limit);
          return result;
        } catch (error) {
          const pause = overloadPauseMs(error);
          if (pause !== null) {
            resumeAtMs = Math.max(resumeAtMs, clock.monotonicMs() + pause);
            // One burst of refusals is one sign of overload, however many calls were under way.
            if (decreases === decreasesAtStart) {
              decreases++;
              limit = Math.max(1, limit / 2);
            }
          }
          throw error;
        }
      } finally {
        release();
      }
    },
  };
}
