import { testRun } from '../support/run-context.ts';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { GOOD_RATING, NO_LIMITS, ratingCall, startRig } from './harness.ts';

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
    expect(await slow).toMatchObject({ failure: 'unavailable' });
    expect(await rig.client.call(rig.run, ratingCall('late'))).toMatchObject({ failure: 'limit-reached' });
    expect(await rig.client.call(rig.run, ratingCall('in time'))).toMatchObject({ status: 'done' });
    expect(rig.server.statistics().requests).toBe(2);
  });
});
