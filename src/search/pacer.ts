/** Spaces out the requests to one service. */
import type { Clock } from '../domain/run-context.ts';
import { sleep } from '../web/sleep.ts';

/** A leaky bucket. @param minIntervalMs on average @param burst so many may start at once after a rest */
export function createPacer(minIntervalMs: number, clock: Clock, burst = 1) {
  const headStartMs = (burst - 1) * minIntervalMs;
  /** When the bucket is empty again. */
  let emptyAtMs = -Infinity;
  let pausedUntilMs = -Infinity;
  const waitMs = () => Math.max(emptyAtMs - headStartMs, pausedUntilMs) - clock.monotonicMs();
  return {
    /** Resolves when the next request may start. @throws CancelledError */
    turn: async (signal: AbortSignal): Promise<void> => {
      // All who wait wake up together; the first of them takes the turn, and the others see that it is gone.
      while (waitMs() > 0) await sleep(waitMs(), signal);
      emptyAtMs = Math.max(emptyAtMs, clock.monotonicMs()) + minIntervalMs;
    },
    /** Nobody starts for so long from now. */
    pause: (ms: number): void => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms);
      // Whoever was told to wait starts slowly again.
      emptyAtMs = Math.max(emptyAtMs, pausedUntilMs + headStartMs);
    },
  };
}
