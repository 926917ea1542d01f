/** Begins a job: marks its row as running, if the budget of its batch has room for it. A batch without room waits, and takes no slot. */
import { setTimeout as delay } from 'node:timers/promises';
import { largestShare } from '../../domain/budget.ts';
import { isOpen, OPEN, type Job, type JobStatus } from '../../domain/job.ts';
import type { StorePort } from '../../domain/ports.ts';
import { hasRoom, roomFor, type BudgetUse } from '../budget-room.ts';

/** A cancelled job may have spent nothing: it tells nothing of what one takes. */
const ENDED: readonly JobStatus[] = ['done', 'failed'];
/** Two workers that began jobs at the same moment and found no room for both must not look again at the same moment. */
const LOOK_MS = { least: 100, most: 400 };

type Records = Pick<StorePort, 'jobs' | 'budgets'>;

export interface BegunJob {
  readonly job: Job;
  /** Its batch has one. */
  readonly hasBudget: boolean;
}

/**
 * @param mayBegin false: the process is about to end
 * @returns the row, or null where the job has ended; `waiting`: the row is as it was, and the job may have its turn later
 */
export async function beginJob(
  { jobs, budgets }: Records,
  id: string,
  nowText: () => string,
  mayBegin: () => boolean,
): Promise<BegunJob | null | 'waiting'> {
  async function isAffordable({ batch }: Job, isMarked: boolean): Promise<boolean> {
    const use = batch === null ? null : await useOf({ jobs, budgets }, batch.id);
    return use === null || hasRoom({ ...use, underWay: use.underWay - (isMarked ? 1 : 0) });
  }

  for (;;) {
    const row = await jobs.get(id);
    if (row === null || !isOpen(row)) return null;
    if (!mayBegin()) return 'waiting';
    // Another process was killed with it: its lease is held again, by this one.
    const isMarked = row.status === 'running';
    const hasBudget = row.batch !== null && (await budgets.get(row.batch.id)) !== null;
    if (hasBudget && row.batch !== null && !(await isAffordable(row, isMarked))) {
      await jobs.suspend(row.batch.id);
      // One that ended meanwhile has resumed nothing.
      if (!(await isAffordable(row, isMarked))) return 'waiting';
    }
    const begun: Job = { ...row, status: 'running', attempts: row.attempts + 1, startedAt: nowText() };
    if (!(await jobs.replace(begun, OPEN))) return null;
    // Another worker may have begun one at the same moment.
    if (!hasBudget || (await isAffordable(begun, true))) return { job: begun, hasBudget };
    await jobs.replace({ ...row, status: 'queued' }, ['running']);
    await delay(LOOK_MS.least + Math.random() * (LOOK_MS.most - LOOK_MS.least));
  }
}

/** After a job has ended: as many jobs of its batch as the budget has room for get their turns again. @returns how many */
export async function resumeBatch(records: Records, { batch }: Job): Promise<number> {
  const use = batch === null ? null : await useOf(records, batch.id);
  return batch === null || use === null ? 0 : records.jobs.resume(batch.id, roomFor(use));
}

/** Null: it has no limits. */
async function useOf({ jobs, budgets }: Records, batch: string): Promise<BudgetUse | null> {
  if (spentShare(await budgets.get(batch)) === null) return null;
  // In this order: a job that ends meanwhile counts twice, and its cost is never missed. Of a killed process nothing is under way.
  const underWay = sumOf(await jobs.count({ batch, statuses: ['running'], held: true }));
  const ended = sumOf(await jobs.count({ batch, statuses: ENDED }));
  const share = spentShare(await budgets.get(batch));
  return share === null ? null : { share, ofEnded: share, ended, underWay };
}

/** What of the tightest limit is spent. */
function spentShare(budget: Awaited<ReturnType<Records['budgets']['get']>>): number | null {
  return budget === null ? null : largestShare(budget.spent, budget.limits);
}

function sumOf(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
