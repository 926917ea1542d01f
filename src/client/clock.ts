/** The one real clock. */
import type { Clock } from '../domain/run-context.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};
