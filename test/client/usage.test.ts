/** What several discoveries of one app took is told apart, also where they run at the same time. */
import { expect, it, onTestFinished } from 'vitest';
import { openGroundrule } from '../../src/groundrule.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import type { CallRecord, ModelUsage } from '../../src/domain/model.ts';
import { callRecordsOf, keepCalls } from '../../src/run/call-records.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { scriptedApp } from '../support/scripted-app.ts';

const INSTRUCTIONS = ['Write a cover letter', 'Write a press release', 'Write a wedding toast'];

const callsIn = (usage: readonly ModelUsage[]) => usage.reduce((sum, { calls }) => sum + calls, 0);

it('each set has the usage and the calls of its own run, and they add up', async () => {
  const server = await startModelServer({ handler: answering(plausibleModel), latencyMs: 5 });
  onTestFinished(() => server.close());
  const config = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, store: 'memory', mode: 'model-answers' },
    env: {},
    configFile: null,
  });
  const app = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  onTestFinished(() => app.close());
  const sets = await Promise.all(INSTRUCTIONS.map((instruction) => app.discover({ instruction, context: null })));
  const records = await Promise.all(sets.map(({ id }) => callRecordsOf(id, app.store)));
  sets.forEach((set, index) => {
    const asked = records[index] ?? [];
    expect(asked.length).toBeGreaterThan(0);
    for (const { exchanges } of asked.filter(({ role }) => role !== 'probe'))
      expect(exchanges[0]?.messages.at(-1)?.content).toContain(set.content.task.instruction);
    expect(set.run.model.find(({ role }) => role === 'propose-queries')?.calls).toBe(1);
  });
  expect(sets.reduce((sum, { run }) => sum + callsIn(run.model), 0)).toBe(server.statistics().requests);
  expect(callsIn(app.usage())).toBe(server.statistics().requests);
});

/** In whatever order they ended. */
const askedIn = (calls: readonly CallRecord[] | null) => new Set((calls ?? []).map(({ exchanges }) => exchanges));

it('a repeated run leaves the calls that were paid for, and its set says again what it warned of', async () => {
  const { app, server } = await scriptedApp(plausibleModel, {}, { mode: 'model-answers' });
  const task = {
    instruction: 'Write a cover letter',
    context: 'It is for a reader in a hurry. '.repeat(300),
  };
  const first = await app.discover(task);
  const paid = await callRecordsOf(first.id, app.store);
  const { requests } = server.statistics();
  const again = await app.discover(task);
  expect([again.id, server.statistics().requests]).toEqual([first.id, requests]);
  expect(callsIn(again.run.model)).toBe(0);
  expect(askedIn(await callRecordsOf(first.id, app.store))).toEqual(askedIn(paid));
  for (const { content } of [first, again])
    expect(content.warnings).toContainEqual(expect.stringContaining('The context is long: the model is shown'));
});

it('of a run that paid for some calls, those stay as well, and the others as they were paid for before', async () => {
  const { app } = await scriptedApp(plausibleModel, {}, { mode: 'model-answers' });
  const { id } = await app.discover({ instruction: 'Write a cover letter', context: null });
  const calls = (await callRecordsOf(id, app.store)) ?? [];
  const fromCache = ({ exchanges, ...call }: CallRecord): CallRecord => ({
    ...call,
    exchanges: exchanges.map((exchange) => ({ ...exchange, cached: true, attempts: 0, usd: 0 })),
  });
  const [one, two] = [calls[0]!, calls[1]!];
  await keepCalls('x', [one, fromCache(two)], app.store);
  await keepCalls('x', [fromCache(two), fromCache(one), fromCache(one)], app.store);
  expect(await callRecordsOf('x', app.store)).toEqual([fromCache(two), one, fromCache(one)]);
  await keepCalls('x', [fromCache(one), two], app.store);
  expect(await callRecordsOf('x', app.store)).toEqual([one, two]);
});
