import { testRun } from '../support/run-context.ts';
import { describe, expect, it, vi } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { FAST_RETRIES, GOOD_RATING, NO_LIMITS, ratingCall, serve, startRig } from './harness.ts';

const PAGES = Array.from({ length: 12 }, (_, index) => `page ${index}`);

describe('limits', () => {
  it('stops at exactly the number of calls, keeps what was paid for, and says which limit it was', async () => {
    const limits = { ...NO_LIMITS, maxCalls: 5 };
    const rig = await startRig({ limits, maxConcurrency: 4, server: { latencyMs: 5 } });
    const outcomes = await Promise.all(PAGES.map((page) => rig.client.call(rig.run, ratingCall(page))));
    expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(5);
    expect(outcomes.filter((outcome) => 'failure' in outcome && outcome.failure === 'limit-reached')).toHaveLength(7);
    expect(outcomes.at(-1)).toMatchObject({ reason: 'limit reached: maxCalls 5' });
    expect(rig.server.statistics().requests).toBe(5);
    expect(rig.client.exceeded()).toEqual({ limit: 'maxCalls', allowed: 5, needed: 6 });

    const again = rig.newClient();
    await Promise.all(PAGES.map((page) => again.call(rig.run, ratingCall(page))));
    expect(again.usage()).toMatchObject([{ cacheHits: 5, calls: 5 }]);
  });

  it('counts a repair as a call: without room for it there is no value, and the answer says why', async () => {
    const rig = await startRig({ limits: { ...NO_LIMITS, maxCalls: 1 } });
    rig.server.next('malformed');
    const outcome = await rig.client.call(rig.run, ratingCall());
    expect(outcome).toMatchObject({ status: 'unscored', failure: 'limit-reached' });
    expect(outcome).toHaveProperty('reason', expect.stringContaining('limit reached: maxCalls 1'));
    expect(rig.client.exceeded()?.limit).toBe('maxCalls');
  });

  it('tells the runs that it stopped from those that it did not', async () => {
    const rig = await startRig({ limits: { ...NO_LIMITS, maxCalls: 1 } });
    const [first, second] = [testRun(), testRun()];
    await rig.client.call(first, ratingCall('one'));
    await rig.client.call(second, ratingCall('two'));
    expect(rig.client.exceeded(first.runId)).toBeNull();
    expect(rig.client.exceeded(second.runId)).toEqual(rig.client.exceeded());
    expect(rig.client.exceeded()).toMatchObject({ limit: 'maxCalls' });
  });

  it('does not count what was retried or was at hand', async () => {
    const rig = await startRig({ limits: { ...NO_LIMITS, maxCalls: 2 } });
    rig.server.next('server-error', 'server-error');
    for (const page of ['one', 'one', 'two', 'one']) await rig.client.call(rig.run, ratingCall(page));
    expect(rig.client.usage()).toMatchObject([{ calls: 2, retries: 2, cacheHits: 2 }]);
    expect(rig.client.exceeded()).toBeNull();
  });

  it.each(['maxCalls', 'maxTokens'] as const)(
    'counts answers that are lost against %s, and shows them',
    async (limit) => {
      const rig = await startRig({
        limits: { ...NO_LIMITS, [limit]: limit === 'maxCalls' ? 4 : 3_000 },
        maxConcurrency: 1,
        server: { faultRates: { drop: 1 } },
      });
      await rig
        .newClient({ limits: NO_LIMITS })
        .call(rig.run, ratingCall('warm-up'))
        .catch(() => null);
      const before = rig.server.statistics();
      for (const page of PAGES) await rig.client.call(rig.run, ratingCall(page)).catch(() => null);
      const { requests, inputTokens, outputTokens } = rig.server.statistics();
      const [row] = rig.client.usage();
      expect(rig.client.exceeded()?.limit).toBe(limit);
      expect(requests - before.requests).toBeLessThanOrEqual(limit === 'maxCalls' ? 4 : 5);
      expect(row).toMatchObject({ calls: requests - before.requests, lostAnswers: requests - before.requests });
      const billed = inputTokens + outputTokens - before.inputTokens - before.outputTokens;
      expect(row!.inputTokens + row!.outputTokens).toBeGreaterThanOrEqual(billed);
    },
  );

  it('keeps what a stopped run may have been billed', async () => {
    const rig = await startRig({ server: { gate: () => new Promise(() => undefined) } });
    const stop = new AbortController();
    const run = testRun({ signal: stop.signal });
    const call = rig.client.call(run, ratingCall());
    await vi.waitUntil(() => rig.server.statistics().requests === 1, { timeout: 60_000 });
    stop.abort();
    await expect(call).rejects.toThrow('stopped');
    expect(rig.client.usage()).toMatchObject([{ calls: 1, lostAnswers: 1, estimatedCalls: 1, outputTokens: 500 }]);
  });

  it('sends no more when it is stopped, and keeps what is under way', async () => {
    let answer = (): void => undefined;
    const gate = () => new Promise<void>((resolve) => (answer = resolve));
    const rig = await startRig({ maxConcurrency: 1, server: { gate } });
    const calls = ['sent', 'waiting'].map((page) => rig.client.call(rig.run, ratingCall(page)));
    await vi.waitUntil(() => rig.server.statistics().requests === 1, { timeout: 60_000 });
    const stopped = rig.client.stopSending('SIGINT');
    expect(stopped.answersUnderWay).toBe(1);
    answer();
    await expect(calls[1]).rejects.toThrow('stopped');
    expect(await calls[0]).toMatchObject({ status: 'done' });
    await stopped.settled();
    expect(rig.server.statistics().requests).toBe(1);
    expect(await rig.newClient().call(testRun(), ratingCall('sent'))).toMatchObject({ status: 'done' });
    expect(rig.server.statistics().requests).toBe(1);
  });

  it.each(['server-error', 'rate-limited', 'wrong-key'] as const)(
    'counts nothing for a call that the server refuses meanwhile: %s',
    async (fault) => {
      let answer = (): void => undefined;
      const gate = () => new Promise<void>((resolve) => (answer = resolve));
      const rig = await startRig({ server: { gate } });
      rig.server.next(fault);
      const call = rig.client.call(rig.run, ratingCall());
      await vi.waitUntil(() => rig.server.statistics().requests === 1, { timeout: 60_000 });
      rig.client.stopSending('SIGINT');
      answer();
      await expect(call).rejects.toThrow('stopped');
      expect(rig.client.usage()).toMatchObject([{ calls: 1, inputTokens: 0, outputTokens: 0 }]);
      expect(rig.client.usage()[0]).not.toHaveProperty('lostAnswers');
    },
  );

  it('tells of a server that was never reached, not of the limit on asking it again', async () => {
    const rig = await startRig({ limits: { ...NO_LIMITS, maxCalls: 1 }, server: { faultRates: { drop: 1 } } });
    await expect(rig.client.call(rig.run, ratingCall())).rejects.toThrow('cannot be reached');
  });

  it('assumes of the first answer of a step what those of other steps took', async () => {
    const limits = { ...NO_LIMITS, maxTokens: 20_000 };
    const long = { ...GOOD_RATING, reason: 'Because it is so. '.repeat(500) };
    const rig = await startRig({ limits, maxConcurrency: 32, server: { handler: () => long, latencyMs: 20 } });
    await rig.client.call(rig.run, ratingCall('the first'));
    rig.server.next('server-error', 'server-error', 'server-error', 'server-error');
    await rig.client.call(rig.run, ratingCall('without an answer'));
    await Promise.all(PAGES.map((page) => rig.client.call(rig.run, ratingCall(page, { step: 'answers' }))));
    const spent = rig.client.usage().reduce((sum, row) => sum + row.inputTokens + row.outputTokens, 0);
    expect(spent).toBeGreaterThan(10_000);
    expect(spent).toBeLessThanOrEqual(20_000);
  });

  it('assumes of an answer what those before it took', async () => {
    const limits = { ...NO_LIMITS, maxTokens: 12_000 };
    const long = { ...GOOD_RATING, reason: 'Because it is so. '.repeat(500) };
    const rig = await startRig({ limits, maxConcurrency: 32, server: { handler: () => long, latencyMs: 20 } });
    await rig.client.call(rig.run, ratingCall('the first'));
    await Promise.all(PAGES.map((page) => rig.client.call(rig.run, ratingCall(page))));
    const [row] = rig.client.usage();
    expect(row?.outputTokens).toBeGreaterThan(5_000);
    expect((row?.inputTokens ?? 0) + (row?.outputTokens ?? 0)).toBeLessThanOrEqual(12_000);
  });

  it('keeps within the tokens allowed, whatever runs at once', async () => {
    const limits = { ...NO_LIMITS, maxTokens: 780 };
    const rig = await startRig({ limits, maxConcurrency: 32 });
    const outcomes = await Promise.all(PAGES.map((page) => rig.client.call(rig.run, ratingCall(page))));
    const [row] = rig.client.usage();
    const spent = (row?.inputTokens ?? 0) + (row?.outputTokens ?? 0);
    expect(spent).toBeLessThanOrEqual(780);
    expect(outcomes.filter(({ status }) => status === 'done').length).toBeGreaterThanOrEqual(4);
    expect(outcomes.some(({ status }) => status === 'unscored')).toBe(true);
    expect(rig.client.exceeded()?.limit).toBe('maxTokens');
  });

  it('keeps within the money allowed, by the prices given', async () => {
    const rig = await startRig();
    const prices = { [new URL(rig.server.baseUrl).host]: { scripted: { input: 1000, output: 10_000 } } };
    const client = rig.newClient({ prices, limits: { ...NO_LIMITS, maxUsd: 6 } });
    for (const page of PAGES) await client.call(rig.run, ratingCall(page));
    const [row] = client.usage();
    expect(row?.usd).toBeCloseTo(((row?.inputTokens ?? 0) * 1000 + (row?.outputTokens ?? 0) * 10_000) / 1e6, 10);
    expect(row?.usd).toBeGreaterThan(0.5);
    expect(row?.usd).toBeLessThanOrEqual(6);
    expect(client.exceeded()).toMatchObject({ limit: 'maxUsd', allowed: 6 });
  });

  it('refuses a limit in money where the price is unknown', async () => {
    const rig = await startRig();
    expect(() => rig.newClient({ limits: { ...NO_LIMITS, maxUsd: 1 } })).toThrow(InputError);
  });

  it('starts nothing when the time is over, and retries nothing', async () => {
    let nowMs = 0;
    const clock = { now: () => new Date(0), monotonicMs: () => nowMs };
    const rig = await startRig({ clock, limits: { ...NO_LIMITS, maxSeconds: 10 } });
    await rig.client.call(rig.run, ratingCall('in time'));
    rig.server.behave({ faultRates: { 'server-error': 1 }, latencyMs: 300 });
    const slow = rig.client.call(rig.run, ratingCall('fails'));
    await expect.poll(() => rig.server.statistics().requests, { interval: 10 }).toBe(2);
    nowMs = 10_001;
    expect(await slow).toMatchObject({ failure: 'limit-reached' });
    expect(await rig.client.call(rig.run, ratingCall('late'))).toMatchObject({ failure: 'limit-reached' });
    expect(await rig.client.call(rig.run, ratingCall('in time'))).toMatchObject({ status: 'done' });
    expect(rig.server.statistics().requests).toBe(2);
  });

  it('wait for a rate, for Retry-After and for room no longer than the time allowed', async () => {
    const limits = { ...NO_LIMITS, maxSeconds: 0.05 };
    const over = { failure: 'limit-reached', reason: 'limit reached: maxSeconds 0.05' };
    const rig = await startRig({ limits, rateLimits: { maxCallsPerMinute: 0.001, maxTokensPerMinute: null } });
    const outcomes = await Promise.all(['one', 'two'].map((page) => rig.client.call(rig.run, ratingCall(page))));
    expect(outcomes).toContainEqual({ status: 'unscored', ...over });

    const hour = { ...FAST_RETRIES, maxRetryAfterMs: 1e7 };
    const baseUrl = await serve((_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end('{}'));
    const refusing = await startRig({ model: { baseUrl }, limits, retryPolicy: hour });
    expect(await refusing.client.call(refusing.run, ratingCall())).toMatchObject(over);

    const { budgets } = createMemoryStore();
    await budgets.put('june', { maxUsd: null, maxCalls: 1, maxTokens: null });
    await budgets.take('june', 'under way elsewhere', { calls: 1, tokens: 0, usd: 0 });
    const sharing = testRun({ limits: { sharedBudgets: ['june'] } });
    expect(await rig.newClient({ limits, budgets }).call(sharing, ratingCall())).toMatchObject(over);
  });

  it('of time end a call that times out late, though a limit leaves room for it alone', async () => {
    const rig = await startRig({ limits: { ...NO_LIMITS, maxSeconds: 0.05 }, timeoutMs: 200 });
    rig.server.behave({ faultRates: { hang: 1 } });
    const run = testRun({ limits: { model: { ...NO_LIMITS, maxCalls: 1 } } });
    expect(await rig.client.call(run, ratingCall())).toMatchObject({ failure: 'limit-reached' });
  });

  it.each([
    [429, {}],
    [200, { choices: [] }],
  ])('of time end one run’s call, not the same one of another: %i %j', async (status, body) => {
    let requests = 0;
    let answer = (): void => undefined;
    const baseUrl = await serve((_request, response) => {
      requests += 1;
      const [code, said] = requests === 1 ? [status, body] : [200, REPLY];
      const send = () => response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      if (requests === 1) answer = send;
      else send();
    });
    let nowMs = 0;
    const clock = { now: () => new Date(0), monotonicMs: () => nowMs };
    const { client, run } = await startRig({ model: { baseUrl }, clock });
    const limited = client.call(testRun({ limits: { model: { ...NO_LIMITS, maxSeconds: 10 } } }), ratingCall());
    limited.catch(() => undefined);
    await expect.poll(() => requests).toBe(1);
    const other = client.call(run, ratingCall());
    await new Promise((resolve) => setImmediate(resolve));
    nowMs = 10_001;
    answer();
    expect(await other).toMatchObject({ status: 'done' });
    expect(await limited.catch(() => null)).not.toMatchObject({ status: 'done' });
  });
});

const REPLY = {
  choices: [{ message: { role: 'assistant', content: JSON.stringify(GOOD_RATING) }, finish_reason: 'stop' }],
};
