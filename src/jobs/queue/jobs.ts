/** Works on jobs in the order that their delivery gives. The row of a job in the store is the source of truth, and outlives the process. */
import { setTimeout as delay } from 'node:timers/promises';
import { budgetOfKey, type ApiKey } from '../../domain/api-key.ts';
import { CancelledError, isStoreError } from '../../domain/errors.ts';
import type { Clock, RunEvent } from '../../domain/run-context.ts';
import { isOpen, OPEN, type Job, type JobKind } from '../../domain/job.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { StorePort } from '../../domain/ports.ts';
import { abortable } from '../../web/abort.ts';
import { beginJob, resumeBatch, type BegunJob } from './begin-job.ts';
import type { JobDelivery } from './delivery.ts';
import { keptEvents, type EventLog, type LoggedEvent } from './event-log.ts';
import { createForgetting } from './forget-ended.ts';
import { createLiveJobs, type LiveJob } from './live-jobs.ts';
import { createPauses } from './pauses.ts';
import { problem } from './problem.ts';
import { addOwner } from './record-owner.ts';
import type { JobRunner, WorkOutcome } from './job-runner.ts';
import { createRowAfter, MAX_ATTEMPTS, type OnObstacle } from './row-after.ts';
import { isDrained } from './steer.ts';

export interface JobObserver {
  readonly event: (event: RunEvent) => void;
  readonly ended: (kind: JobKind, status: Job['status'], seconds: number) => void;
  readonly usage: (usage: readonly ModelUsage[]) => void;
  /** For the operator alone. */
  readonly log: (line: string) => void;
}

export interface JobsSetup {
  readonly store: StorePort;
  readonly delivery: JobDelivery;
  readonly runner: JobRunner;
  readonly observer: JobObserver;
  readonly clock: Clock;
  /** Jobs under way at once. */
  readonly concurrency: number;
  /** How often the store is asked what other processes did. */
  readonly pollMs?: number;
  /** Hears of a failure that every job will meet: jobs of batches are then handed back. Absent: they fail. */
  readonly onObstacle?: OnObstacle | undefined;
}

const POLL_MS = 2_000;
const STOPPED = {
  status: 'failed',
  problem: problem('unavailable', 'It was stopped with the process that worked on it.', {
    advice: 'Ask again: what a model answered and the store kept is not paid for again.',
  }),
} as const;

export type Jobs = ReturnType<typeof createJobs>;

export function createJobs({ pollMs = POLL_MS, ...setup }: JobsSetup) {
  const { store, delivery, runner, observer, clock, concurrency, onObstacle } = setup;
  /** Jobs that are on their way into the store: they wait as well. */
  let added = 0;
  /** Ids of jobs under way in this process. */
  const running = new Set<string>();
  const live = createLiveJobs(store.jobs, clock);
  const forgetEnded = createForgetting(store.jobs, clock);
  const underWay = new Set<Promise<void>>();
  const pauses = createPauses(clock);
  const nowText = () => clock.now().toISOString();
  const rowAfter = createRowAfter({ pauses, nowText, log: observer.log, onObstacle });
  let polling: NodeJS.Timeout | undefined;
  let taking: Promise<void> | undefined;
  let looking: Promise<void> | undefined;
  let isClosing = false;
  /** Jobs under way were told to stop: a job that began now would not hear of it. */
  let isStopped = false;
  let closed: Promise<void> | undefined;

  /** One call at a time: two would take more jobs than there is room for. */
  function startWork(): Promise<void> {
    taking ??= take()
      .catch((error: unknown) => observer.log(`jobs: ${String(error)}`))
      .finally(() => (taking = undefined));
    return taking;
  }

  async function take(): Promise<void> {
    for (;;) {
      const room = pauses.room(concurrency) - running.size;
      if (isClosing || room <= 0 || (await isDrained(store.kept))) return;
      const ids = await delivery.take(room);
      // A process that lost a lease, as after a sleep, may get a job again that it still works on.
      ids.filter((id) => !running.has(id)).forEach(begin);
      if (ids.length === 0) return;
    }
  }

  function begin(id: string): void {
    running.add(id);
    const work = workOn(id)
      .catch((error: unknown) => {
        observer.log(`job ${id}: ${stackOf(error)}`);
        live.fail(id, error instanceof Error ? error : new Error(String(error)));
        return delivery.release(id).then(() => null);
      })
      .catch(() => null)
      .finally(() => running.delete(id))
      .then(async (after) => {
        if (after !== null && (await resumeBatch(store, after)) > 0) await delivery.refill();
      })
      .catch((error: unknown) => observer.log(`jobs: ${String(error)}`))
      .finally(() => {
        underWay.delete(work);
        void startWork();
      });
    underWay.add(work);
  }

  /** @returns the row after the attempt; null: there was none, or its batch has no budget */
  async function workOn(id: string): Promise<Job | null> {
    if (!(await store.jobs.claim(id))) {
      await delivery.release(id);
      return null;
    }
    try {
      const begun = await beginJob(store, id, nowText, () => !isClosing);
      if (begun === null || begun === 'waiting') {
        await (begun === null ? ended(id) : delivery.release(id));
        return null;
      }
      const startMs = clock.monotonicMs();
      // Whoever waits may be told of an end or an outage before the work is over: what is live then is another log.
      const here = live.of(id);
      const after = rowAfter(begun.job, await outcomeOf(begun, here), startMs, isClosing);
      const isKept = await keep(after, here.log);
      if (!isOpen(after)) observer.ended(after.kind, after.status, (clock.monotonicMs() - startMs) / 1_000);
      await (isOpen(after) ? delivery.release(id) : ended(id, isKept ? after : undefined));
      return begun.hasBudget ? after : null;
    } finally {
      await store.jobs.release(id);
    }
  }

  /** Writes the outcome, and waits for a store that is away; those who wait for the job hear of the outage. @returns false: it was cancelled */
  async function keep(after: Job, log: EventLog): Promise<boolean> {
    for (;;) {
      try {
        if (after.result?.of === 'record') await addOwner(store.kept, after.result.id, after.owner);
        if (isOpen(after) && (await store.jobs.replace(after, ['running']))) return true;
        // Of a cancelled one the events alone are kept.
        return await store.jobs.finish(after, log.soFar());
      } catch (error) {
        if (!isStoreError(error) || isStopped) throw error;
        live.fail(after.id, error);
        await delay(pollMs);
      }
    }
  }

  /** The job has ended, in this process or in another one. @param row as it is stored; default: asks */
  async function ended(id: string, row?: Job): Promise<void> {
    live.settle(id, row ?? (await store.jobs.get(id)));
    await delivery.release(id);
  }

  /** It has ended, whoever works on it. The answers under way may take long: whoever waits hears of it before. */
  async function stop(id: string): Promise<void> {
    if (!running.has(id)) return ended(id);
    live.known(id)?.controller.abort();
    live.settle(id, await store.jobs.get(id), true);
  }

  async function budgetsOf({ job: { batch }, hasBudget }: BegunJob, key: ApiKey | null): Promise<string[]> {
    const ofBatch = batch !== null && hasBudget ? [batch.id] : [];
    if (key === null) return ofBatch;
    const ofKey = budgetOfKey(key.id);
    await store.budgets.put(ofKey, { maxUsd: key.maxUsd, maxCalls: null, maxTokens: null });
    return [ofKey, ...ofBatch];
  }

  /** Null: the outcome is unknown. */
  async function outcomeOf(begun: BegunJob, { controller, log }: LiveJob): Promise<WorkOutcome | null> {
    const { job } = begun;
    const refusal = { status: 'failed', obstacle: null, logged: null, usage: [] } as const;
    if (job.attempts > MAX_ATTEMPTS)
      return {
        ...refusal,
        problem: problem('internal-error', `It was begun ${MAX_ATTEMPTS} times and never came to an end.`),
      };
    const key = await store.apiKeys.get(job.owner);
    if (key !== null && key.revokedAt !== null)
      return { ...refusal, problem: problem('not-allowed', 'The API key that it was asked for with was revoked.') };
    const onEvent = (event: RunEvent) => {
      observer.event(event);
      log.add(event);
    };
    try {
      const { id, kind, input } = job;
      const sharedBudgets = await budgetsOf(begun, key);
      if (isStopped) return null;
      const outcome = await runner.run({ id, kind, input, sharedBudgets }, { signal: controller.signal, onEvent });
      observer.usage(outcome.usage);
      return outcome;
    } catch (error) {
      if (!isClosing) observer.log(`job ${job.id}: ${stackOf(error)}`);
      return null;
    }
  }

  /** Learns which jobs other processes ended or cancelled, and takes jobs that are left. */
  async function poll(): Promise<void> {
    await forgetEnded();
    const known = live.all();
    const statuses = await store.jobs.statuses(known.map(([id]) => id));
    for (const [id] of known) {
      const status = statuses.get(id);
      if (status === undefined || !isOpen({ status })) await stop(id);
    }
    if (pauses.room(concurrency) > running.size) await delivery.refill();
    await delivery.look();
    await startWork();
  }

  async function close(graceMs: number): Promise<void> {
    isClosing = true;
    clearTimeout(polling);
    const done = (async () => {
      await taking;
      await Promise.all(underWay);
    })();
    await Promise.race([done, delay(graceMs, undefined, { ref: false })]);
    isStopped = true;
    await runner.close();
    await Promise.all([done, looking]);
    // The next process goes on: whoever waits here is told how it stands, and holds no connection open.
    for (const [id] of live.all()) live.settle(id, await store.jobs.get(id).catch(() => null));
    await delivery.close();
  }

  const pollAgain = (): void => {
    polling = setTimeout(() => {
      looking = poll()
        .catch((error: unknown) => observer.log(`jobs: ${String(error)}`))
        .finally(() => {
          if (!isClosing) pollAgain();
        });
    }, pollMs).unref();
  };

  return {
    /** Takes up jobs that an earlier process left open. */
    start: async (): Promise<void> => {
      await poll();
      pollAgain();
    },
    /** Adds all jobs or none. @returns false where an idempotency key is taken */
    add: async (jobs: readonly Job[]): Promise<boolean> => {
      added += jobs.length;
      try {
        if (!(await store.jobs.add(jobs))) return false;
        await delivery.send(jobs);
      } finally {
        added -= jobs.length;
      }
      void startWork();
      return true;
    },
    /**
     * Waits until the job has ended, the signal aborts or the queue is closed. @returns the job as it is then: failed where it goes with this process
     * @throws UnavailableError where the store cannot be read or written
     */
    ended: async (job: Job, signal: AbortSignal): Promise<Job> => {
      const watching = isStopped ? null : await live.watched(job.id);
      if (watching !== null)
        await abortable(watching.end, signal).catch((error: unknown) => {
          if (!(error instanceof CancelledError)) throw error;
        });
      const row = (await store.jobs.get(job.id)) ?? job;
      return isStopped && isOpen(row) && store.location === 'memory' ? { ...row, ...STOPPED } : row;
    },
    /** Events of a job: as they come where this process works on it, and all that were kept once it has ended. */
    async *events(id: string, after: number, signal: AbortSignal): AsyncIterable<LoggedEvent> {
      const watching = isStopped ? null : await live.watched(id);
      let last = after;
      if (watching !== null)
        for await (const logged of watching.log.follow(after, signal)) {
          last = logged.number;
          yield logged;
        }
      // Another process may have worked on it.
      if (!signal.aborted) yield* (await keptEvents(store.kept, id)).filter(({ number }) => number > last);
    },
    eventsSoFar: async (id: string): Promise<readonly RunEvent[]> => {
      const logged = live.known(id)?.log.soFar() ?? (await keptEvents(store.kept, id));
      return logged.map(({ event }) => event);
    },
    /** @returns false where the job had ended */
    cancel: async (job: Job): Promise<boolean> => {
      if (!(await store.jobs.replace({ ...job, status: 'cancelled', endedAt: nowText() }, OPEN))) return false;
      await stop(job.id);
      return true;
    },
    counts: () => ({ queued: delivery.waiting() + added, running: running.size }),
    /** Takes no more jobs; after the grace period those under way are stopped and handed back. */
    close: (graceMs = 0): Promise<void> => (closed ??= close(graceMs)),
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
