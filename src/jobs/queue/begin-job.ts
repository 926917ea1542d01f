/** Begins a job: marks its row as running, once the budget of its batch has room for it. */
import { setTimeout as delay } from 'node:timers/promises';
import { largestShare } from '../../domain/budget.ts';
import { isOpen, OPEN, type Job, type JobStatus } from '../../domain/job.ts';
import type { StorePort } from '../../domain/ports.ts';
import { hasRoom } from '../budget-room.ts';

/** A cancelled job may have spent nothing: it tells nothing of what one takes. */
const ENDED: readonly JobStatus[] = ['done', 'failed'];
/** How often a waiting job looks for room; workers that wait must not look at the same moments. */
const LOOK_MS = { least: 100, most: 400 };

/**
 * @param mayBegin asked again while the job waits
 * @returns the row, or null where the job has ended; `waiting`: `mayBegin` says no, and the row is as it was
 */
export async function beginJob(
  { jobs, budgets }: Pick<StorePort, 'jobs' | 'budgets'>,
  id: string,
  nowText: () => string,
  mayBegin: () => boolean,
): Promise<Job | null | 'waiting'> {
  async function hasBudget({ batch }: Job, isMarked: boolean): Promise<boolean> {
    const budget = batch === null ? null : await budgets.get(batch.id);
    const share = budget === null ? null : largestShare(budget.spent, budget.limits);
    if (batch === null || share === null) return true;
    // Of a killed process nothing is under way.
    const running = sumOf(await jobs.count({ batch: batch.id, statuses: ['running'], held: true }));
    const ended = sumOf(await jobs.count({ batch: batch.id, statuses: ENDED }));
    return hasRoom({ share, ofEnded: share, ended, underWay: running - (isMarked ? 1 : 0) });
  }

  for (;;) {
    const row = await jobs.get(id);
    if (row === null || !isOpen(row)) return null;
    if (!mayBegin()) return 'waiting';
    // Another process was killed with it: its lease is held again, by this one.
    if (await hasBudget(row, row.status === 'running')) {
      const begun: Job = { ...row, status: 'running', attempts: row.attempts + 1, startedAt: nowText() };
      if (!(await jobs.replace(begun, OPEN))) return null;
      // Another worker may have begun one at the same moment.
      if (await hasBudget(begun, true)) return begun;
      await jobs.replace({ ...row, status: 'queued' }, ['running']);
    }
    await delay(LOOK_MS.least + Math.random() * (LOOK_MS.most - LOOK_MS.least));
  }
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
