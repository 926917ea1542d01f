/** How the jobs of a store stand, and what people change of it. Deliveries follow the rows. */
import type { SharedBudget } from '../../domain/budget.ts';
import { InputError } from '../../domain/errors.ts';
import { isOpen, JobStatus, OPEN, type Job, type JobCount, type JobRecords } from '../../domain/job.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { isDrained } from './drained.ts';
import { pagesOfJobs } from './pages-of-jobs.ts';
import { keptSetup, titleOf } from './setup.ts';

export type CountByStatus = Readonly<Record<JobStatus, number>>;

export interface QueueStatus {
  readonly isDrained: boolean;
  /** By what they are done with and the batch that they are of; null: single ones. */
  readonly batches: readonly {
    readonly setup: string | null;
    /** Of the setup, for people. */
    readonly title: string | null;
    readonly batch: string | null;
    readonly counts: CountByStatus;
    /** Of the batch. */
    readonly budget: SharedBudget | null;
  }[];
}

export async function queueStatus({ jobs, kept, budgets }: StorePort): Promise<QueueStatus> {
  const counts = await jobs.count();
  const groups = new Map(counts.map(({ setup, batch }) => [JSON.stringify([setup, batch]), { setup, batch }]));
  const batches = [...groups.values()].map(async ({ setup, batch }) => {
    const asked = setup === null ? null : await keptSetup(kept, setup);
    const own = counts.filter((each) => each.setup === setup && each.batch === batch);
    const budget = batch === null ? null : await budgets.get(batch);
    return { setup, title: asked === null ? null : titleOf(asked), batch, counts: sumOf(own), budget };
  });
  const [drained, all] = await Promise.all([isDrained(kept), Promise.all(batches)]);
  return { isDrained: drained, batches: all };
}

export function sumOf(counts: readonly JobCount[]): CountByStatus {
  const of = (status: JobStatus) => counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0);
  return Object.fromEntries(JobStatus.options.map((status) => [status, of(status)])) as CountByStatus;
}

/** Which jobs are meant: those that are named, those of a batch, or all. */
export interface ChosenJobs {
  readonly ids: readonly string[];
  readonly batch?: string | undefined;
}

/** Failed ones wait for their turn again. @returns how many @throws InputError where a job that is named did not fail */
export function retryJobs(jobs: JobRecords, chosen: ChosenJobs): Promise<number> {
  const again = (job: Job): Job => ({
    ...{ ...job, status: 'queued', attempts: 0, startedAt: null, endedAt: null, result: null, problem: null },
  });
  return changeJobs(jobs, chosen, ['failed'], again);
}

/** Those that are under way stop within seconds. @returns how many @throws InputError where a job that is named has ended */
export function cancelJobs(jobs: JobRecords, chosen: ChosenJobs, clock: Clock): Promise<number> {
  const endedAt = clock.now().toISOString();
  return changeJobs(jobs, chosen, OPEN, (job) => ({ ...job, status: 'cancelled', endedAt }));
}

async function changeJobs(
  jobs: JobRecords,
  { ids, batch }: ChosenJobs,
  from: readonly JobStatus[],
  change: (job: Job) => Job,
): Promise<number> {
  const named = ids.length > 0;
  const pages = named
    ? [await Promise.all(ids.map((id) => requireJob(jobs, id)))]
    : pagesOfJobs(jobs, { batch, statuses: from });
  let changed = 0;
  for await (const page of pages)
    for (const job of page) {
      if (await jobs.replace(change(job), from)) changed += 1;
      else if (named)
        throw new InputError(
          `The job ${job.id} is ${isOpen(job) ? 'not over' : job.status}: nothing was changed of it.`,
        );
    }
  return changed;
}

async function requireJob(jobs: JobRecords, id: string): Promise<Job> {
  const job = await jobs.get(id);
  if (job === null)
    throw new InputError(`There is no job ${id}.`, { advice: '“queue failed” shows those that failed.' });
  return job;
}
