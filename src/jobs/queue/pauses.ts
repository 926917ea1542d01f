/** Backoff in an outage: one job at a time probes whether the service is back, at growing intervals. */
import type { Clock } from '../../domain/run-context.ts';

const FIRST_MS = 5_000;
export const LONGEST_MS = 60_000;

export type Pauses = ReturnType<typeof createPauses>;

export function createPauses(clock: Clock) {
  /** 0: no outage is known. */
  let pauseMs = 0;
  let untilMs = Number.NEGATIVE_INFINITY;
  let answeredMs = Number.NEGATIVE_INFINITY;
  return {
    /** How many jobs may be under way now. */
    room: (concurrency: number): number => {
      if (pauseMs === 0) return concurrency;
      return clock.monotonicMs() < untilMs ? 0 : 1;
    },
    answered: (): void => {
      pauseMs = 0;
      answeredMs = clock.monotonicMs();
    },
    hasAnsweredSince: (ms: number): boolean => answeredMs > ms,
    /**
     * @param beganMs when the job began: one that began before the pause ended tells nothing new
     * @returns the length of a new pause; null: the outage is known already
     */
    unanswered: (beganMs: number): number | null => {
      if (beganMs < untilMs) return null;
      pauseMs = pauseMs === 0 ? FIRST_MS : Math.min(LONGEST_MS, pauseMs * 2);
      untilMs = clock.monotonicMs() + pauseMs;
      return pauseMs;
    },
  };
}
