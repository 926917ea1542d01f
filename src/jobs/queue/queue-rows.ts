/** The rows of `precompute` as jobs: each is added once, and awaited. */
import pLimit from 'p-limit';
import type { SharedBudget } from '../../domain/budget.ts';
import { InputError } from '../../domain/errors.ts';
import { isOpen, type Job, type JobRecords } from '../../domain/job.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock, RunContext } from '../../domain/run-context.ts';
import type { Task } from '../../domain/task.ts';
import { askedRow, type Instruction } from '../rows/discover-row.ts';
import { hasKeptSet } from '../../precompute/discovery-key.ts';
import { precompute, type PrecomputeOptions, type DiscoveredRows } from '../rows/precompute.ts';
import type { RowOutput } from '../rows/row-output.ts';
import { createAwaitJob } from './await-jobs.ts';
import { batchIdOf, failureOf, jobIdOf, newJob } from './job-of-work.ts';
import type { OpenedQueue } from './open-queue.ts';

export interface QueuedRowsPorts {
  readonly store: StorePort;
  readonly queue: OpenedQueue;
  readonly keyOf: (task: Task) => string;
  readonly clock: Clock;
}

export interface QueueRowsOptions {
  readonly owner: string;
  readonly priority: number;
  /** Runs failed jobs again. */
  readonly retryFailed: boolean;
  /** On the model calls of all these jobs, over all workers; null: leaves earlier limits as they are. */
  readonly limits: SharedBudget['limits'] | null;
}

/** Numbers of rows. */
export interface QueuedRows {
  /** Of the jobs that were added. */
  readonly batch: string;
  readonly added: number;
  /** Added before, and not done yet. */
  readonly open: number;
  /** Their sets are stored. */
  readonly cached: number;
  readonly failed: number;
  /** Rows that cannot be run. */
  readonly invalid: number;
}

const ASKED_AT_ONCE = 16;
const ADDED_AT_ONCE = 500;
const AWAITED_AT_ONCE = 100;

/** Adds a job for each instruction that has neither a set nor a job. */
export async function queueRows(
  { store, queue, keyOf, clock }: QueuedRowsPorts,
  instructions: readonly Instruction[],
  { owner, priority, retryFailed, limits }: QueueRowsOptions,
): Promise<QueuedRows> {
  const counts = { added: 0, open: 0, cached: 0, failed: 0, invalid: 0 };
  const rows = instructions.map((row) => askedRow(row, keyOf));
  const batch = batchIdOf(rows.map(({ key }) => key).join());
  if (limits !== null) await store.budgets.put(batch, limits);
  const createdAt = clock.now();
  const fresh = new Map<string, Job>();
  const again: Job[] = [];
  const limit = pLimit(ASKED_AT_ONCE);
  await limit.map(rows, async ({ key, task }, line) => {
    if (task instanceof InputError) return void (counts.invalid += 1);
    if (await hasKeptSet(store, key)) return void (counts.cached += 1);
    const made = newJob(
      { setup: queue.setup, key, createdAt },
      {
        kind: 'criteria',
        owner,
        batch: { id: batch, line },
        priority,
        input: { instruction: task.instruction, ...(task.context === null ? {} : { context: task.context }) },
      },
    );
    const job = await store.jobs.get(made.id);
    if (job === null) fresh.set(made.id, made);
    else if (isOpen(job)) counts.open += 1;
    else if (job.status === 'failed' && !retryFailed) counts.failed += 1;
    else if (await store.jobs.replace(made, [job.status])) again.push(made);
  });
  const newJobs = [...fresh.values()];
  for (let first = 0; first < newJobs.length; first += ADDED_AT_ONCE)
    await addEach(store.jobs, newJobs.slice(first, first + ADDED_AT_ONCE));
  await queue.delivery.send([...newJobs, ...again]);
  return { ...counts, batch, added: newJobs.length + again.length };
}

/** Ignores rows that another process inserted concurrently. */
async function addEach(records: JobRecords, jobs: readonly Job[]): Promise<void> {
  if (!(await records.add(jobs))) for (const job of jobs) await records.add([job]);
}

/** Writes the rows that `precompute` would write, from jobs that workers do. */
export function awaitRows(
  run: RunContext,
  { store, queue, keyOf }: Omit<QueuedRowsPorts, 'clock'>,
  output: RowOutput,
  instructions: readonly Instruction[],
  options: Omit<PrecomputeOptions, 'rowsAtOnce'>,
): Promise<DiscoveredRows> {
  const awaitJob = createAwaitJob(store.jobs);
  const discover = async (rowRun: RunContext, task: Task) => {
    const job = await awaitJob(jobIdOf(queue.setup, keyOf(task)), rowRun.signal);
    const set = job.result?.of === 'set' ? await store.getSet(job.result.id) : null;
    if (set === null) throw failureOf(job);
    return set;
  };
  return precompute(run, { store, output, keyOf, discover }, instructions, { ...options, rowsAtOnce: AWAITED_AT_ONCE });
}
