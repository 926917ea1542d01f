/** Agents on the service: the door itself, cancelling, and whose jobs and tools they see. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mcpMount } from '../../src/mcp/mount.ts';
import type { JobRunner } from '../../src/jobs/queue/job-runner.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { startService, type StartOptions } from '../support/service.ts';
import { ask, holdsAsDoorForAgents, INSTRUCTION, type Era } from './agent-contract.ts';

const start = (options: StartOptions = {}) => startService({ mounts: [mcpMount], ...options });

async function connect(url: string, era: Era, key?: string): Promise<Client> {
  const agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  onTestFinished(() => agent.close());
  return agent;
}

describe('over HTTP', () => {
  holdsAsDoorForAgents(async (era) => connect((await start()).url, era));
});

/** Says that it has begun, and works until it is stopped. */
const endless = (stopped: string[]): JobRunner => ({
  run: async ({ kind }, { signal, onEvent }) => {
    onEvent({ type: 'step-start', step: 'queries', items: 1 });
    // It may be cancelled before it has begun to work.
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    stopped.push(kind);
    return { status: 'stopped', usage: [] };
  },
  close: async () => undefined,
});

describe('cancelling over HTTP', () => {
  // A client of 2025 sends its cancelling as a request of its own, which nothing ties to the first: it has cancel_job.
  it('a request that is cancelled takes its work with it', async () => {
    const stopped: string[] = [];
    const agent = await connect((await start({ runner: endless(stopped) })).url, 'auto');
    const cancel = new AbortController();
    const onprogress = () => cancel.abort('not needed any more');
    await expect(
      ask(agent, 'discover_criteria', { instruction: INSTRUCTION }, { signal: cancel.signal, onprogress }),
    ).rejects.toThrow('not needed any more');
    await expect.poll(() => stopped, { timeout: 5_000 }).toEqual(['criteria']);
  });

  it.each(['legacy', 'auto'] as const)('so does an agent that goes away (%s)', async (era) => {
    const stopped: string[] = [];
    const agent = await connect((await start({ runner: endless(stopped) })).url, era);
    const onprogress = () => void agent.close();
    await expect(ask(agent, 'discover_criteria', { instruction: INSTRUCTION }, { onprogress })).rejects.toThrow();
    await expect.poll(() => stopped, { timeout: 5_000 }).toEqual(['criteria']);
  });

  it.each(['legacy', 'auto'] as const)('by the id of the job (%s)', async (era) => {
    const stopped: string[] = [];
    const agent = await connect((await start({ runner: endless(stopped) })).url, era);
    const { data } = await ask(agent, 'discover_criteria', { instruction: INSTRUCTION, waitSeconds: 0 });
    const waiting = ask(agent, 'get_job', { job: data['job'] });
    await delay(50);
    expect((await ask(agent, 'cancel_job', { job: data['job'] })).data).toMatchObject({ status: 'cancelled' });
    expect(await waiting).toMatchObject({ isError: true, text: expect.stringContaining('was cancelled') as string });
    await expect.poll(() => stopped).toEqual(['criteria']);
    expect((await ask(agent, 'cancel_job', { job: data['job'] })).data).toMatchObject({ status: 'cancelled' });
  });
});

it('answers with the job when the wait is over, whatever was collected from memory meanwhile', async () => {
  const agent = await connect((await start({ runner: endless([]) })).url, 'auto');
  const onprogress = () => collectGarbage();
  const options = { instruction: INSTRUCTION, waitSeconds: 1 };
  const { data } = await ask(agent, 'discover_criteria', options, { onprogress });
  expect(data['status']).toBe('running');
  await ask(agent, 'cancel_job', { job: data['job'] });
});

describe('who asks', () => {
  it('without a key nobody connects; with one, tools are those that it may use', async () => {
    const service = await start({ requiresKeys: true, firstKey: true });
    await expect(connect(service.url, 'auto')).rejects.toThrow();
    await expect(connect(service.url, 'legacy', 'grk_0000000000000000_wrong')).rejects.toThrow();
    const reader = await connect(service.url, 'auto', (await service.addKey({ scopes: ['read'] })).key);
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual([
      ...['list_criteria_sets', 'get_criteria_set', 'explain_criterion', 'get_job', 'cancel_job'],
    ]);
    await expect(reader.callTool({ name: 'discover_criteria', arguments: { instruction: 'x' } })).rejects.toThrow();
    const judge = await connect(service.url, 'legacy', (await service.addKey({ scopes: ['read', 'judge'] })).key);
    const names = (await judge.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('judge_response');
    expect(names).not.toContain('discover_criteria');
  });

  it('sees no job of others', async () => {
    const service = await start({ requiresKeys: true, firstKey: true });
    const agentOf = async () =>
      connect(service.url, 'auto', (await service.addKey({ scopes: ['read', 'discover'] })).key);
    const [one, other] = [await agentOf(), await agentOf()];
    const { data } = await ask(one, 'discover_criteria', { instruction: INSTRUCTION, waitSeconds: 0 });
    for (const tool of ['get_job', 'cancel_job'])
      expect(await ask(other, tool, { job: data['job'] })).toMatchObject({
        isError: true,
        text: expect.stringContaining('There is no job') as string,
      });
    expect((await ask(one, 'get_job', { job: data['job'] })).data['status']).toBe('done');
  });

  it('a page of another origin, or under another name, is refused; so is what is too large or no JSON', async () => {
    const service = await start();
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const typed = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const statusOf = async (headers: Record<string, string>, body = message) =>
      (await service.ask('/mcp', { method: 'POST', body, headers: { ...typed, ...headers } })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({ host: 'evil.example' })).toBe(421);
    expect(await statusOf({ 'content-type': 'text/plain' })).toBe(415);
    expect(await statusOf({}, '{"jsonrpc": ')).toBe(400);
    expect(await statusOf({}, JSON.stringify({ ...JSON.parse(message), params: { x: 'x'.repeat(2_000_000) } }))).toBe(
      413,
    );
    // Small in bytes, and a hundred times as large once it is built.
    const call = (checklist: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"judge_response","arguments":{"response":"x","checklist":${checklist}}}}`;
    expect(await statusOf({}, call(`[${'{},'.repeat(20_000)}{}]`))).toBe(413);
    expect(await statusOf({}, call('['.repeat(100) + ']'.repeat(100)))).toBe(400);
    expect((await service.ask('/mcp')).status).toBe(405);
  });
});
