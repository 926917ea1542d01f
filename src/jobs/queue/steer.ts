/** Status of the jobs of a store; drain, retry and cancel. Only rows are changed: deliveries follow them. */
import type { SharedBudget } from '../../domain/budget.ts';
import { InputError } from '../../domain/errors.ts';
import {
  isOpen,
  OPEN,
  type Job,
  type JobCount,
  type JobFilter,
  type JobRecords,
  type JobStatus,
} from '../../domain/job.ts';
import type { KeptRecords, StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { keptSetup, titleOf } from './setup.ts';

const DRAINED = 'drained';

/** A drained queue hands out no jobs: one flag in the store, for all processes. */
export async function isDrained(kept: KeptRecords): Promise<boolean> {
  return (await kept.get('queue', DRAINED)) === true;
}

export function setDrained(kept: KeptRecords, drained: boolean): Promise<void> {
  return kept.put('queue', DRAINED, drained);
}

type CountByStatus = Readonly<Record<JobStatus, number>>;

export interface QueueStatus {
  readonly isDrained: boolean;
  /** By setup and batch; batch null: single jobs. */
  readonly batches: readonly {
    readonly setup: string | null;
    /** Of the setup, for display. */
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
    const workSetup = setup === null ? null : await keptSetup(kept, setup);
    const countsOfGroup = counts.filter((count) => count.setup === setup && count.batch === batch);
    const budget = batch === null ? null : await budgets.get(batch);
    const title = workSetup === null ? null : titleOf(workSetup);
    return { setup, title, batch, counts: sumOf(countsOfGroup), budget };
  });
  const [drained, all] = await Promise.all([isDrained(kept), Promise.all(batches)]);
  return { isDrained: drained, batches: all };
}

export function sumOf(counts: readonly JobCount[]): CountByStatus {
  const sums = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
  for (const { status, count } of counts) sums[status] += count;
  return sums;
}

/** The jobs to change: by id, of a batch, or all. */
interface ChosenJobs {
  readonly ids: readonly string[];
  readonly batch?: string | undefined;
}

/** Queues failed jobs again. @returns how many @throws InputError where a job given by id did not fail */
export function retryJobs(jobs: JobRecords, chosen: ChosenJobs): Promise<number> {
  const again = (job: Job): Job => ({
    ...job,
    status: 'queued',
    attempts: 0,
    startedAt: null,
    endedAt: null,
    result: null,
    problem: null,
  });
  return changeJobs(jobs, chosen, ['failed'], again);
}

/** Jobs under way stop within seconds. @returns how many @throws InputError where a job given by id has ended */
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
  const isById = ids.length > 0;
  const pages = isById
    ? [await Promise.all(ids.map((id) => requireJob(jobs, id)))]
    : pagesOfJobs(jobs, { batch, statuses: from });
  let changed = 0;
  for await (const page of pages)
    for (const job of page) {
      if (await jobs.replace(change(job), from)) changed += 1;
      else if (isById)
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

export const PAGE_JOBS = 10_000;

/** Jobs page by page, newest first: a queue may hold more than fits into memory. The caller may change the jobs of a page before it reads the next one. */
export async function* pagesOfJobs(
  records: JobRecords,
  filter: JobFilter,
  size = PAGE_JOBS,
): AsyncIterable<readonly Job[]> {
  let before: string | undefined;
  for (;;) {
    const page = await records.list({ ...filter, before }, size);
    yield page;
    if (page.length < size) return;
    before = page.at(-1)?.id;
  }
}
