/** Jobs of one agent, which are no part of a queue. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createGroundrule, openGroundrule } from '../../src/groundrule.ts';
import { createLocalContext, serveMcpOverStdio } from '../../src/mcp/serve-stdio.ts';
import { setDrained } from '../../src/jobs/queue/steer.ts';
import { job } from '../support/job.ts';
import { plausibleServer } from '../support/plausible-server.ts';

it('are begun though the queue of the store is drained', async () => {
  const opened = await createGroundrule({ store: 'memory' });
  const context = await createLocalContext(opened, () => undefined);
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
  const context = await createLocalContext(opened, () => undefined);
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
  const context = await createLocalContext(opened, () => undefined, signal);
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

/** An agent has asked for a discovery, and the model answers from `answers` alone. */
async function discovering() {
  const answers: (() => void)[] = [];
  const server = await plausibleServer({ gate: () => new Promise<void>((answer) => answers.push(answer)) });
  const config = await loadConfig({
    flags: { store: 'memory', model: 'scripted', baseUrl: server.baseUrl },
    env: {},
    configFile: null,
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  const opened = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory', signal });
  onTestFinished(() => opened.close());
  const context = await createLocalContext(opened, () => undefined, signal);
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const served = serveMcpOverStdio(context, { stdin, stdout }, signal, () => stopping.abort());
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const asked = { name: 'discover_criteria', arguments: { instruction: 'Write a toast' } };
  for (const message of [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: asked },
  ])
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  // The first asks whether the server is there.
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 20_000 });
  answers.shift()?.();
  await vi.waitFor(() => expect(answers).not.toHaveLength(0), { timeout: 20_000 });
  const agentEnds = async () => {
    stdin.end();
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
    for (const answer of answers) answer();
  };
  return { stdin, stdout, served, agentEnds };
}

it('answer what waits for them before the server ends', async () => {
  const { stdout, served, agentEnds } = await discovering();
  await agentEnds();
  await served;
  stdout.end();
  const lines = (await text(stdout)).trimEnd().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { id: number; result: { content: { text: string }[] } };
  expect(last.id).toBe(2);
  expect(last.result.content[0]?.text).toMatch(/was stopped .* Ask again/u);
}, 60_000);

it.each([
  ['the agent reads no more', ({ stdout }: { stdout: PassThrough }) => void stdout.destroy(new Error('EPIPE'))],
  [
    'an id came twice',
    ({ stdin }: { stdin: PassThrough }) =>
      void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`),
  ],
])(
  'end with the server though %s',
  async (_what, breaks) => {
    const { agentEnds, served, ...streams } = await discovering();
    breaks(streams);
    await agentEnds();
    await served;
  },
  60_000,
);

it('get a turn though no other job brings one, as those do that the store stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const opened = await createGroundrule({ store: 'memory' });
  const context = await createLocalContext(opened, () => undefined);
  const { jobs } = context.client.store;
  await jobs.add([job('j', { batch: null, input: {} })]);
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await jobs.get('j'))?.status).toBe('failed');
  });
  await context.close();
  await opened.close();
});
