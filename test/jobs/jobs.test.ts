/** What becomes of a job by what came of its work: ended, queued again, or handed back. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { StoreError } from '../../src/domain/errors.ts';
import type { Job } from '../../src/domain/job.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import type { Clock } from '../../src/domain/run-context.ts';
import { setDrained } from '../../src/jobs/queue/steer.ts';
import { createLocalDelivery } from '../../src/jobs/queue/local-delivery.ts';
import type { JobRunner, Obstacle, WorkOutcome } from '../../src/jobs/queue/job-runner.ts';
import { createJobs, type JobsSetup } from '../../src/jobs/queue/jobs.ts';
import { createPauses } from '../../src/jobs/queue/pauses.ts';
import { problem } from '../../src/service/problems.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { job } from '../support/job.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const DONE: WorkOutcome = { status: 'done', result: { of: 'set', id: 'cs_1' }, unanswered: 'none', usage: [] };
const failed = (obstacle: Obstacle | null): WorkOutcome => ({
  ...{ status: 'failed', problem: problem('unavailable', 'It is away.'), obstacle, logged: null, usage: [] },
});

/** Pauses of seconds take milliseconds. */
const fastClock: Clock = { ...systemClock, monotonicMs: () => performance.now() * 100 };

interface Work {
  readonly store: StorePort;
  readonly jobs: ReturnType<typeof createJobs>;
  /** How often work was begun. */
  readonly begun: () => number;
  readonly row: (id?: string) => Promise<Job>;
}

/** @param outcomes of one run after the other; the last one for all that follow */
async function working(outcomes: readonly WorkOutcome[], setup: Partial<JobsSetup> = {}): Promise<Work> {
  const { store = createMemoryStore() } = setup;
  let begun = 0;
  const runner: JobRunner = {
    run: async () => {
      begun += 1;
      const outcome = outcomes[begun - 1] ?? outcomes.at(-1);
      if (outcome === undefined) throw new Error('The process ended.');
      return outcome;
    },
    close: async () => undefined,
  };
  const jobs = createJobs({
    ...{ store, delivery: createLocalDelivery(store.jobs, null), runner, clock: fastClock, concurrency: 1, pollMs: 20 },
    observer: { event: () => undefined, ended: () => undefined, usage: () => undefined, log: () => undefined },
    ...setup,
  });
  onTestFinished(() => jobs.close());
  await jobs.start();
  const row = async (id = 'j') => {
    const found = await store.jobs.get(id);
    if (found === null) throw new Error(`There is no ${id}.`);
    return found;
  };
  return { store, jobs, begun: () => begun, row };
}

async function untilStatus({ row }: Work, status: Job['status']): Promise<Job> {
  await expect.poll(async () => (await row()).status, { timeout: 20_000 }).toBe(status);
  return row();
}

it('hands a job of a batch back in an outage and counts no attempt; a single one hears of it at once', async () => {
  for (const silence of [failed('down'), { ...DONE, unanswered: 'all' } as const]) {
    const patient = await working([silence, DONE]);
    await patient.jobs.add([job('j')]);
    expect(await untilStatus(patient, 'done')).toMatchObject({ attempts: 1, problem: null });
    expect(patient.begun()).toBe(2);
  }

  // It may be at fault itself where others of its calls are answered.
  const monotonicMs = () => performance.now() * 2_000;
  const poison = await working([failed('halfway')], { clock: { ...systemClock, monotonicMs } });
  await poison.jobs.add([job('j')]);
  expect(await untilStatus(poison, 'failed')).toMatchObject({ attempts: 5, problem: { detail: 'It is away.' } });
  expect(poison.begun(), 'short outages count for none').toBe(9);

  const single = await working([failed('down'), DONE]);
  await single.jobs.add([job('j', { batch: null })]);
  expect(await untilStatus(single, 'failed')).toMatchObject({ attempts: 1, problem: { detail: 'It is away.' } });
});

it('holds any job that the store stopped, and counts no attempt', async () => {
  for (const batch of [null, { id: 'b', line: 0 }]) {
    const held = await working([failed('store'), DONE]);
    await held.jobs.add([job('j', { batch })]);
    expect(await untilStatus(held, 'done')).toMatchObject({ attempts: 1, problem: null });
  }
});

it('keeps what came of a job until the store is back', async () => {
  const store = createMemoryStore();
  const finish = store.jobs.finish.bind(store.jobs);
  let refusals = 0;
  store.jobs.finish = (row, events) => {
    if (refusals === 2) return finish(row, events);
    refusals += 1;
    return Promise.reject(new StoreError('It is away.'));
  };
  let runs = 0;
  const run: JobRunner['run'] = async (_work, { onEvent }) => {
    runs += 1;
    onEvent({ type: 'warning', message: 'a step' });
    return DONE;
  };
  const work = await working([], { store, runner: { run, close: async () => undefined } });
  await store.jobs.add([job('j')]);
  await expect.poll(async () => (await store.jobs.get('j'))?.status, { timeout: 20_000 }).toBe('done');
  expect([refusals, runs, (await store.jobs.get('j'))?.attempts]).toEqual([2, 1, 1]);
  expect(await work.jobs.eventsSoFar('j'), 'its events as well').toHaveLength(1);
});

it('does a set again that lacks answers, and a job whose process ended, five times at most', async () => {
  const incomplete = await working([{ ...DONE, unanswered: 'some' }, DONE]);
  await incomplete.jobs.add([job('j')]);
  expect(await untilStatus(incomplete, 'done')).toMatchObject({ attempts: 2 });

  const ending = await working([]);
  await ending.jobs.add([job('j')]);
  const { attempts, problem: why } = await untilStatus(ending, 'failed');
  expect([attempts, why?.detail]).toEqual([6, expect.stringContaining('begun 5 times')]);
  expect(ending.begun()).toBe(5);
});

it('hands back what a refused setting or a limit would end, where somebody is told of it', async () => {
  for (const kind of ['setting', 'limit'] as const) {
    const told: string[] = [];
    const worker = await working([failed(kind)], { onObstacle: (obstacle) => told.push(obstacle) });
    await worker.jobs.add([job('j')]);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await worker.jobs.close();
    expect(told).toContain(kind);
    expect(await worker.row()).toMatchObject({ status: 'queued', attempts: 0 });

    const service = await working([failed(kind)]);
    await service.jobs.add([job('j')]);
    await untilStatus(service, 'failed');
  }
});

it('begins nothing while the queue is drained', async () => {
  const store = createMemoryStore();
  const get = store.kept.get.bind(store.kept);
  let looks = 0;
  store.kept.get = async (...key) => {
    const found = await get(...key);
    looks += 1;
    return found;
  };
  const work = await working([DONE], { store });
  await setDrained(work.store.kept, true);
  await work.jobs.add([job('j')]);
  // It has looked whether it may begin, and again when it looked for work by itself.
  const looksBefore = looks;
  await expect.poll(() => looks - looksBefore, { timeout: 20_000 }).toBeGreaterThan(1);
  expect([work.begun(), (await work.row()).status]).toEqual([0, 'queued']);
  await setDrained(work.store.kept, false);
  await untilStatus(work, 'done');
});

it('told to stop, finishes what it can in its time, and hands back the rest', async () => {
  const stops = new Set<() => void>();
  const store = createMemoryStore();
  const runner: JobRunner = {
    run: (_work, { signal }) =>
      new Promise((resolve) => {
        stops.add(() => resolve({ status: 'stopped', usage: [] }));
        signal.addEventListener('abort', () => resolve({ status: 'stopped', usage: [] }));
      }),
    close: async () => stops.forEach((stop) => stop()),
  };
  const jobs = createJobs({
    ...{ store, delivery: createLocalDelivery(store.jobs, null), runner, clock: systemClock, concurrency: 2 },
    observer: { event: () => undefined, ended: () => undefined, usage: () => undefined, log: () => undefined },
  });
  await jobs.start();
  await jobs.add([job('a'), job('b'), job('c')]);
  await expect.poll(() => stops.size).toBe(2);
  await jobs.close(50);
  const rows = await store.jobs.list({}, 10);
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(['queued', 0]));
});

it('counts jobs that are on their way into the store, so that many who add at once stay within a limit', async () => {
  const { jobs, store } = await working([DONE]);
  await store.jobs.add([job('known', { owner: 'local', idempotencyKey: 'k' })]);
  const adding = jobs.add([job('a'), job('b'), job('c')]);
  expect(jobs.counts().queued).toBeGreaterThanOrEqual(3);
  await adding;
  expect(await jobs.add([job('again', { owner: 'local', idempotencyKey: 'k' })])).toBe(false);
  await expect.poll(() => jobs.counts(), { timeout: 20_000 }).toEqual({ queued: 0, running: 0 });
});

it('begins nothing once it has stopped what is under way', async () => {
  const store = createMemoryStore();
  let begun = 0;
  let goOn: () => void = () => undefined;
  // The job is taken, and its turn to begin comes after the end.
  const isTaken = new Promise<void>((taken) => {
    const claim = store.jobs.claim.bind(store.jobs);
    store.jobs.claim = async (id) => {
      taken();
      await new Promise<void>((resolve) => (goOn = resolve));
      return claim(id);
    };
  });
  const runner: JobRunner = {
    run: async () => {
      begun += 1;
      return DONE;
    },
    close: async () => goOn(),
  };
  const jobs = createJobs({
    ...{ store, delivery: createLocalDelivery(store.jobs, null), runner, clock: systemClock, concurrency: 1 },
    observer: { event: () => undefined, ended: () => undefined, usage: () => undefined, log: () => undefined },
  });
  await jobs.start();
  await jobs.add([job('j')]);
  await isTaken;
  await jobs.close();
  expect([begun, await store.jobs.get('j')]).toEqual([0, expect.objectContaining({ status: 'queued', attempts: 0 })]);
});

it('does a job once at a time, though it be delivered again meanwhile', async () => {
  let end: () => void = () => undefined;
  let begun = 0;
  const runner: JobRunner = {
    run: () => {
      begun += 1;
      return new Promise((resolve) => (end = () => resolve(DONE)));
    },
    close: async () => end(),
  };
  const store = createMemoryStore();
  const local = createLocalDelivery(store.jobs, null);
  const asked: string[][] = [['j'], ['j'], ['j', 'j']];
  const delivery = { ...local, take: async () => asked.shift() ?? [] };
  await store.jobs.add([job('j')]);
  await working([], { delivery, runner, store, concurrency: 3 });
  await expect.poll(() => begun).toBe(1);
  await expect.poll(() => asked.length).toBe(0);
  expect(begun).toBe(1);
});

it('pauses longer and longer while nothing is answered, and tries with one job', () => {
  let nowMs = 0;
  const pauses = createPauses({ now: () => new Date(nowMs), monotonicMs: () => nowMs });
  expect(pauses.room(8)).toBe(8);
  expect(pauses.unanswered(0)).toBe(5_000);
  expect([pauses.unanswered(0), pauses.room(8)], 'began before it was known').toEqual([null, 0]);
  const lengths = Array.from({ length: 5 }, () => {
    nowMs += 60_000;
    expect(pauses.room(8)).toBe(1);
    return pauses.unanswered(nowMs);
  });
  expect(lengths).toEqual([10_000, 20_000, 40_000, 60_000, 60_000]);
  pauses.answered();
  expect([pauses.room(8), pauses.hasAnsweredSince(nowMs - 1)]).toEqual([8, true]);
});

/** Each job takes ten calls of its batch's budget, a turn of the event loop each. */
function tenCallsEach(store: StorePort): JobRunner {
  return {
    run: async ({ sharedBudgets: [budget] }) => {
      for (let made = 0; budget !== undefined && made < 10; made += 1) {
        const callId = randomUUID();
        if (!(await store.budgets.take(budget, callId, { calls: 1, tokens: 0, usd: 0 }))) return failed(null);
        await setImmediate();
        await store.budgets.settle(budget, callId, { calls: 0, tokens: 0, usd: 0 });
      }
      return DONE;
    },
    close: async () => undefined,
  };
}

const ofBatch = (length: number) =>
  Array.from({ length }, (_, line) => job(`j${line}`, { batch: { id: 'b', line }, owner: 'ada' }));

it('spends the budget of a batch on what is begun: two workers finish as many jobs as it covers', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  // Two connections: what one store claims, it may claim again.
  const openStore = async () => {
    const store = await openSqliteStore(path, systemClock);
    onTestFinished(() => store.close());
    return store;
  };
  const store = await openStore();
  await store.budgets.put('b', { maxCalls: 45, maxTokens: null, maxUsd: null });
  await store.jobs.add(ofBatch(12));
  for (const opened of [store, await openStore()])
    await working([], { store: opened, runner: tenCallsEach(opened), concurrency: 4 });
  const numberOf = async (status: Job['status']) =>
    (await store.jobs.count({ batch: 'b', statuses: [status] })).reduce((sum, { count }) => sum + count, 0);
  await expect.poll(async () => (await numberOf('done')) + (await numberOf('failed')), { timeout: 60_000 }).toBe(12);
  expect(await numberOf('done')).toBe(4);
});

it('lets others work while a batch waits for room in its budget', async () => {
  const store = createMemoryStore();
  await store.budgets.put('b', { maxCalls: 45, maxTokens: null, maxUsd: null });
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  const tenCalls = tenCallsEach(store);
  const runner: JobRunner = {
    ...tenCalls,
    // The first of the batch works on until the other owner's job has ended.
    run: async (work, context) => {
      if (work.sharedBudgets.length > 0) await held;
      return tenCalls.run(work, context);
    },
  };
  const { jobs, row } = await working([], { store, runner, concurrency: 2 });
  await jobs.add(ofBatch(12));
  await jobs.add([job('other', { owner: 'eve', batch: null })]);
  await expect.poll(async () => (await row('other')).status, { timeout: 20_000 }).toBe('done');
  end();
  const isOver = async () => (await store.jobs.count({ batch: 'b', statuses: ['queued', 'running'] })).length === 0;
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
});

it('tells those who wait for a job that it is cancelled before its answers under way have come, and keeps all steps', async () => {
  for (const outcome of [DONE, { ...DONE, unanswered: 'some' } as const]) {
    let end = (_outcome: WorkOutcome): void => undefined;
    let given: Parameters<JobRunner['run']>[1] | undefined;
    const run: JobRunner['run'] = (_work, options) => {
      given = options;
      return new Promise((resolve) => (end = resolve));
    };
    const work = await working([], { runner: { run, close: async () => undefined } });
    await work.jobs.add([job('j')]);
    await expect.poll(() => given).toBeDefined();
    given?.onEvent({ type: 'warning', message: 'a step' });
    const { signal } = new AbortController();
    const waiting = work.jobs.ended(await work.row(), signal);
    await work.jobs.cancel(await work.row());
    expect(given?.signal.aborted).toBe(true);
    expect((await waiting).status).toBe('cancelled');
    expect(await work.jobs.eventsSoFar('j'), 'while answers are under way').toHaveLength(1);
    given?.onEvent({ type: 'warning', message: 'an answer that came' });
    end(outcome);
    await work.jobs.close();
    expect((await work.row()).status).toBe('cancelled');
    expect(await work.jobs.eventsSoFar('j')).toHaveLength(2);
  }
});

it('forgets once a day what ended a month ago, also where the process runs on', async () => {
  let nowMs = Date.parse('2026-01-31T00:00:00Z');
  const asked: string[] = [];
  const store = createMemoryStore();
  store.jobs.removeEndedBefore = async (time) => void asked.push(time);
  let looks = 0;
  const local = createLocalDelivery(store.jobs, null);
  const delivery = { ...local, look: async () => void (looks += 1) };
  await working([DONE], { store, delivery, clock: { ...fastClock, now: () => new Date(nowMs) } });
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(2);
  expect(asked).toEqual(['2026-01-01T00:00:00.000Z']);
  nowMs += 86_400_000;
  await expect.poll(() => asked.length, { timeout: 20_000 }).toBe(2);
});

it('tells all events of a job that another process takes over to whoever heard those of the one before', async () => {
  const store = createMemoryStore();
  const { signal } = new AbortController();
  let nowMs = 1_000;
  let isBusy = true;
  const local = createLocalDelivery(store.jobs, null);
  const busyAtFirst = { ...local, take: async (count: number) => (isBusy ? [] : local.take(count)) };
  const beginning = (events: number, setup: Partial<JobsSetup> = {}) => {
    let end: () => void = () => undefined;
    const runner: JobRunner = {
      run: async (_work, { onEvent }) => {
        for (let count = 0; count < events; count += 1) onEvent({ type: 'warning', message: `${count}` });
        await new Promise<void>((resolve) => (end = resolve));
        return { status: 'stopped', usage: [] };
      },
      close: async () => end(),
    };
    return working([], { store, runner, clock: { ...fastClock, now: () => new Date(nowMs) }, ...setup });
  };
  const first = async (jobs: Work['jobs'], after: number) => {
    for await (const { number } of jobs.events('j', after, signal)) return number;
    return undefined;
  };
  await store.jobs.add([job('j')]);
  const next = await beginning(1, { delivery: busyAtFirst });
  // It is watched there before it begins there.
  const watching = next.jobs.ended(await next.row(), signal);
  const before = await beginning(5);
  const last = ((await first(before.jobs, 0)) ?? 0) + 4;
  nowMs = 2_000;
  await before.jobs.close();
  isBusy = false;
  expect(await first(next.jobs, last)).toBeGreaterThan(last);
  await Promise.all([next.jobs.close(), watching]);
});
