/** What limits and reports count of calls that may go in a batch: what was begun, once, and until its answer is taken. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelLimits } from '../../src/domain/budget.ts';
import type { RunContext, RunEvent } from '../../src/domain/run-context.ts';
import type { Batching } from '../../src/llm/client.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { GOOD_BATCHES, type BatchBehaviour } from '../support/model-server/batches.ts';
import { testRun } from '../support/run-context.ts';
import { GOOD_RATING, NO_LIMITS, ratingCall, startRig, type Rig, type RigOptions } from './harness.ts';

const DONE = { status: 'done', value: GOOD_RATING };
const PAGES = Array.from({ length: 12 }, (_, index) => `Page ${index}.`);
const UNDER_WAY = { ...GOOD_BATCHES, looks: 1e9 };
const events: RunEvent[] = [];
const BATCHING: Batching = {
  fallsBack: false,
  onEvent: (event) => events.push(event),
  timing: { quietMs: 20, longestMs: 1_000, pollMs: [5, 10], idleMs: 1_000 },
};
/** Gathers for ever. */
const GATHERING: Batching = {
  ...BATCHING,
  timing: { quietMs: 600_000, longestMs: 600_000, pollMs: [5, 10], idleMs: 1_000 },
};

afterEach(() => {
  events.length = 0;
});

async function startSharing(batches: BatchBehaviour | null, options: RigOptions = {}, maxCalls = 12) {
  const store = createMemoryStore();
  await store.budgets.put('june', { maxUsd: null, maxCalls, maxTokens: null });
  const { server, ...others } = options;
  const rig = await startRig({ batching: BATCHING, ...store, ...others, server: { ...server, batches } });
  return { rig, store, spent: async () => (await store.budgets.get('june'))?.spent };
}

function sharing(model: Partial<ModelLimits> = {}): { readonly run: RunContext; readonly stop: () => void } {
  const controller = new AbortController();
  const limits = { sharedBudgets: ['june'], model: { ...NO_LIMITS, ...model } };
  return { run: testRun({ signal: controller.signal, limits }), stop: () => controller.abort() };
}

const askAll = (client: Rig['client'], run: RunContext, pages = PAGES) =>
  Promise.all(pages.map((page) => client.call(run, ratingCall(page))));

/** Begins a batch, and is stopped while that is under way. */
async function beginAndStop(rig: Rig, pages = PAGES): Promise<void> {
  const { run, stop } = sharing();
  const asked = Promise.allSettled([askAll(rig.client, run, pages)]);
  await expect.poll(() => events).not.toEqual([]);
  stop();
  await asked;
  await rig.client.endRun(run.runId);
}

const refusingToBegin = (status: number): BatchBehaviour => ({
  ...GOOD_BATCHES,
  disturbs: (asked, reply) =>
    asked === 'POST /v1/batches' ? { status, body: JSON.stringify({ error: { message: 'Not now.' } }) } : reply,
});

describe('answers of a batch that was begun', () => {
  it.each(['this client', 'another'])('are taken after a new call met the limit: %s', async (whose) => {
    const limits = { ...NO_LIMITS, maxCalls: 12 };
    const { rig, spent } = await startSharing(UNDER_WAY, { limits });
    await beginAndStop(rig);
    rig.server.endBatches();
    const client = whose === 'another' ? rig.newClient() : rig.client;
    const { run } = sharing();
    expect(await client.call(run, ratingCall('New.'))).toMatchObject({ failure: 'limit-reached' });
    expect(await askAll(client, run)).toEqual(PAGES.map(() => DONE));
    expect(await spent()).toMatchObject({ calls: 12 });
  });

  it('are new calls where the server had no room for their tokens', async () => {
    let stopNow = (): void => undefined;
    const disturbs: BatchBehaviour['disturbs'] = (asked, reply) => {
      if (asked === 'POST /v1/batches') stopNow();
      return reply;
    };
    const { rig, spent } = await startSharing({ ...GOOD_BATCHES, looks: 0, room: 4, disturbs });
    const { run, stop } = sharing();
    stopNow = stop;
    await Promise.allSettled([askAll(rig.client, run)]);
    await rig.client.endRun(run.runId);
    const outcomes = await askAll(rig.newClient(), sharing({ maxCalls: 2 }).run);
    expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(2);
    expect(rig.server.requests).toHaveLength(2);
    await expect.poll(spent).toMatchObject({ calls: 2 });
  });

  it('are taken where the limits of another command leave no room for them', async () => {
    const { rig } = await startSharing(UNDER_WAY);
    await beginAndStop(rig);
    rig.server.endBatches();
    expect(await askAll(rig.newClient(), sharing({ maxCalls: 5 }).run)).toEqual(PAGES.map(() => DONE));
  });

  it('count once where the process that began it was killed', async () => {
    const { rig, store, spent } = await startSharing(UNDER_WAY, {}, 1);
    const { kept, budgets } = store;
    let isKilled = false;
    const never = new Promise<never>(() => undefined);
    const killed = rig.newClient({
      kept: { ...kept, put: (...record) => (isKilled ? never : kept.put(...record)) },
      budgets: { ...budgets, settle: (...difference) => (isKilled ? never : budgets.settle(...difference)) },
    });
    void killed.call(sharing().run, ratingCall()).catch(() => null);
    await expect.poll(() => events).not.toEqual([]);
    isKilled = true;
    expect(await spent()).toMatchObject({ calls: 1 });
    rig.server.endBatches();
    const free: typeof kept = {
      ...kept,
      claim: () => Promise.resolve(true),
      getOrClaim: async (...place) => ({ value: await kept.get(...place), isClaimed: true }),
    };
    const next = rig.newClient({ kept: free });
    expect(await next.call(sharing().run, ratingCall())).toEqual(DONE);
    const [{ inputTokens, outputTokens } = { inputTokens: 0, outputTokens: 0 }] = next.usage();
    expect(await spent()).toMatchObject({ calls: 1, tokens: inputTokens + outputTokens });
  });

  it('are in the report of a run that waits on where the one that began it is stopped', async () => {
    const { rig } = await startSharing(UNDER_WAY);
    const [first, second] = [sharing(), sharing()];
    const stopped = Promise.allSettled([rig.client.call(first.run, ratingCall())]);
    const other = rig.client.call(second.run, ratingCall());
    await expect.poll(() => events).not.toEqual([]);
    first.stop();
    await stopped;
    await rig.client.endRun(first.run.runId);
    rig.server.endBatches();
    expect(await other).toEqual(DONE);
    expect(rig.client.usage(first.run.runId)).toEqual([]);
    expect(rig.client.usage(second.run.runId)).toMatchObject([{ calls: 1, outputTokens: 14 }]);
    expect(rig.server.batchSizes()).toEqual([1]);
  });
});

/** Holds what the server says to the n-th upload until `goOn`. */
function holdingUpload(held: number, behaviour: Partial<BatchBehaviour> = {}) {
  let arrive = (): void => undefined;
  let goOn = (): void => undefined;
  let begins = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrive = resolve));
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
  const hasBegun = new Promise<void>((resolve) => (begins = resolve));
  let uploads = 0;
  const disturbs: BatchBehaviour['disturbs'] = async (asked, reply) => {
    if (asked === 'POST /v1/files' && ++uploads === held) {
      arrive();
      await mayGoOn;
    }
    if (asked === 'POST /v1/batches' && uploads >= held) begins();
    return (await behaviour.disturbs?.(asked, reply)) ?? reply;
  };
  return { batches: { ...UNDER_WAY, ...behaviour, disturbs }, hasArrived, goOn: () => goOn(), hasBegun };
}

describe('calls of a run that is stopped as their file is uploaded, which goes on for another', () => {
  const [ofOther = '', ...ofStopped] = PAGES;

  it.each([false, true])('count until their answers are taken, once (slow store: %s)', async (isSlow) => {
    const { batches, hasArrived, goOn, hasBegun } = holdingUpload(1);
    const { rig, store, spent } = await startSharing(batches);
    let isStopped = false;
    const get: typeof store.kept.get = async (kind, key) => {
      const value = await store.kept.get(kind, key);
      if (isSlow && isStopped && kind === 'model-batch') await hasBegun;
      return value;
    };
    const client = rig.newClient({ kept: { ...store.kept, get } });
    const { run, stop } = sharing();
    const stopped = Promise.allSettled([askAll(client, run, ofStopped)]);
    const other = client.call(sharing().run, ratingCall(ofOther));
    await hasArrived;
    isStopped = true;
    stop();
    const again = client.call(sharing().run, ratingCall(ofStopped[0]));
    goOn();
    await stopped;
    await client.endRun(run.runId);
    await expect.poll(() => rig.server.batchSizes()).toEqual([12]);
    await expect.poll(spent).toMatchObject({ calls: 12 });
    rig.server.endBatches();
    expect(await Promise.all([other, again])).toEqual([DONE, DONE]);
    expect(await askAll(rig.newClient(), sharing().run, ofStopped)).toEqual(ofStopped.map(() => DONE));
    const { inputTokens, outputTokens } = rig.server.statistics();
    await expect.poll(spent).toMatchObject({ calls: 12, tokens: inputTokens + outputTokens });
    expect(rig.server.batchSizes()).toEqual([12]);
  });

  it('count once where their file is sent again in parts', async () => {
    const { batches, hasArrived, goOn } = holdingUpload(2, { looks: 1, room: 8 });
    const { rig, spent } = await startSharing(batches, {}, 24);
    const { run, stop } = sharing();
    const other = rig.client.call(sharing().run, ratingCall(ofOther));
    const stopped = Promise.allSettled([askAll(rig.client, run, ofStopped)]);
    await hasArrived;
    stop();
    await stopped;
    goOn();
    expect(await other).toEqual(DONE);
    expect(await askAll(rig.newClient(), sharing().run, ofStopped)).toEqual(ofStopped.map(() => DONE));
    const { inputTokens, outputTokens } = rig.server.statistics();
    await expect.poll(spent).toMatchObject({ calls: 12, tokens: inputTokens + outputTokens });
    expect(rig.server.requests, 'each is answered once').toHaveLength(12);
  });

  it('count nothing where the server refuses to begin it', async () => {
    const { batches, hasArrived, goOn } = holdingUpload(1, refusingToBegin(400));
    const { rig, spent } = await startSharing(batches);
    const { run, stop } = sharing();
    const stopped = Promise.allSettled([askAll(rig.client, run, ofStopped)]);
    const other = rig.client.call(sharing().run, ratingCall(ofOther));
    await hasArrived;
    stop();
    await stopped;
    goOn();
    expect(await other).toMatchObject({ failure: 'refused' });
    await expect.poll(spent).toMatchObject({ calls: 1, tokens: 0 });
  });
});

describe('a batch', () => {
  it.each([400, 403, 429])('that the server refuses to begin (%i) counts nothing', async (status) => {
    let begins = 0;
    const refusing = refusingToBegin(status);
    const { rig, spent } = await startSharing({
      ...refusing,
      disturbs: (asked, reply) => {
        if (asked === 'POST /v1/batches') begins += 1;
        return refusing.disturbs?.(asked, reply) ?? reply;
      },
    });
    const { run } = sharing();
    const [outcome] = await Promise.allSettled([rig.client.call(run, ratingCall())]);
    expect(outcome).not.toMatchObject({ value: DONE });
    expect(await spent()).toMatchObject({ tokens: 0 });
    expect(begins, 'after the ordinary retries it is told').toBe(status === 429 ? 4 : 1);
    expect(events).toEqual([]);
  });

  it('that expired counts no more, and its calls are new ones', async () => {
    const { rig, store, spent } = await startSharing({ ...UNDER_WAY, end: 'expired', leavesOut: () => true }, {}, 3);
    const pages = PAGES.slice(0, 3);
    await beginAndStop(rig, pages);
    expect(await spent()).toMatchObject({ calls: 3 });
    rig.server.endBatches();
    const { run, stop } = sharing();
    let forgotten = 0;
    const put: typeof store.kept.put = async (kind, key, value) => {
      await store.kept.put(kind, key, value);
      if (kind === 'model-batch' && value === null) forgotten += 1;
    };
    const gathering = rig.newClient({ batching: GATHERING, kept: { ...store.kept, put } });
    const asked = Promise.allSettled([askAll(gathering, run, pages)]);
    await expect.poll(() => forgotten).toBe(3);
    stop();
    await asked;
    await expect.poll(spent).toEqual({ calls: 0, tokens: 0, usd: 0 });
    rig.server.behave({ batches: GOOD_BATCHES });
    const { run: limited } = sharing({ maxCalls: 2 });
    const outcomes = await askAll(rig.newClient(), limited, pages);
    expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(2);
  });

  it.each([false, true])('counts half the price where there may be one (falls back: %s)', async (fallsBack) => {
    const { rig, store, spent } = await startSharing(UNDER_WAY, { batching: { ...BATCHING, fallsBack } });
    await store.budgets.put('june', { maxUsd: 100, maxCalls: null, maxTokens: null });
    const price = { input: 1_000, output: 1_000 };
    const client = rig.newClient({ prices: { [new URL(rig.server.baseUrl).host]: { scripted: price } } });
    await beginAndStop({ ...rig, client }, PAGES.slice(0, 3));
    const { usd = 0, tokens = 0 } = (await spent()) ?? {};
    expect(usd).toBeCloseTo(tokens / 2_000, 9);
  });

  it.each([false, true])('that was never uploaded counts nothing (falls back: %s)', async (fallsBack) => {
    const { rig, spent } = await startSharing(GOOD_BATCHES, { batching: { ...GATHERING, fallsBack } });
    const { run, stop } = sharing();
    const asked = Promise.allSettled([askAll(rig.client, run)]);
    await expect.poll(spent).toMatchObject({ calls: 12 });
    stop();
    await asked;
    await expect.poll(spent).toEqual({ calls: 0, tokens: 0, usd: 0 });
    expect(rig.client.usage(run.runId)).toEqual([]);
  });

  it('cannot hold calls of a model without chat completions', async () => {
    const { rig } = await startSharing(GOOD_BATCHES);
    const model = { name: 'codex-mini', baseUrl: null, apiKey: 'k' };
    expect(() => rig.newClient({ model })).toThrow('codex-mini has no batch API');
  });
});

describe('calls to a server without batches', () => {
  it.each([
    ['where there may be batches', { ...BATCHING, fallsBack: true }],
    ['without them', undefined],
  ])('are awaited as all others where nothing more is sent: %s', async (_, batching) => {
    const { rig } = await startSharing(null, { batching, maxConcurrency: 2 });
    expect(await rig.client.call(testRun(), ratingCall('First.'))).toEqual(DONE);
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    rig.server.behave({ gate: () => isAnswered });
    const { run, stop } = sharing();
    const asked = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await expect.poll(() => rig.server.statistics().requests).toBe(3);
    const stopped = rig.client.stopSending('Ctrl-C');
    expect(stopped.answersUnderWay).toBe(2);
    answer();
    await stopped.settled();
    stop();
    expect((await asked).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(rig.client.usage(run.runId)).toMatchObject([{ calls: 2 }]);
    expect(rig.client.usage(run.runId)[0]?.lostAnswers).toBeUndefined();
  });

  it('are awaited where the time is over', async () => {
    const { rig } = await startSharing(null, { batching: { ...BATCHING, fallsBack: true }, maxConcurrency: 2 });
    expect(await rig.client.call(testRun(), ratingCall('First.'))).toEqual(DONE);
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    rig.server.behave({ gate: () => isAnswered });
    const { run } = sharing({ maxSeconds: 0.5 });
    const asked = PAGES.map((page) => rig.client.call(run, ratingCall(page)));
    const first = asked.slice(0, 2);
    expect(await Promise.all(asked.slice(2))).toEqual(
      PAGES.slice(2).map(() => expect.objectContaining({ failure: 'limit-reached' }) as unknown),
    );
    answer();
    expect(await Promise.all(first)).toEqual([DONE, DONE]);
  });
});
