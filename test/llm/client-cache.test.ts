import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { UnavailableError } from '../../src/domain/errors.ts';
import type { ModelCall } from '../../src/domain/model.ts';
import { answerSchema } from '../../src/llm/answer-schema.ts';
import { canonicalJson, sha256Hex } from '../../src/text/hash.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { memoryKept } from '../support/memory-kept.ts';
import { GOOD_BATCHES } from '../support/model-server/batches.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { GOOD_RATING, NO_LIMITS, PROMPT, RATING, ratingCall, REAL_CLOCK, startRig, stoppable } from './harness.ts';
import type { ClientChanges, Rating } from './harness.ts';

const DONE = { status: 'done', value: GOOD_RATING };
const BATCHING = {
  ...{ fallsBack: true, onEvent: () => undefined },
  timing: { quietMs: 5, longestMs: 1_000, pollMs: [5, 10], idleMs: 1_000 },
} as const;

const ONE_BY_ONE_OR_NOT = [
  ['one by one', undefined],
  ['where there may be batches', BATCHING],
] as const;

describe('the cache', () => {
  it('answers a second client without any request, and counts that apart', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, ratingCall());
    const second = rig.newClient();
    expect(await second.call(rig.run, ratingCall())).toEqual(DONE);
    expect(rig.server.statistics().requests).toBe(1);
    expect(second.usage()).toMatchObject([{ calls: 0, cacheHits: 1, inputTokens: 0, outputTokens: 0, usd: 0 }]);
    expect(rig.records[1]?.exchanges).toMatchObject([{ cached: true, attempts: 0, usd: 0 }]);
  });

  it('tells answers of now from those that it had and from silence', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, ratingCall());
    const second = rig.newClient();
    await second.call(rig.run, ratingCall());
    rig.server.behave({ outage: () => true });
    await second.call(rig.run, ratingCall('Another page.')).catch(() => null);
    const calls = rig.run.events.flatMap((event) => (event.type === 'model-call' ? [event] : []));
    expect(calls.map(({ isAnswered, isCached, isFailed }) => [isAnswered, isCached, isFailed])).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('keeps a bad answer and its repair as they came, so that a second run takes the same way', async () => {
    const rig = await startRig();
    rig.server.next('malformed');
    await rig.client.call(rig.run, ratingCall());
    const second = rig.newClient();
    expect(await second.call(rig.run, ratingCall())).toEqual(DONE);
    expect(rig.server.statistics().requests).toBe(2);
    expect(second.usage()).toMatchObject([{ calls: 0, cacheHits: 2 }]);
  });

  it('does not depend on the key, on how JSON is asked for, or on the concurrency', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, ratingCall());
    const other = rig.newClient({ model: { apiKey: 'another', capability: 'prompt' }, maxConcurrency: 1 });
    expect(await other.call(rig.run, ratingCall())).toEqual(DONE);
    expect(rig.server.statistics().requests).toBe(1);
  });

  it('keeps answers under the hash of the question in canonical JSON, so that those of earlier versions stay valid', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, ratingCall());
    const [record] = rig.records;
    const [exchange] = record?.exchanges ?? [];
    const question = {
      ...{ endpoint: record?.endpoint, model: record?.model, messages: exchange?.messages },
      parameters: { temperature: PROMPT.temperature, maxOutputTokens: null },
      schema: answerSchema(PROMPT.id, RATING).full,
      promptHash: PROMPT.hash,
      sampleIndex: 0,
    };
    expect(exchange?.key).toBe(sha256Hex(canonicalJson(question)));
    expect(exchange?.messagesHash).toBe(sha256Hex(canonicalJson(exchange?.messages)));
  });

  const callA = ratingCall();
  it.each<[string, ClientChanges, ModelCall<Rating>]>([
    ['the model', { model: { name: 'other' } }, callA],
    ['the temperature', {}, ratingCall('A page.', { temperature: 0.5 })],
    ['the temperature of the role', { sampling: { 'rate-page': { temperature: 0.5 } } }, callA],
    ['top-p', { sampling: { 'rate-page': { topP: 0.9 } } }, callA],
    ['the seed', { sampling: { 'rate-page': { seed: 1 } } }, callA],
    ['the messages', {}, ratingCall('Another page.')],
    ['the hash of the prompt', {}, ratingCall('A page.', { prompt: { ...PROMPT, hash: 'f'.repeat(64) } })],
    ['the sample index', {}, ratingCall('A page.', { sampleIndex: 1 })],
    [
      'the schema',
      {},
      ratingCall('A page.', { schema: z.strictObject({ expertise: z.int().min(0), reason: z.string() }) }),
    ],
  ])('asks again where %s differs', async (_what, options, call) => {
    const rig = await startRig();
    await rig.client.call(rig.run, callA);
    await rig.newClient(options).call(rig.run, call);
    expect(rig.server.statistics().requests).toBe(2);
    expect(rig.records[0]?.exchanges[0]?.key).not.toBe(rig.records[1]?.exchanges[0]?.key);
  });

  it('knows an answer again where the settings say what the prompt says, and keeps those of other roles', async () => {
    const rig = await startRig();
    await rig.client.call(rig.run, callA);
    for (const sampling of [{ 'rate-page': { temperature: 0 } }, { 'judge-response': { topP: 0.9, seed: 3 } }])
      await rig.newClient({ sampling }).call(rig.run, callA);
    expect(rig.server.statistics().requests).toBe(1);
  });

  it('stores nothing secret', async () => {
    const kept = memoryKept();
    const rig = await startRig({ kept, model: { apiKey: 'very-secret-key' } });
    await rig.client.call(rig.run, ratingCall());
    const stored = [...kept.entries];
    expect(stored).toHaveLength(1);
    expect(stored[0]?.[0]).toMatch(/^model-answer [0-9a-f]{64}$/);
    expect(JSON.stringify(stored)).not.toContain('very-secret-key');
  });

  it('asks nothing where an answer could not be kept', async () => {
    const away = new UnavailableError('The store is away.');
    const rig = await startRig({ kept: { ...memoryKept(), claim: () => Promise.reject(away) } });
    await expect(rig.client.call(rig.run, ratingCall())).rejects.toBe(away);
    expect(rig.server.statistics().requests).toBe(0);
  });

  it('looks less and less often for an answer that another process asks for', async () => {
    let claims = 0;
    const until = performance.now() + 2_500;
    const claim = async () => {
      claims += 1;
      return performance.now() > until;
    };
    const rig = await startRig({ kept: { ...memoryKept(), claim } });
    expect(await rig.client.call(rig.run, ratingCall())).toEqual(DONE);
    expect(claims).toBeLessThan(10);
  });

  it.each(['get', 'put', 'release'] as const)(
    'fails open: a %s that throws is one warning, never a lost answer',
    async (method) => {
      const broken = { ...memoryKept(), [method]: () => Promise.reject(new Error('disk is full')) };
      const rig = await startRig({ kept: broken });
      expect(await rig.client.call(rig.run, ratingCall('one'))).toEqual(DONE);
      expect(await rig.client.call(rig.run, ratingCall('two'))).toEqual(DONE);
      const warnings = rig.run.events.filter(({ type }) => type === 'warning');
      expect(warnings).toEqual([{ type: 'warning', message: expect.stringContaining('disk is full') as string }]);
    },
  );
});

describe('identical calls under way', () => {
  it('are one request', async () => {
    const rig = await startRig({ server: { latencyMs: 20 } });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => rig.client.call(rig.run, ratingCall())));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => DONE));
    expect(rig.server.statistics().requests).toBe(1);
    expect(rig.client.usage()).toMatchObject([{ calls: 1, cacheHits: 9 }]);
  });

  it.each(ONE_BY_ONE_OR_NOT)(
    'are one request, also for a run whose time is over meanwhile: %s',
    async (_, batching) => {
      const folder = await temporaryFolder();
      const open = async () => {
        const store = await openSqliteStore(join(folder, 'store.db'), REAL_CLOCK);
        onTestFinished(() => store.close());
        return store;
      };
      const [store, other] = [await open(), await open()];
      await store.budgets.put('june', { maxUsd: null, maxCalls: 10, maxTokens: null });
      let answer = (): void => undefined;
      const isAnswered = new Promise<void>((resolve) => (answer = resolve));
      const gate = () => isAnswered;
      const batches = { ...GOOD_BATCHES, looks: 1e9 };
      const rig = await startRig({ ...store, batching, server: { gate, batches } });
      const limits = { sharedBudgets: ['june'] };
      const first = rig.client.call(testRun({ limits }), ratingCall());
      const hasBegun = () => rig.server.statistics().requests + rig.server.batchSizes().length;
      await expect.poll(hasBegun).toBeGreaterThan(0);
      const client = rig.newClient(other);
      let looks = 0;
      const getOrClaim: typeof other.kept.getOrClaim = (...place) => {
        looks += 1;
        return other.kept.getOrClaim(...place);
      };
      const elsewhere = rig.newClient({ ...other, kept: { ...other.kept, getOrClaim } });
      const over = { ...limits, model: { ...NO_LIMITS, maxSeconds: 0.1 } };
      const tooLate = [rig.client, client].map((each) => each.call(testRun({ limits: over }), ratingCall()));
      for (const each of tooLate) expect(await each).toMatchObject({ failure: 'limit-reached' });
      const third = elsewhere.call(testRun({ limits }), ratingCall());
      await expect.poll(() => looks).toBeGreaterThan(1);
      answer();
      rig.server.endBatches();
      expect(await Promise.all([first, third])).toEqual([DONE, DONE]);
      expect(rig.server.requests).toHaveLength(1);
      const { inputTokens, outputTokens } = rig.server.statistics();
      expect((await store.budgets.get('june'))?.spent).toMatchObject({ calls: 1, tokens: inputTokens + outputTokens });
    },
  );

  it.each(ONE_BY_ONE_OR_NOT)('are one request where the run that asked first is stopped: %s', async (_, batching) => {
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    const rig = await startRig({ batching, server: { gate: () => isAnswered, batches: null } });
    const { run, stop } = stoppable();
    const first = Promise.allSettled([rig.client.call(run, ratingCall())]);
    const second = rig.client.call(rig.run, ratingCall());
    await expect.poll(() => rig.server.statistics().requests).toBe(1);
    stop();
    await first;
    answer();
    expect(await second).toEqual(DONE);
    expect(rig.server.requests).toHaveLength(1);
  });

  it('stay apart where their sample index differs', async () => {
    const rig = await startRig({ server: { latencyMs: 20 } });
    await Promise.all([0, 1, 2].map((sampleIndex) => rig.client.call(rig.run, ratingCall('A page.', { sampleIndex }))));
    expect(rig.server.statistics().requests).toBe(3);
  });
});

describe('a faulty server', () => {
  it('gives the same outcomes at concurrency 1 and 32', async () => {
    const faultRates = {
      'server-error': 0.1,
      malformed: 0.05,
      truncated: 0.03,
      refusal: 0.05,
      chatty: 0.1,
      drop: 0.05,
    };
    const outcomesAt = async (maxConcurrency: number) => {
      const rig = await startRig({ maxConcurrency, server: { faultRates } });
      await rig.client.call(rig.run, ratingCall('warm-up'));
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => rig.client.call(rig.run, ratingCall(`page ${index}`))),
      );
      // Each server has a port of its own, which reasons name.
      return outcomes.map((outcome) =>
        outcome.status === 'done' ? outcome : { ...outcome, reason: outcome.reason.replace(/127\.0\.0\.1:\d+/u, 'it') },
      );
    };
    const [serial, parallel] = [await outcomesAt(1), await outcomesAt(32)];
    expect(parallel).toEqual(serial);
    expect(serial.filter(({ status }) => status === 'done').length).toBeGreaterThan(85);
    for (const outcome of serial) if (outcome.status === 'unscored') expect(outcome.reason).not.toBe('');
  });
});
