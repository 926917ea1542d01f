/** What is planned is never below what a run takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGroundrule } from '../../src/groundrule.ts';
import { planDiscovery, plannedDiscoveries } from '../../src/client/plan-discovery.ts';
import { createCallCounter, type PricedCalls } from '../../src/client/call-counter.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import type { ModelUsage } from '../../src/domain/model.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

const task = { instruction: 'Write a cover letter for a junior data analyst', context: null };
const secrets = readSecrets({});

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({
    handler: answering(plausibleModel),
    searches: () => ({ sources: ['https://nowhere.invalid/guide'], searches: 2 }),
  });
});
afterAll(() => server.close());

async function planAndRun(flags: Readonly<Record<string, unknown>>) {
  const config = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, store: 'memory', ...flags },
    env: {},
    configFile: null,
  });
  const { model: plan } = await planDiscovery([task], config.settings, secrets);
  if (plan === null) throw new Error('A run with a model has a plan.');
  const app = await openGroundrule({ config, secrets, defaultStorePath: 'memory' });
  try {
    const set = await app.discover(task);
    return { plan, set };
  } finally {
    await app.close();
  }
}

/** Repairs and probes come on top of a plan. */
function taken(usage: readonly ModelUsage[]): readonly ModelUsage[] {
  return usage.filter(({ role }) => role !== 'probe');
}

function planned(rows: readonly PricedCalls[], { step, role }: ModelUsage) {
  return rows.find((row) => row.step === step && row.role === role);
}

describe('a plan', { timeout: 60_000 }, () => {
  it.each([
    { mode: 'web' },
    { mode: 'web', search: 'openai' },
    { mode: 'full' },
    { mode: 'full', queries: 5, results: 30, keep: 2, more: 40 },
    { mode: 'web', queries: 2, results: 1, rounds: 3 },
    { mode: 'model' },
    { mode: 'model-n', n: 40, more: 30 },
    { mode: 'instruction' },
    { mode: 'model-answers', queries: 6 },
  ])('of %j is an upper bound, step by step', async (flags) => {
    const { plan, set } = await planAndRun(flags);
    const usage = taken(set.run.model);
    expect(usage.length).toBeGreaterThan(0);
    for (const row of usage) {
      const bound = planned(plan.everyQueryTwice ?? plan.rows, row);
      const what = `${row.step} ${row.role}`;
      expect(row.calls + row.cacheHits, what).toBeLessThanOrEqual(bound?.calls ?? 0);
      expect(row.inputTokens, what).toBeLessThanOrEqual(bound?.inputTokens ?? 0);
      expect(row.outputTokens, what).toBeLessThanOrEqual(bound?.outputTokens ?? 0);
    }
    const isReworded = set.content.queries.some(({ kind }) => kind === 'reworded');
    for (const row of isReworded ? [] : usage)
      expect(row.calls, row.role).toBeLessThanOrEqual(planned(plan.rows, row)?.calls ?? 0);
  });

  it('names what the paper’s page budget takes: at most 33 calls, as the sizes promise', async () => {
    const config = await loadConfig({
      flags: { model: 'gpt-4.1-mini', mode: 'web', results: 30 },
      env: {},
      configFile: null,
    });
    const { model: plan } = await planDiscovery([task], config.settings, secrets);
    const rows = plan?.rows ?? [];
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(33);
    for (const { usd } of rows) expect(usd).toBeGreaterThan(0);
  });

  it('says what sharing advice takes where there are tasks to share it with', async () => {
    const { settings } = await loadConfig({ flags: { model: 'gpt-4.1-mini', mode: 'web' }, env: {}, configFile: null });
    const callsOf = (rows: readonly PricedCalls[] = []) => rows.reduce((sum, { calls }) => sum + calls, 0);
    expect((await planDiscovery([task], settings, secrets)).model?.sharing).toBeNull();
    const tasks = [task, task, task];
    const alone = (await planDiscovery(tasks, settings, secrets)).model;
    const shared = (await planDiscovery(tasks, { ...settings, share: 'kind' }, secrets)).model;
    expect(alone?.sharing).toEqual({ ...shared?.sharing, isChosen: false });
    expect(callsOf(alone?.rows)).toBe(callsOf(shared?.sharing?.none));
    // Whoever shares is told what it takes at most.
    expect(callsOf(shared?.rows)).toBe(callsOf(shared?.sharing?.allDiffer));
    expect(callsOf(shared?.sharing?.ofOneKind)).toBeLessThan(callsOf(shared?.sharing?.allDiffer));
  });

  it('of several tasks is what each of them takes by itself, however long it is', async () => {
    const long = { instruction: 'Write a cover letter', context: 'She worked with data for a year. '.repeat(150) };
    const { settings } = await loadConfig({
      flags: { model: 'gpt-4.1-mini', mode: 'web', search: 'openai', queries: 2, results: 2 },
      env: {},
      configFile: null,
    });
    const planOf = async (...tasks: readonly (typeof long | typeof task)[]) =>
      (await planDiscovery(tasks, settings, secrets)).model?.rows ?? [];
    const [ofShort, ofLong] = [await planOf(task), await planOf(long)];
    const sums = ofShort.map((row, index) => ({
      role: row.role,
      calls: row.calls + (ofLong[index]?.calls ?? 0),
      inputTokens: row.inputTokens + (ofLong[index]?.inputTokens ?? 0),
    }));
    const searches = (rows: readonly PricedCalls[]) => rows.find(({ role }) => role === 'search-web');
    expect(searches(ofLong)).toEqual(searches(ofShort));
    for (const tasks of [
      [task, long],
      [long, task],
    ]) {
      expect(await planOf(...tasks)).toMatchObject(sums);
      const counter = await createCallCounter(settings, secrets);
      if (counter === null) throw new Error('A model has a counter.');
      const discover = plannedDiscoveries(counter);
      for (const each of tasks) expect((await discover(each, settings)).content.task).toEqual(each);
      expect(counter.planned().rows).toMatchObject(sums);
    }
  });
});
