/** Jobs of one agent, which are no part of a queue. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createGroundrule, openGroundrule } from '../../src/groundrule.ts';
import { createLocalContext } from '../../src/mcp/serve-stdio.ts';
import { setDrained } from '../../src/jobs/queue/steer.ts';
import { job } from '../support/job.ts';
import { plausibleServer } from '../support/plausible-server.ts';

it('are begun though the queue of the store is drained', async () => {
  const opened = await createGroundrule({ store: 'memory' });
  const context = createLocalContext(opened, () => undefined);
  onTestFinished(async () => {
    await context.close();
    await opened.close();
  });
  await setDrained(opened.store.kept, true);
  await context.jobs.add([job('j', { batch: null, input: {} })]);
  await expect.poll(async () => (await context.client.store.jobs.get('j'))?.status, { timeout: 20_000 }).toBe('failed');
});

it('are stopped when the agent has gone', async () => {
  const server = await plausibleServer({ latencyMs: 600_000 });
  const opened = await createGroundrule({ store: 'memory', model: 'scripted', baseUrl: server.baseUrl });
  onTestFinished(() => opened.close());
  const context = createLocalContext(opened, () => undefined);
  await context.jobs.add([job('j', { batch: null, input: { instruction: 'Write a toast' } })]);
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0), { timeout: 20_000 });
  await context.close();
}, 30_000);

it('wait for the answers under way when the user stops the client', async () => {
  let answer: (() => void) | undefined;
  const server = await plausibleServer({ gate: () => new Promise<void>((resolve) => (answer = resolve)) });
  const flags = { store: 'memory', model: 'scripted', baseUrl: server.baseUrl };
  const config = await loadConfig({ flags, env: {}, configFile: null });
  const stopping = new AbortController();
  const { signal } = stopping;
  const opened = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory', signal });
  onTestFinished(() => opened.close());
  const context = createLocalContext(opened, () => undefined, signal);
  await context.jobs.add([job('j', { batch: null, input: { instruction: 'Write a toast' } })]);
  await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 20_000 });
  stopping.abort();
  const closed = context.close();
  await delay(50);
  answer?.();
  await closed;
  expect(server.delivered).toHaveLength(1);
  expect(opened.usage()).toMatchObject([{ calls: 1, estimatedCalls: 0 }]);
}, 30_000);
