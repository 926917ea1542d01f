/** Who works on which job when. The rows of the store are the truth: what a process leaves undone, the next one takes up. */
import type { Clock, RunEvent } from '../domain/run-context.ts';
import type { Job, JobKind, Problem } from '../domain/job.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { problem } from './problems.ts';
import type { AskedWork, WorkOutcome } from './work.ts';

/** Does the work of jobs, here or in another process. @throws where nobody can say what came of it */
export interface JobRunner {
  run(
    work: AskedWork,
    options: { readonly signal: AbortSignal; readonly onEvent: (event: RunEvent) => void },
  ): Promise<WorkOutcome>;
  close(): Promise<void>;
}

export interface JobObserver {
  readonly event: (event: RunEvent) => void;
  readonly ended: (kind: JobKind, status: Job['status'], seconds: number) => void;
  readonly usage: (usage: readonly ModelUsage[]) => void;
  /** For the operator alone. */
  readonly log: (line: string) => void;
}

export interface JobsSetup {
  readonly store: StorePort;
  readonly runner: JobRunner;
  readonly observer: JobObserver;
  readonly clock: Clock;
  /** How many are worked on at once. */
  readonly concurrency: number;
}

interface LiveJob {
  readonly id: string;
  readonly owner: string;
  readonly isOfBatch: boolean;
  readonly log: EventLog;
  readonly controller: AbortController;
  /** Settles when it has ended, whoever worked on it. */
  readonly end: Promise<Job>;
  readonly settle: (job: Job) => void;
}

/** One that ended its worker so often would end it for ever. */
const MAX_ATTEMPTS = 5;
const POLL_MS = 2_000;
const MAX_TAKEN_UP = 10_000;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const OPEN = ['queued', 'running'] as const;

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs({ store, runner, observer, clock, concurrency }: JobsSetup) {
  const waiting = new Map<string, LiveJob>();
  const running = new Map<string, LiveJob>();
  /** Those of other processes on the same store; looked at again and again. */
  const elsewhere = new Map<string, LiveJob>();
  const underWay = new Set<Promise<void>>();
  let polling: NodeJS.Timeout | undefined;
  let isClosing = false;
  const nowText = () => clock.now().toISOString();
  const liveOf = (id: string) => running.get(id) ?? waiting.get(id) ?? elsewhere.get(id);

  function enqueue({ id, owner, batch }: Job): void {
    const { promise, resolve } = withResolvers<Job>();
    const own = { log: createEventLog(), controller: new AbortController(), end: promise, settle: resolve };
    waiting.set(id, { id, owner, isOfBatch: batch !== null, ...own });
  }

  /** Of owners who have least under way, single requests before batches, in the order in which they came. */
  function next(): LiveJob | undefined {
    const underWayOf = new Map<string, number>();
    for (const { owner } of running.values()) underWayOf.set(owner, (underWayOf.get(owner) ?? 0) + 1);
    const rank = ({ owner, isOfBatch }: LiveJob) => (underWayOf.get(owner) ?? 0) * 2 + (isOfBatch ? 1 : 0);
    let best: LiveJob | undefined;
    // Those of an owner with a budget are done one after another, so that it is never overspent.
    for (const job of waiting.values())
      if ((best === undefined || rank(job) < rank(best)) && !(serial.has(job.owner) && underWayOf.has(job.owner)))
        best = job;
    return best;
  }

  const serial = new Set<string>();

  function startWork(): void {
    while (!isClosing && running.size < concurrency) {
      const job = next();
      if (job === undefined) return;
      waiting.delete(job.id);
      running.set(job.id, job);
      const work = workOn(job)
        .catch((error: unknown) => {
          if (isClosing) return;
          observer.log(`job ${job.id}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
          elsewhere.set(job.id, job);
        })
        .finally(() => {
          running.delete(job.id);
          underWay.delete(work);
          startWork();
        });
      underWay.add(work);
    }
  }

  async function workOn(live: LiveJob): Promise<void> {
    if (!(await store.jobs.claim(live.id))) {
      elsewhere.set(live.id, live);
      return;
    }
    try {
      const row = await store.jobs.get(live.id);
      if (row === null || !isOpen(row)) {
        settle(live, row);
        return;
      }
      const begun: Job = { ...row, status: 'running', attempts: row.attempts + 1, startedAt: nowText() };
      if (!(await store.jobs.replace(begun, OPEN))) {
        settle(live, await store.jobs.get(live.id));
        return;
      }
      const startMs = clock.monotonicMs();
      const outcome = await outcomeOf(begun, live);
      observer.usage(outcome.usage);
      const usd = outcome.usage.reduce((sum, each) => sum + (each.usd ?? 0), 0);
      if (usd > 0) await store.apiKeys.addSpent(row.owner, usd);
      const ended = endOf(begun, outcome);
      // The process ends, and the next one takes the job up.
      if (ended === null) return;
      await store.jobs.replace(ended, ['running']);
      const asKept = await store.jobs.get(live.id);
      observer.ended(row.kind, asKept?.status ?? ended.status, (clock.monotonicMs() - startMs) / 1_000);
      settle(live, asKept);
    } finally {
      await store.jobs.release(live.id);
    }
  }

  async function outcomeOf(job: Job, { controller, log }: LiveJob): Promise<WorkOutcome> {
    const refused = (why: Problem): WorkOutcome => ({ status: 'failed', problem: why, logged: null, usage: [] });
    if (job.attempts > MAX_ATTEMPTS)
      return refused(problem('internal-error', `It was begun ${MAX_ATTEMPTS} times and never came to an end.`));
    const key = await store.apiKeys.get(job.owner);
    if (key !== null && key.revokedAt !== null)
      return refused(problem('not-allowed', 'The API key that it was asked for with was revoked.'));
    const maxUsd = key?.maxUsd == null ? null : key.maxUsd - key.spentUsd;
    if (maxUsd !== null && maxUsd <= 0) return refused(problem('limit-reached', 'The budget of the API key is spent.'));
    const onEvent = (event: RunEvent) => {
      observer.event(event);
      log.add(event);
    };
    return runner.run({ id: job.id, kind: job.kind, input: job.input, maxUsd }, { signal: controller.signal, onEvent });
  }

  /** Null where the work was stopped since this process ends. */
  function endOf(job: Job, outcome: WorkOutcome): Job | null {
    const ended = { ...job, endedAt: nowText() };
    if (outcome.status === 'done') return { ...ended, status: 'done', result: outcome.result };
    if (outcome.status === 'stopped') return isClosing ? null : { ...ended, status: 'cancelled' };
    if (outcome.logged !== null) observer.log(`job ${job.id}: ${outcome.logged}`);
    return { ...ended, status: 'failed', problem: outcome.problem };
  }

  function settle(live: LiveJob, row: Job | null): void {
    elsewhere.delete(live.id);
    live.log.close();
    if (row !== null) live.settle(row);
  }

  /** Takes up what nobody works on, and hears of what others ended or cancelled. */
  async function poll(): Promise<void> {
    for (const live of elsewhere.values()) {
      const row = await store.jobs.get(live.id);
      if (row === null || !isOpen(row)) settle(live, row);
      else {
        elsewhere.delete(live.id);
        waiting.set(live.id, live);
      }
    }
    for (const live of running.values())
      if ((await store.jobs.get(live.id))?.status === 'cancelled') live.controller.abort();
    const open = await store.jobs.list({ statuses: OPEN }, MAX_TAKEN_UP);
    for (const key of await store.apiKeys.list()) if (key.maxUsd !== null) serial.add(key.id);
    for (const job of [...open].reverse()) if (liveOf(job.id) === undefined) enqueue(job);
    startWork();
  }

  const pollAgain = (): void => {
    polling = setTimeout(() => {
      void poll()
        .catch((error: unknown) => observer.log(`jobs: ${String(error)}`))
        .finally(() => {
          if (!isClosing) pollAgain();
        });
    }, POLL_MS).unref();
  };

  return {
    /** Takes up what an earlier process left undone. */
    start: async (): Promise<void> => {
      await store.jobs.removeEndedBefore(new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString());
      await poll();
      pollAgain();
    },
    /** All or none; false: an idempotency key is taken. @param isSerial its owner has a budget */
    add: async (jobs: readonly Job[], isSerial: boolean): Promise<boolean> => {
      if (!(await store.jobs.add(jobs))) return false;
      for (const job of jobs) {
        if (isSerial) serial.add(job.owner);
        enqueue(job);
      }
      startWork();
      return true;
    },
    /** Waits for its end; a job that has ended is answered as it was asked. */
    ended: async (job: Job, signal: AbortSignal): Promise<Job> => {
      const live = liveOf(job.id);
      if (live === undefined || !isOpen(job)) return (await store.jobs.get(job.id)) ?? job;
      return Promise.race([live.end, aborted(signal).then(async () => (await store.jobs.get(job.id)) ?? job)]);
    },
    /** What it says; nothing where it has ended, or another process works on it. */
    events: (id: string, after: number, signal: AbortSignal) => liveOf(id)?.log.follow(after, signal),
    eventsSoFar: (id: string): readonly RunEvent[] => liveOf(id)?.log.soFar() ?? [],
    /** Says whether there was something to cancel. */
    cancel: async (job: Job): Promise<boolean> => {
      const cancelled: Job = { ...job, status: 'cancelled', endedAt: nowText() };
      if (!(await store.jobs.replace(cancelled, OPEN))) return false;
      const live = liveOf(job.id);
      live?.controller.abort();
      if (waiting.delete(job.id) && live !== undefined) settle(live, cancelled);
      return true;
    },
    counts: () => ({ queued: waiting.size, running: running.size }),
    /** Stops what is under way, which stays to be taken up. */
    close: async (): Promise<void> => {
      isClosing = true;
      clearTimeout(polling);
      await runner.close();
      await Promise.all(underWay);
    },
  };
}

function isOpen({ status }: Job): boolean {
  return status === 'queued' || status === 'running';
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}
