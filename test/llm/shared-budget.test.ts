/** Budgets that several clients, as of several processes, share by name. */
import { describe, expect, it } from 'vitest';
import { CancelledError, InputError } from '../../src/domain/errors.ts';
import { isExceeded } from '../../src/llm/budget.ts';
import { createSharedBudget } from '../../src/llm/shared-budget.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { testRun } from '../support/run-context.ts';
import { ratingCall, startRig, type RigOptions } from './harness.ts';

const NAME = 'june';
const UNLIMITED = { maxUsd: null, maxCalls: null, maxTokens: null };
const sharing = () => testRun({ limits: { sharedBudgets: [NAME] } });

async function startSharing(limits: Partial<typeof UNLIMITED> | Record<string, number>, options: RigOptions = {}) {
  const { budgets } = createMemoryStore();
  await budgets.put(NAME, { ...UNLIMITED, ...limits });
  const rig = await startRig({ budgets, maxConcurrency: 4, server: { latencyMs: 5 }, ...options });
  const clients = [rig.client, ...[1, 2, 3].map(() => rig.newClient())];
  const run = sharing();
  /** 4 clients ask 10 pages each, all at once. */
  const askAll = () =>
    Promise.all(
      clients.flatMap((client, who) =>
        Array.from({ length: 10 }, (_, index) => client.call(run, ratingCall(`page ${who} ${index}`))),
      ),
    );
  return { ...rig, budgets, clients, run, askAll };
}

describe('a shared budget', () => {
  it('holds for all clients together, is used up, and names itself', async () => {
    const { askAll, server, clients, run, budgets } = await startSharing({ maxCalls: 13 });
    const outcomes = await askAll();
    expect(outcomes.filter(({ status }) => status === 'done')).toHaveLength(13);
    expect(server.statistics().requests).toBe(13);
    expect((await budgets.get(NAME))?.spent.calls).toBe(13);
    const stopped = clients.flatMap((client) => client.exceeded(run.runId) ?? []);
    expect(stopped.length).toBeGreaterThanOrEqual(3);
    for (const exceeded of stopped)
      expect(exceeded).toEqual({ limit: 'maxCalls', allowed: 13, needed: 14, budget: NAME });
  });

  it('is settled with what calls took: tokens that an estimate held back are used by calls that waited for them, in whatever process', async () => {
    const { askAll, clients, budgets } = await startSharing({ maxTokens: 1_500 });
    await askAll();
    const used = clients.flatMap((client) => client.usage());
    const tokens = used.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
    expect((await budgets.get(NAME))?.spent.tokens).toBe(tokens);
    expect(tokens).toBeLessThanOrEqual(1_500);
    // One more would not have fitted in with its estimate of over 500.
    expect(tokens).toBeGreaterThan(1_500 - 700);
  });

  it('goes on when its limits are raised; what was spent stays', async () => {
    const { budgets, client, run } = await startSharing({ maxCalls: 1 });
    await client.call(run, ratingCall('one'));
    expect(await client.call(run, ratingCall('two'))).toMatchObject({ failure: 'limit-reached' });
    await budgets.put(NAME, { ...UNLIMITED, maxCalls: 2 });
    // The run that was stopped stays so: what it left out would depend on chance.
    expect(await client.call(run, ratingCall('two'))).toMatchObject({ failure: 'limit-reached' });
    const next = sharing();
    expect(await client.call(next, ratingCall('two'))).toMatchObject({ status: 'done' });
    expect(await client.call(next, ratingCall('three'))).toMatchObject({ failure: 'limit-reached' });
  });

  it('counts a part of a run once', async () => {
    const { budgets, client, run } = await startSharing({ maxCalls: 9 });
    await client.call({ ...testRun(), limits: run.limits, parent: run }, ratingCall());
    expect((await budgets.get(NAME))?.spent.calls).toBe(1);
  });

  it('in USD needs a price, and a budget that nobody began is said to be missing', async () => {
    const { client, run } = await startSharing({ maxUsd: 1 });
    await expect(client.call(run, ratingCall())).rejects.toThrow('the price of this model is unknown');
    const other = testRun({ limits: { sharedBudgets: ['july'] } });
    await expect(client.call(other, ratingCall())).rejects.toThrow(InputError);
    await expect(client.call(other, ratingCall())).rejects.toThrow('no budget “july”');
  });

  it('lets go of who is stopped while another one waits for room, and counts nothing for it', async () => {
    const { budgets } = createMemoryStore();
    await budgets.put(NAME, { ...UNLIMITED, maxCalls: 1 });
    await budgets.take(NAME, 'under way', { calls: 1, tokens: 0, usd: 0 });
    const shared = createSharedBudget(NAME, budgets);
    const stop = new AbortController();
    const cost = { tokens: 0, usd: 0 };
    const first = shared.reserve(cost, new AbortController().signal);
    const second = shared.reserve(cost, stop.signal);
    stop.abort();
    await expect(second).rejects.toThrow(CancelledError);
    await budgets.settle(NAME, 'under way', { calls: -1, tokens: 0, usd: 0 });
    const held = await first;
    if (isExceeded(held)) throw new Error('There is room.');
    await held.settle(null);
    expect(await shared.reserve(cost, stop.signal).catch((error: unknown) => error)).toBeInstanceOf(CancelledError);
    expect(await budgets.get(NAME)).toMatchObject({ spent: { calls: 0 }, isUnderWay: false });
  });

  it('costs no answer where it cannot be settled', async () => {
    const { budgets } = createMemoryStore();
    await budgets.put(NAME, { ...UNLIMITED, maxCalls: 1 });
    const broken = { ...budgets, settle: () => Promise.reject(new Error('The disk is full.')) };
    const rig = await startRig({ budgets: broken });
    expect(await rig.client.call(sharing(), ratingCall())).toMatchObject({ status: 'done' });
  });
});
