import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { SettingError } from '../../src/domain/errors.ts';
import type { RunEvent } from '../../src/domain/run-context.ts';
import type { Batching } from '../../src/llm/client.ts';
import { costUsd } from '../../src/llm/price.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testRun } from '../support/run-context.ts';
import { GOOD_BATCHES, type BatchBehaviour } from '../support/model-server/batches.ts';
import type { ScriptedRequest } from '../support/model-server/request.ts';
import {
  GOOD_RATING,
  NO_LIMITS,
  PROMPT,
  ratingCall,
  REAL_CLOCK,
  startRig,
  stoppable,
  type RigOptions,
} from './harness.ts';

const DONE = { status: 'done', value: GOOD_RATING };
const PAGES = Array.from({ length: 12 }, (_, index) => `Page ${index}.`);
const events: RunEvent[] = [];
const BATCHING: Batching = {
  fallsBack: false,
  onEvent: (event) => events.push(event),
  timing: { quietMs: 20, longestMs: 1_000, pollMs: [5, 10], idleMs: 1_000 },
};

afterEach(() => {
  events.length = 0;
});

const startBatchRig = (batches: Partial<BatchBehaviour> | null, options: RigOptions = {}) =>
  startRig({
    batching: BATCHING,
    ...options,
    server: { batches: batches === null ? null : { ...GOOD_BATCHES, ...batches }, ...options.server },
  });

type Rig = Awaited<ReturnType<typeof startRig>>;
const askAll = (rig: Rig, client = rig.client, run = testRun()) =>
  Promise.all(PAGES.map((page) => client.call(run, ratingCall(page))));

const endingWithErrors: BatchBehaviour['disturbs'] = (asked, { status, body }) => ({
  status,
  body: asked.endsWith('/content') ? body.replaceAll('"finish_reason":"stop"', '"finish_reason":"error"') : body,
});

describe('calls in batches', () => {
  it('go in one file where they come together, and each gets its own reply', async () => {
    const rig = await startBatchRig(
      {},
      {
        server: {
          handler: ({ text }) => ({ expertise: 3, reason: /Page \d+/u.exec(text)?.[0] ?? 'none' }),
        },
      },
    );
    const outcomes = await askAll(rig);
    expect(outcomes).toEqual(
      PAGES.map((page) => ({ status: 'done', value: { expertise: 3, reason: page.replace('.', '') } })),
    );
    expect(rig.server.batchSizes()).toEqual([12]);
    expect(events).toContainEqual({
      ...{ type: 'batch', server: expect.stringContaining('127.0.0.1') as string, batch: 'batch_1' },
      ...{ status: 'completed', done: 12, calls: 12 },
    });
    expect(rig.server.headers.every((headers) => headers['x-groundrule-call'] === undefined)).toBe(true);
  });

  it('count a probe that is lost: it goes by itself', async () => {
    const rig = await startBatchRig({}, { batching: { ...BATCHING, fallsBack: false }, timeoutMs: 100 });
    rig.server.behave({ latencyMs: 600_000 });
    const client = rig.newClient({ model: { capability: null } });
    await client.call(rig.run, ratingCall()).catch(() => null);
    expect(client.usage()).toMatchObject([{ role: 'probe', lostAnswers: 2 }]);
  });

  it('cost half, in usage and in limits', async () => {
    const price = { input: 10, output: 20 };
    const rig = await startBatchRig({}, { prices: { other: {} } });
    const prices = { [new URL(rig.server.baseUrl).host]: { scripted: price } };
    const client = rig.newClient({ prices });
    await client.call(rig.run, ratingCall());
    const [exchange] = rig.records[0]?.exchanges ?? [];
    const usage = exchange?.answer?.usage;
    if (usage === undefined) throw new Error('The call has no usage.');
    expect(usage.isBatched).toBe(true);
    expect(exchange?.usd).toBeCloseTo((usage.inputTokens * 10 + usage.outputTokens * 20) / 2_000_000, 12);
    const { isBatched, ...direct } = usage;
    expect(exchange?.usd).toBe((costUsd(price, direct) ?? 0) / (isBatched === true ? 2 : 1));
  });

  it('are asked again where the batch expires without them: what it holds is not paid for twice', async () => {
    const rig = await startBatchRig({
      end: 'expired',
      leavesOut: (body): boolean => rig.server.batchSizes().length === 1 && /Page [0-2]\./u.test(body),
    });
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    expect(events).toContainEqual(expect.objectContaining({ status: 'expired' }));
    expect(rig.server.batchSizes()).toEqual([12, 3]);
    expect(rig.server.requests).toHaveLength(12);
  });

  it('are asked again where some of them fail', async () => {
    const rig = await startBatchRig({});
    rig.server.next('server-error', null, 'rate-limited');
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    expect(rig.server.batchSizes()[0]).toBe(12);
    expect(
      rig.server
        .batchSizes()
        .slice(1)
        .reduce((sum, size) => sum + size),
    ).toBe(2);
  });

  it.each([0, 204, 600])('are not answered where a line states what is no status of one: %i', async (status) => {
    const rig = await startBatchRig({
      disturbs: (asked, reply) =>
        asked.endsWith('/content')
          ? { ...reply, body: reply.body.replace('"status_code":200', `"status_code":${status}`) }
          : reply,
    });
    const reason = expect.stringContaining('neither answer nor error') as string;
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ failure: 'unavailable', reason });
  });

  it('are no answer where the batch failed: the server’s reason is told', async () => {
    const rig = await startBatchRig({ end: 'failed' });
    const reason = expect.stringContaining('The file is invalid.') as string;
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ failure: 'refused', reason });
    expect(rig.client.refused(rig.run.runId)).toMatchObject({ message: reason });
    rig.server.behave({ batches: GOOD_BATCHES });
    expect(await rig.client.call(testRun(), ratingCall())).toEqual(DONE);
  });

  it('go in halves where the server has no room for the tokens of their file', async () => {
    const rig = await startBatchRig({ room: 4 });
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    const taken = rig.server.batchSizes().filter((size) => size <= 4);
    expect(taken.reduce((sum, size) => sum + size)).toBeGreaterThanOrEqual(12);
    expect(rig.server.batchSizes()[0]).toBe(12);
    expect(rig.server.requests, 'each is answered once').toHaveLength(12);
  });

  it('go in smaller files where the server takes no file as large', async () => {
    let uploads = 0;
    const rig = await startBatchRig({
      disturbs: (asked, reply) =>
        asked === 'POST /v1/files' && uploads++ < 2 ? { status: 413, body: '<h1>Too large</h1>' } : reply,
    });
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    expect(Math.max(...rig.server.batchSizes())).toBeLessThan(12);
    expect(rig.server.requests, 'each is answered once').toHaveLength(12);
  });

  it('end where the server gives a file no id, or lists its newest batches without end', async () => {
    const nameless = await startBatchRig({
      disturbs: (asked, reply) => (asked === 'POST /v1/files' ? { status: 200, body: '{}' } : reply),
    });
    await expect(nameless.client.call(nameless.run, ratingCall())).rejects.toThrow('describes a file otherwise');
    const page = { object: 'list', data: [{ id: 'batch_x', input_file_id: 'another' }], has_more: true };
    const endless = await startBatchRig({
      disturbs: (asked, reply) => {
        if (asked === 'POST /v1/batches') return { status: 500, body: 'Oops.' };
        return asked.startsWith('GET /v1/batches') ? { status: 200, body: JSON.stringify(page) } : reply;
      },
    });
    await expect(endless.client.call(endless.run, ratingCall())).rejects.toThrow('again and again');
  });

  it('wait for another batch of theirs to end where the room is taken', async () => {
    const rig = await startBatchRig({ room: 12, looks: 1e9 });
    const first = askAll(rig);
    await expect.poll(() => rig.server.batchSizes()).toEqual([12]);
    const second = rig.client.call(testRun(), ratingCall('Another page.'));
    await expect.poll(() => events).toContainEqual(expect.objectContaining({ batch: 'batch_2', status: 'failed' }));
    rig.server.behave({ batches: GOOD_BATCHES });
    rig.server.endBatches();
    expect(await second).toEqual(DONE);
    expect(await first).toEqual(PAGES.map(() => DONE));
    expect(rig.server.batchSizes()).toEqual([12, 1, 1]);
  });

  it.each([{ prompt: { ...PROMPT, temperature: 0.7 } }, { choiceWords: ['3', '4'] }])(
    'share what the server takes at once with all others of their model: %o',
    async (changes) => {
      const rig = await startBatchRig({ room: 12, looks: 1e9 });
      const first = askAll(rig);
      await expect.poll(() => rig.server.batchSizes()).toEqual([12]);
      const second = rig.client.call(testRun(), ratingCall('Another page.', changes));
      await expect.poll(() => rig.server.batchSizes()).toEqual([12, 1]);
      // Longer than a refusal that is final takes with all its retries.
      await setTimeout(300);
      rig.server.behave({ batches: GOOD_BATCHES });
      rig.server.endBatches();
      expect(await second).toEqual(DONE);
      expect(await first).toEqual(PAGES.map(() => DONE));
    },
  );

  it('are no answer where not one of them fits', async () => {
    const rig = await startBatchRig({ room: 0 });
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ status: 'unscored', failure: 'unavailable' });
  });

  it('are taken from their batch by another process where the first one ended before', async () => {
    const { kept } = createMemoryStore();
    const rig = await startBatchRig({ looks: 1_000 }, { kept });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await expect.poll(() => events).not.toEqual([]);
    stop();
    expect((await cancelled).map(({ status }) => status)).toEqual(PAGES.map(() => 'rejected'));
    const looksBefore = events.length;
    rig.server.behave({ batches: { ...GOOD_BATCHES, looks: 0 } });
    const second = askAll(rig, rig.newClient());
    await expect.poll(() => events.length).toBeGreaterThan(looksBefore + 2);
    expect(rig.server.batchSizes(), 'nothing is sent again').toEqual([12]);
    rig.server.endBatches();
    expect(await second).toEqual(PAGES.map(() => DONE));
    expect(rig.server.batchSizes()).toEqual([12]);
    expect(rig.server.requests).toHaveLength(12);
  });

  it('are found by their file where the store lost which batch it is', async () => {
    const { kept } = createMemoryStore();
    const forgetful: typeof kept = {
      ...kept,
      put: async (kind, key, value) => {
        if (kind === 'model-batch' && value !== null && typeof value === 'object' && 'batch' in value)
          throw new Error('The disk is full.');
        await kept.put(kind, key, value);
      },
    };
    const rig = await startBatchRig({}, { kept: forgetful });
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    expect(rig.server.batchSizes()).toEqual([12]);
  });

  it('are found by their file behind any number of newer batches', async () => {
    const { kept } = createMemoryStore();
    const rig = await startBatchRig({ looks: 1_000 }, { kept });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled([rig.client.call(run, ratingCall())]);
    await expect.poll(() => events).not.toEqual([]);
    stop();
    await cancelled;
    rig.server.behave({ batches: { ...GOOD_BATCHES, looks: 0 } });
    for (let index = 0; index < 25; index += 1) await rig.client.call(testRun(), ratingCall(`Page ${index}.`));
    rig.server.endBatches();
    const forgetful: typeof kept = {
      ...kept,
      get: async (kind, key) => (key.startsWith('file-') ? null : kept.get(kind, key)),
    };
    const sizes = rig.server.batchSizes();
    expect(await rig.newClient({ kept: forgetful }).call(testRun(), ratingCall())).toEqual(DONE);
    expect(rig.server.batchSizes()).toEqual(sizes);
  });

  it('of several models go in a file for each', async () => {
    const rig = await startBatchRig({});
    const specOf = (name: string) => ({
      name,
      baseUrl: rig.server.baseUrl,
      apiKey: null,
      capability: 'json_schema' as const,
    });
    const client = rig.newClient({ specOf });
    const asked = ['one', 'two', 'three'].flatMap((model) =>
      PAGES.map((page) => client.call(testRun(), ratingCall(page, { model }))),
    );
    expect(await Promise.all(asked)).toEqual(asked.map(() => DONE));
    expect(rig.server.batchSizes()).toEqual([12, 12, 12]);
  });

  it('end with an error where the server has no batches, unless they may go one by one', async () => {
    const rig = await startBatchRig(null);
    const refused = rig.client.call(rig.run, ratingCall());
    await expect(refused).rejects.toThrow(SettingError);
    await expect(refused).rejects.toThrow('has no batch API');
    const client = rig.newClient({ batching: { ...BATCHING, fallsBack: true }, maxConcurrency: 2 });
    expect(await askAll(rig, client)).toEqual(PAGES.map(() => DONE));
    expect(rig.server.statistics().maxConcurrency).toBeLessThanOrEqual(2);
    expect(rig.records.at(-1)?.exchanges[0]?.answer?.usage.isBatched).toBeUndefined();
  });

  it('want a new answer where the first was of no use', async () => {
    const rig = await startBatchRig({});
    rig.server.next('malformed', 'malformed');
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ status: 'unscored' });
    expect(await rig.newClient().call(testRun(), ratingCall())).toEqual(DONE);
  });

  const refusing = (request: string, status: number, message: string): Pick<BatchBehaviour, 'disturbs'> => ({
    disturbs: (asked, reply) =>
      asked.startsWith(request) ? { status, body: JSON.stringify({ error: { message } }) } : reply,
  });

  it.each(['POST /v1/files', 'POST /v1/batches', 'GET /v1/batches/', 'GET /v1/files/'])(
    'end with what the server says where it refuses the key: %s',
    async (request) => {
      const rig = await startBatchRig(refusing(request, 403, 'Missing scopes: api.files'));
      await expect(rig.client.call(rig.run, ratingCall())).rejects.toThrow('Missing scopes: api.files');
      expect(events.filter(({ type }) => type === 'warning')).toEqual([]);
    },
  );

  it('end where the server describes a batch in other words', async () => {
    const rig = await startBatchRig({
      disturbs: (_, reply) => ({ ...reply, body: reply.body.replace('"status":"', '"status":"STATUS_') }),
    });
    await expect(rig.client.call(rig.run, ratingCall())).rejects.toThrow('(status: ');
  });

  it('wait out a server that fails for a while', async () => {
    let looks = 0;
    const rig = await startBatchRig({
      disturbs: (asked, reply) =>
        asked.startsWith('GET /v1/batches/') && looks++ < 1 ? { status: 503, body: 'Busy.' } : reply,
    });
    expect(await rig.client.call(rig.run, ratingCall())).toEqual(DONE);
  });

  it('count in a shared budget from their beginning, and once', async () => {
    const { kept, budgets } = createMemoryStore();
    await budgets.put('june', { maxUsd: null, maxCalls: 12, maxTokens: null });
    const spent = async () => (await budgets.get('june'))?.spent;
    const sharing = (signal?: AbortSignal) =>
      testRun({ limits: { sharedBudgets: ['june'] }, ...(signal === undefined ? {} : { signal }) });
    let isDenied = false;
    const denied = { status: 401, body: JSON.stringify({ error: { message: 'Expired.' } }) };
    const disturbs: BatchBehaviour['disturbs'] = (asked, reply) =>
      isDenied && asked.startsWith('GET') ? denied : reply;
    const rig = await startBatchRig({ looks: 1e9, disturbs }, { kept, budgets });
    const stop = new AbortController();
    const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(sharing(stop.signal), ratingCall(page))));
    await expect.poll(() => events).not.toEqual([]);
    stop.abort();
    await cancelled;
    const estimated = await spent();
    expect(estimated).toMatchObject({ calls: 12 });
    expect(estimated?.tokens, 'the answers are assumed').toBeGreaterThan(12 * 500);
    const other = await rig.newClient().call(sharing(), ratingCall('Another.'));
    expect(other).toMatchObject({ failure: 'limit-reached' });
    isDenied = true;
    await expect(askAll(rig, rig.newClient(), sharing())).rejects.toThrow(SettingError);
    await expect.poll(spent, { message: 'answers that could not be looked for' }).toEqual(estimated);
    isDenied = false;

    rig.server.endBatches();
    const next = rig.newClient();
    expect(await askAll(rig, next, sharing())).toEqual(PAGES.map(() => DONE));
    const [usage] = next.usage();
    expect(usage).toMatchObject({ calls: 12 });
    expect(await spent()).toMatchObject({
      calls: 12,
      tokens: (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    });
    expect(rig.server.batchSizes()).toEqual([12]);
  });

  it.each([{ budgetThen: [] }, { budgetThen: ['july'] }])(
    'count what they took in the budget of their beginning, also where %o takes the answers',
    async ({ budgetThen }) => {
      const { kept, budgets } = createMemoryStore();
      for (const name of ['june', 'july']) await budgets.put(name, { maxUsd: null, maxCalls: 12, maxTokens: null });
      const rig = await startBatchRig({ looks: 1e9 }, { kept, budgets });
      const stop = new AbortController();
      const begun = testRun({ limits: { sharedBudgets: ['june'] }, signal: stop.signal });
      const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(begun, ratingCall(page))));
      await expect.poll(() => events).not.toEqual([]);
      stop.abort();
      await cancelled;
      rig.server.endBatches();
      const next = rig.newClient();
      await askAll(rig, next, testRun({ limits: { sharedBudgets: budgetThen } }));
      const [usage] = next.usage();
      const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
      await expect.poll(async () => (await budgets.get('june'))?.spent).toMatchObject({ calls: 12, tokens });
    },
  );

  it('that were never uploaded count nothing', async () => {
    const timing = { quietMs: 600_000, longestMs: 600_000, pollMs: [5, 10], idleMs: 1_000 } as const;
    const rig = await startBatchRig({}, { batching: { ...BATCHING, timing } });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled([rig.client.call(run, ratingCall())]);
    await setTimeout(50);
    stop();
    await cancelled;
    expect(rig.client.usage()).toEqual([]);
  });

  it('count what a failed reply says that it took', async () => {
    const rig = await startBatchRig({ disturbs: endingWithErrors });
    expect(await rig.client.call(rig.run, ratingCall())).toMatchObject({ failure: 'unavailable' });
    expect(rig.client.usage()).toMatchObject([{ calls: 2, estimatedCalls: 0 }]);
    expect(rig.client.usage()[0]?.outputTokens).toBeGreaterThan(0);
  });

  it('begin one batch where the answer to its beginning is lost', async () => {
    let begins = 0;
    const rig = await startBatchRig({
      disturbs: (asked, reply) =>
        asked === 'POST /v1/batches' && begins++ === 0 ? { status: 500, body: 'Oops.' } : reply,
    });
    expect(await askAll(rig)).toEqual(PAGES.map(() => DONE));
    expect(rig.server.batchSizes()).toEqual([12]);
  });

  it('begin one batch where several processes find its file after a kill', async () => {
    const folder = await temporaryFolder();
    const openKept = async () => {
      const store = await openSqliteStore(join(folder, 'store.db'), REAL_CLOCK);
      onTestFinished(() => store.close());
      return store.kept;
    };
    const rig = await startBatchRig(refusing('POST /v1/batches', 503, 'Busy.'), { kept: await openKept() });
    const { run, stop } = stoppable();
    const killed = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await expect.poll(() => rig.server.batchSizes()).not.toEqual([]);
    stop();
    await killed;
    const refused = rig.server.batchSizes().length;
    const none = { status: 200, body: JSON.stringify({ object: 'list', data: [], has_more: false }) };
    const disturbs: BatchBehaviour['disturbs'] = (asked, reply) => (asked.includes('batches?') ? none : reply);
    rig.server.behave({ batches: { ...GOOD_BATCHES, disturbs } });
    const clients = await Promise.all([1, 2, 3].map(async () => rig.newClient({ kept: await openKept() })));
    await Promise.all(clients.map((client, index) => client.call(testRun(), ratingCall(PAGES[index]))));
    expect(rig.server.batchSizes().slice(refused)).toEqual([12]);
  });

  it.each([
    ['POST /v1/files', 'this'],
    ['POST /v1/batches', 'this'],
    ['POST /v1/batches', 'another'],
  ])('cancelled during %s and asked again by %s process are paid once', async (request, process) => {
    const folder = await temporaryFolder();
    const openKept = async () => {
      const store = await openSqliteStore(join(folder, 'store.db'), REAL_CLOCK);
      onTestFinished(() => store.close());
      return store.kept;
    };
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const disturbs: BatchBehaviour['disturbs'] = async (asked, reply) => {
      if (asked !== request) return reply;
      arrive();
      await setTimeout(200);
      return reply;
    };
    const rig = await startBatchRig({ disturbs }, { kept: await openKept() });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await arrived;
    stop();
    const client = process === 'this' ? rig.client : rig.newClient({ kept: await openKept() });
    expect(await askAll(rig, client)).toEqual(PAGES.map(() => DONE));
    await cancelled;
    expect(rig.server.batchSizes()).toEqual([12]);
    expect(rig.server.requests).toHaveLength(12);
  });

  it('cancelled as they are uploaded are not paid at all', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    let goOn = (): void => undefined;
    const isStopped = new Promise<void>((resolve) => (goOn = resolve));
    const disturbs: BatchBehaviour['disturbs'] = async (asked, reply) => {
      if (asked === 'POST /v1/files') {
        arrive();
        await isStopped;
      }
      return reply;
    };
    const rig = await startBatchRig({ disturbs });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await arrived;
    stop();
    await cancelled;
    goOn();
    // A batch of the file would be begun at once.
    await setTimeout(150);
    expect(rig.server.batchSizes()).toEqual([]);
  });

  it('sent again after an error are found in their new file', async () => {
    let begins = 0;
    const disturbs: BatchBehaviour['disturbs'] = (asked, reply) =>
      asked === 'POST /v1/batches' && begins++ === 1 ? { status: 500, body: 'Oops.' } : reply;
    const rig = await startBatchRig({ disturbs });
    rig.server.next('server-error');
    expect(await rig.client.call(rig.run, ratingCall())).toEqual(DONE);
    expect(rig.server.batchSizes(), 'the answer to the second beginning was lost').toEqual([1, 1]);
  });

  it('let go of replies that nobody comes for; those that come later still get theirs', async () => {
    let downloads = 0;
    const disturbs: BatchBehaviour['disturbs'] = (asked, reply) => {
      if (asked.endsWith('/content')) downloads += 1;
      return reply;
    };
    const timing = { quietMs: 20, longestMs: 1_000, pollMs: [5, 10], idleMs: 30 } as const;
    const rig = await startBatchRig({ looks: 1e9, disturbs }, { batching: { ...BATCHING, timing } });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled([rig.client.call(run, ratingCall('Page 0.'))]);
    const other = rig.client.call(rig.run, ratingCall('Page 1.'));
    await expect.poll(() => rig.server.batchSizes()).toEqual([2]);
    stop();
    await cancelled;
    rig.server.endBatches();
    expect(await other).toEqual(DONE);
    const before = downloads;
    await setTimeout(100);
    expect(await rig.client.call(testRun(), ratingCall('Page 0.'))).toEqual(DONE);
    expect(downloads).toBe(2 * before);
    expect(rig.server.batchSizes()).toEqual([2]);
  });

  it('share the download of a file, however late they come for their answer', async () => {
    const { kept } = createMemoryStore();
    let downloads = 0;
    const counting: Partial<BatchBehaviour> = {
      disturbs: (asked, reply) => {
        if (asked.endsWith('/content')) downloads += 1;
        return reply;
      },
    };
    const rig = await startBatchRig({ looks: 1_000, ...counting }, { kept });
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled(PAGES.map((page) => rig.client.call(run, ratingCall(page))));
    await expect.poll(() => events).not.toEqual([]);
    stop();
    await cancelled;
    rig.server.endBatches();
    const client = rig.newClient();
    for (const page of PAGES) expect(await client.call(testRun(), ratingCall(page))).toEqual(DONE);
    // The answers, and the errors.
    expect(downloads).toBe(2);
    expect(rig.server.batchSizes()).toEqual([12]);
  });

  it('wait no longer than the run may take, and are there for the next one', async () => {
    const { kept } = createMemoryStore();
    const rig = await startBatchRig({ looks: 1e9 }, { kept });
    const client = rig.newClient({ limits: { ...NO_LIMITS, maxSeconds: 0.3 } });
    expect(await client.call(rig.run, ratingCall())).toMatchObject({ status: 'unscored', failure: 'limit-reached' });
    rig.server.endBatches();
    expect(await rig.newClient().call(testRun(), ratingCall())).toEqual(DONE);
    expect(rig.server.batchSizes()).toEqual([1]);
  });

  it('that go one by one end after the time of one', async () => {
    const rig = await startBatchRig(null, { batching: { ...BATCHING, fallsBack: true }, timeoutMs: 100 });
    rig.server.next('hang', 'hang');
    await expect(rig.client.call(rig.run, ratingCall())).rejects.toThrow('no answer within 0.1 s');
  });

  it('of providers without batches keep their concurrency, or end with an error at once', async () => {
    let atOnce = 0;
    let most = 0;
    class ChatAnthropic extends FakeListChatModel {
      constructor() {
        super({ responses: [JSON.stringify(GOOD_RATING)] });
      }
      override async _generate(...given: Parameters<FakeListChatModel['_generate']>) {
        most = Math.max(most, ++atOnce);
        await setTimeout(5);
        atOnce -= 1;
        return super._generate(...given);
      }
    }
    const importPackage = () => Promise.resolve({ ChatAnthropic });
    const model = { name: 'anthropic:claude', apiKey: 'k', capability: 'prompt', baseUrl: null } as const;
    const rig = await startBatchRig(null, { batching: { ...BATCHING, fallsBack: true }, importPackage, model });
    await askAll(rig, rig.newClient({ maxConcurrency: 2 }));
    expect(most).toBe(2);
    expect(() => rig.newClient({ batching: BATCHING })).toThrow('anthropic has no batch API');
  });

  it('leave the question of what a server can do to a call of its own', async () => {
    const handler = ({ text }: ScriptedRequest) => (text.includes('Greet') ? { greeting: 'Hello' } : GOOD_RATING);
    const rig = await startBatchRig({}, { model: { capability: null }, server: { handler } });
    expect(await rig.client.call(rig.run, ratingCall())).toEqual(DONE);
    expect(rig.server.batchSizes()).toEqual([1]);
    expect(rig.server.requests).toHaveLength(2);
  });
});
