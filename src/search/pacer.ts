/** Spaces out the requests to one service. */
import type { Clock } from '../domain/run-context.ts';
import { sleep } from '../net/sleep.ts';

export interface Pacer {
  /**
   * Resolves when the next request may start.
   * @throws CancelledError
   */
  turn(signal: AbortSignal): Promise<void>;
  /** Nobody starts for so long from now. */
  pause(ms: number): void;
}

/** @param minIntervalMs between the starts of two requests; 0: no wait */
export function createPacer(minIntervalMs: number, clock: Clock): Pacer {
  let readyAtMs = -Infinity;
  const waitMs = () => readyAtMs - clock.monotonicMs();
  return {
    turn: async (signal) => {
      // All who wait wake up together; the first of them takes the turn, and the others see that it is gone.
      while (waitMs() > 0) await sleep(waitMs(), signal);
      readyAtMs = clock.monotonicMs() + minIntervalMs;
    },
    pause: (ms) => {
      readyAtMs = Math.max(readyAtMs, clock.monotonicMs() + ms);
    },
  };
}
