/** A leaky bucket: spreads the starts of requests over time. */
import type { Clock } from '../domain/run-context.ts';
import { sleep } from './abort.ts';

export interface PacerOptions {
  readonly clock: Clock;
  /** Average time between two starts. */
  readonly intervalMs: number;
  /** Number of requests that may start together after an idle time. Default: one. */
  readonly burst?: number | undefined;
}

export function createPacer({ clock, intervalMs, burst = 1 }: PacerOptions) {
  const headStartMs = (burst - 1) * intervalMs;
  let emptyAtMs = -Infinity;
  let pausedUntilMs = -Infinity;
  const waitMs = () => Math.max(emptyAtMs - headStartMs, pausedUntilMs) - clock.monotonicMs();
  return {
    isIdle: (): boolean => waitMs() <= 0,
    /**
     * Resolves when the next request may start.
     * @param nextAfterMs time until the request after it may start
     * @throws CancelledError
     */
    turn: async (signal: AbortSignal, nextAfterMs = intervalMs): Promise<void> => {
      // All waiting requests wake up together. The first takes the turn; the others find that it is taken.
      while (waitMs() > 0) await sleep(waitMs(), signal);
      emptyAtMs = Math.max(emptyAtMs, clock.monotonicMs()) + nextAfterMs;
    },
    /** Holds back all requests for this time. */
    pause: (ms: number): void => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms);
      // No burst after a pause that the server requested.
      emptyAtMs = Math.max(emptyAtMs, pausedUntilMs + headStartMs);
    },
  };
}

export type Pacer = ReturnType<typeof createPacer>;
