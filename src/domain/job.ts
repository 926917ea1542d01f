/** Work that the service was asked for: a row that outlives the process which took it on. */
import { z } from 'zod';

export const JobKind = z.enum([
  'criteria',
  'judgement',
  'scoring',
  'comparison',
  'refinement',
  'checklist',
  'live-audit',
  'rewards',
]);
export type JobKind = z.infer<typeof JobKind>;

export const JobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof JobStatus>;

/** What went wrong, as RFC 9457 says it. */
export const Problem = z.object({
  /** Names the kind of problem. */
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** What to do about it. */
  advice: z.string().optional(),
  /** Where in the request it lies (JSON Pointer), one for each problem. */
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** What came out: a set or a record by its id, or the value itself where the store keeps none of its kind. */
export const JobResult = z.discriminatedUnion('of', [
  z.object({ of: z.literal('set'), id: z.string() }),
  z.object({ of: z.literal('record'), id: z.string() }),
  z.object({ of: z.literal('value'), value: z.unknown() }),
]);
export type JobResult = z.infer<typeof JobResult>;

export const Job = z.object({
  id: z.string().min(1),
  kind: JobKind,
  /** Who asked: the id of an API key, or `local`. Nobody else hears of it. */
  owner: z.string().min(1),
  batch: z.object({ id: z.string(), line: z.int().nonnegative() }).nullable(),
  /** Of its owner; a second request with the same one is the same job. */
  idempotencyKey: z.string().nullable(),
  /** Of the request: the same key with another request is refused. */
  requestHash: z.string(),
  input: z.unknown(),
  /** Of those that wait, the highest are begun first. */
  priority: z.int().default(0),
  /** Hash of the settings that it is to be done with; null: those of whoever works on it. */
  setup: z.string().nullable().default(null),
  status: JobStatus,
  /** How often it was begun; where it was handed back through no fault of its own, that does not count. */
  attempts: z.int().nonnegative(),
  /** ISO 8601, in UTC, as the others. */
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  result: JobResult.nullable(),
  problem: Problem.nullable(),
});
export type Job = z.infer<typeof Job>;

/** Those that have not ended. */
export const OPEN: readonly JobStatus[] = ['queued', 'running'];

export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return OPEN.includes(status);
}

export interface JobFilter {
  readonly owner?: string | undefined;
  readonly batch?: string | undefined;
  readonly setup?: string | null | undefined;
  readonly statuses?: readonly JobStatus[] | undefined;
  /** Only those that a living process has claimed. */
  readonly held?: true | undefined;
  /** Only those that were added before this one. */
  readonly before?: string | undefined;
}

/** How many jobs have all of this in common. */
export interface JobCount extends Pick<Job, 'setup' | 'status'> {
  /** Id; null: those that stand alone. */
  readonly batch: string | null;
  readonly count: number;
}

/** What its turn depends on. */
export type Turn = Pick<Job, 'id' | 'owner' | 'priority'>;

export interface JobRecords {
  /**
   * None where the id or the idempotency key of the first is taken. Others that are taken may be left out alone. False in
   * both cases.
   */
  add(jobs: readonly Job[]): Promise<boolean>;
  get(id: string): Promise<Job | null>;
  withKey(owner: string, idempotencyKey: string): Promise<Job | null>;
  /** Newest first. */
  list(filter: JobFilter, limit: number): Promise<readonly Job[]>;
  /** Open jobs that no process has claimed and that `suspend` does not hold back: the highest priority first, then the oldest. */
  turns(setup: string | null, limit: number): Promise<readonly Turn[]>;
  /** Of those that are there, in no order. */
  statuses(ids: readonly string[]): Promise<ReadonlyMap<string, JobStatus>>;
  /** What it leaves out need not be looked at. */
  count(filter?: JobFilter): Promise<readonly JobCount[]>;
  /** Where it has one of these statuses; says whether it had. */
  replace(job: Job, from: readonly JobStatus[]): Promise<boolean>;
  /** As `replace`, of a job that this process runs and that has ended: keeps its events, and ends the claim. */
  finish(job: Job, events: readonly unknown[]): Promise<boolean>;
  /** As `KeptRecords.claim`: of several processes on one store, one works on a job. */
  claim(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Gives no turns to the queued jobs of a batch, for half a minute at most, in case that nobody resumes them. */
  suspend(batch: string): Promise<void>;
  /** Gives turns to the next jobs of a suspended batch again. @returns how many there were */
  resume(batch: string, limit: number): Promise<number>;
  /** Forgets those that ended before. @param time ISO 8601 */
  removeEndedBefore(time: string): Promise<void>;
}
