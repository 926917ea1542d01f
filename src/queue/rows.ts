/** The rows of `precompute` as jobs: added once however often they are asked for, and waited for. */
import pLimit from 'p-limit';
import type { SharedBudget } from '../domain/budget.ts';
import { InputError, LimitError, StepFailedError, UnavailableError } from '../domain/errors.ts';
import { isOpen, type Job, type JobRecords } from '../domain/job.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { askedRow, type Instruction } from '../precompute/discover-row.ts';
import { keptSet } from '../precompute/discovery-key.ts';
import { precompute, type PrecomputeOptions, type DiscoveredRows } from '../precompute/precompute.ts';
import type { RowOutput } from '../precompute/precomputed-row.ts';
import { sha256Hex } from '../text/hash.ts';
import { sleep } from '../web/sleep.ts';
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
  /** Whether jobs that failed are done again. */
  readonly retryFailed: boolean;
  /** On the model calls of the jobs that are added, by whatever workers; null: as they were asked for before, or none. */
  readonly limits: SharedBudget['limits'] | null;
}

/** Numbers of rows. */
export interface QueuedRows {
  /** Of the jobs that were added. */
  readonly batch: string;
  readonly added: number;
  /** Asked for before, and still to be done. */
  readonly open: number;
  /** Their sets are there. */
  readonly cached: number;
  readonly failed: number;
  /** That cannot be run at all. */
  readonly invalid: number;
}

const ASKED_AT_ONCE = 16;
const ADDED_AT_ONCE = 500;
const AWAITED_AT_ONCE = 100;
const POLL_MS = 1_000;

/** Adds a job for each instruction that has neither a set nor a job. */
export async function queueRows(
  { store, queue, keyOf, clock }: QueuedRowsPorts,
  instructions: readonly Instruction[],
  { owner, priority, retryFailed, limits }: QueueRowsOptions,
): Promise<QueuedRows> {
  const counts = { added: 0, open: 0, cached: 0, failed: 0, invalid: 0 };
  const asked = instructions.map((row) => askedRow(row, keyOf));
  const batch = `batch_${uuidOf(asked.map(({ key }) => key).join())}`;
  if (limits !== null) await store.budgets.put(batch, limits);
  const createdAt = clock.now().toISOString();
  const fresh = new Map<string, Job>();
  const again: Job[] = [];
  const limit = pLimit(ASKED_AT_ONCE);
  await limit.map(asked, async ({ key, task }, line) => {
    if (task instanceof InputError) return void (counts.invalid += 1);
    if ((await keptSet(store, key)) !== null) return void (counts.cached += 1);
    const id = jobIdOf(queue.setup, key);
    const made: Job = {
      ...{ id, kind: 'criteria', owner, batch: { id: batch, line }, idempotencyKey: null, requestHash: key },
      input: { instruction: task.instruction, ...(task.context === null ? {} : { context: task.context }) },
      ...{ priority, setup: queue.setup, status: 'queued', attempts: 0 },
      ...{ createdAt, startedAt: null, endedAt: null, result: null, problem: null },
    };
    const job = await store.jobs.get(id);
    if (job === null) fresh.set(id, made);
    else if (isOpen(job)) counts.open += 1;
    else if (job.status === 'failed' && !retryFailed) counts.failed += 1;
    else if (await store.jobs.replace(made, [job.status])) again.push(made);
  });
  const rows = [...fresh.values()];
  for (let first = 0; first < rows.length; first += ADDED_AT_ONCE)
    await addEach(store.jobs, rows.slice(first, first + ADDED_AT_ONCE));
  await queue.delivery.send([...rows, ...again]);
  return { ...counts, batch, added: rows.length + again.length };
}

/** Those that somebody else adds at the same time are there then. */
async function addEach(records: JobRecords, jobs: readonly Job[]): Promise<void> {
  if (!(await records.add(jobs))) for (const job of jobs) await records.add([job]);
}

/** One output row for each instruction, as `precompute` makes them, from what workers do. */
export function awaitRows(
  run: RunContext,
  { store, queue, keyOf }: Omit<QueuedRowsPorts, 'clock'>,
  output: RowOutput,
  instructions: readonly Instruction[],
  options: Omit<PrecomputeOptions, 'rowsAtOnce'>,
): Promise<DiscoveredRows> {
  const discover = async (rowRun: RunContext, task: Task) => {
    const job = await endOf(rowRun, store.jobs, jobIdOf(queue.setup, keyOf(task)));
    const set = job.result?.of === 'set' ? await store.getSet(job.result.id) : null;
    if (set === null) throw failureOf(job);
    return set;
  };
  return precompute(run, { store, output, keyOf, discover }, instructions, { ...options, rowsAtOnce: AWAITED_AT_ONCE });
}

async function endOf(run: RunContext, jobs: JobRecords, id: string): Promise<Job> {
  for (;;) {
    const job = await jobs.get(id);
    if (job === null) throw new UnavailableError(`The job ${id} was removed from the store.`);
    if (!isOpen(job)) return job;
    await sleep(POLL_MS, run.signal);
  }
}

function failureOf({ id, status, problem }: Job): Error {
  if (status === 'cancelled') return new StepFailedError('Its job was cancelled.');
  if (problem === null) return new UnavailableError(`The set that the job ${id} made was removed from the store.`);
  return problem.status === 429 ? new LimitError(problem.detail) : new StepFailedError(problem.detail);
}

/** The same for the same work. */
function jobIdOf(setup: string, key: string): string {
  return `job_${uuidOf(`${setup} ${key}`)}`;
}

/** As pg-boss calls jobs. */
function uuidOf(text: string): string {
  return sha256Hex(text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/u, '$1-$2-$3-$4-$5');
}
