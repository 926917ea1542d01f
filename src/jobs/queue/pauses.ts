/** While what all jobs need is down, one job at a time finds out whether it is back, less and less often. */
import type { Clock } from '../../domain/run-context.ts';

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

export function createPauses(clock: Clock) {
  /** 0: nothing is known to be down. */
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
     * @param beganMs when the job began: what began before the pause tells nothing new
     * @returns how long nothing is begun; null: that is known already
     */
    unanswered: (beganMs: number): number | null => {
      if (beganMs < untilMs) return null;
      pauseMs = pauseMs === 0 ? FIRST_MS : Math.min(LONGEST_MS, pauseMs * 2);
      untilMs = clock.monotonicMs() + pauseMs;
      return pauseMs;
    },
  };
}
