/**
 * Adaptive concurrency limit of one endpoint: additive increase, multiplicative decrease (AIMD), as in TCP congestion control.
 * It starts at the user's limit, halves on overload, and grows by about one per round of successful calls.
 */
import pLimit from 'p-limit';
import type { Clock } from '../domain/run-context.ts';
import { abortable, allowManyListeners, sleep, throwIfAborted } from './abort.ts';

interface AdaptiveLimiterOptions {
  readonly maxConcurrency: number;
  readonly clock: Clock;
  /** How long no call may start after this error; 0 if the server does not say. Null: the error is not a sign of overload. */
  readonly overloadPauseMs: (error: unknown) => number | null;
}

export function createAdaptiveLimiter(options: AdaptiveLimiterOptions) {
  const { maxConcurrency, clock, overloadPauseMs } = options;
  const slots = pLimit(maxConcurrency);
  let limit = maxConcurrency;
  let decreases = 0;
  let resumeAtMs = -Infinity;

  function setLimit(next: number): void {
    limit = Math.min(maxConcurrency, Math.max(1, next));
    slots.concurrency = Math.floor(limit);
  }

  async function observed<Result>(work: () => Promise<Result>): Promise<Result> {
    const decreasesAtStart = decreases;
    try {
      const result = await work();
      setLimit(limit + 1 / limit);
      return result;
    } catch (error) {
      const pauseMs = overloadPauseMs(error);
      if (pauseMs !== null) {
        resumeAtMs = Math.max(resumeAtMs, clock.monotonicMs() + pauseMs);
        // Count a burst of refusals once, however many calls were in flight.
        if (decreases === decreasesAtStart) {
          decreases++;
          setLimit(limit / 2);
        }
      }
      throw error;
    }
  }

  return {
    /** Current limit. */
    limit: (): number => slots.concurrency,
    /**
     * Runs the work as soon as a slot is free. Wait between retries outside: a wait must not hold a slot.
     * @param startSignal if aborted, waiting work is not waited for, and does not start; running work continues
     */
    run: async <Result>(signal: AbortSignal, work: () => Promise<Result>, startSignal = signal): Promise<Result> => {
      allowManyListeners(signal);
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const result = slots(async () => {
        throwIfAborted(startSignal);
        // Again: a refusal in the meantime prolongs the pause, and a timer may fire a little early.
        while (clock.monotonicMs() < resumeAtMs) await sleep(resumeAtMs - clock.monotonicMs(), startSignal);
        begin();
        return observed(work);
      });
      // Nobody waits for it where it does not start.
      result.catch(() => undefined);
      await abortable(begun, startSignal);
      return abortable(result, signal);
    },
  };
}
