/** Jobs that ended long ago are forgotten, also by a process that runs for months. */
import type { JobRecords } from '../../domain/job.ts';
import type { Clock } from '../../domain/run-context.ts';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;

/** @returns to be called every now and then: it asks the store once a day */
export function createForgetting(jobs: Pick<JobRecords, 'removeEndedBefore'>, clock: Clock): () => Promise<void> {
  let nextMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock.now().getTime();
    if (nowMs < nextMs) return;
    await jobs.removeEndedBefore(new Date(nowMs - KEPT_DAYS * DAY_MS).toISOString());
    nextMs = nowMs + DAY_MS;
  };
}
