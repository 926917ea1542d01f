/** `groundrule mcp` as agents start it: the built program over stdin and stdout. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGroundrule } from '../../src/groundrule.ts';
import { ended, runBuiltCli, startBuiltCli } from '../support/built-cli.ts';
import { startBuiltService } from '../support/built-service.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ask, holdsAsDoorForAgents, INSTRUCTION, type Era } from './agent-contract.ts';

/** What the agent hears of a request that it has cancelled: it was on its way. */
const ON_ITS_WAY = 'Received a progress notification for an unknown token';

const MAIN = join(import.meta.dirname, '../../dist/bin/main.js');

async function open(home: string, era: Era = 'legacy', flags: readonly string[] = [], cancels = false) {
  const agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, XDG_DATA_HOME: join(home, 'data') };
  const errors: Error[] = [];
  // Whatever else stands on stdout comes here.
  agent.onerror = (error) => {
    if (!cancels || !error.message.startsWith(ON_ITS_WAY)) errors.push(error);
  };
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', ...flags],
      cwd: home,
      env,
      stderr: 'ignore',
    }),
  );
  return { agent, errors };
}

/** Until the test has ended. */
async function connect(...how: Parameters<typeof open>): Promise<Client> {
  const { agent, errors } = await open(...how);
  onTestFinished(async () => {
    await agent.close();
    expect(errors).toEqual([]);
  });
  return agent;
}

describe('over stdio', { timeout: 120_000 }, () => {
  let home = '';
  let opened: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'groundrule-mcp-'));
    opened = await open(home, 'auto');
  });
  afterAll(async () => {
    await opened.agent.close();
    await rm(home, { recursive: true, force: true });
    expect(opened.errors).toEqual([]);
  });

  // Both protocols hold over HTTP, by the same server. One process is asked by all.
  holdsAsDoorForAgents(async () => opened.agent, ['auto']);
});

// Without a model the contract of doors says so over HTTP and stdio, and the service's tests by the command line.
it('the same set comes by every door', { timeout: 120_000 }, async () => {
  const model = await plausibleServer();
  const chosen = { model: 'scripted', baseUrl: model.baseUrl };
  const flags = ['--model', chosen.model, '--base-url', chosen.baseUrl];
  const home = await temporaryFolder();
  const { stdout } = await runBuiltCli(['discover', INSTRUCTION, '--format', 'json', '--quiet', ...flags], { home });
  const { id } = JSON.parse(stdout) as { id: string };
  expect(id).toMatch(/^cs_/u);

  const library = await createGroundrule({ store: 'memory', ...chosen });
  onTestFinished(() => library.close());
  expect((await library.discover(INSTRUCTION)).id, 'library').toBe(id);

  const url = await startBuiltService(flags);
  const answer = await fetch(`${url}/v1/sets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ instruction: INSTRUCTION }),
  });
  expect(await answer.json(), 'HTTP').toMatchObject({ id });
  const overHttp = new Client({ name: 'test', version: '1' });
  await overHttp.connect(new StreamableHTTPClientTransport(new URL('/mcp', url)));
  onTestFinished(() => overHttp.close());
  expect((await ask(overHttp, 'discover_criteria', { instruction: INSTRUCTION })).data['set'], 'MCP, HTTP').toBe(id);

  // In the folder where the command line ran: its store is this one's.
  const agent = await connect(home, 'legacy', flags);
  expect((await ask(agent, 'list_criteria_sets', {})).data['sets']).toEqual([expect.objectContaining({ set: id })]);
  expect((await ask(agent, 'discover_criteria', { instruction: INSTRUCTION })).data['set'], 'MCP, stdio').toBe(id);
});

it('a request that is cancelled asks the model nothing more', { timeout: 60_000 }, async () => {
  const server = await plausibleServer({ latencyMs: 400 });
  const home = await temporaryFolder();
  const agent = await connect(home, 'legacy', ['--model', 'scripted', '--base-url', server.baseUrl], true);
  const cancel = new AbortController();
  const asked = ask(agent, 'discover_criteria', { instruction: INSTRUCTION }, { signal: cancel.signal });
  // Under way, for as long as the model takes: what is sent at the moment of the cancel may arrive after it.
  await vi.waitFor(() => expect(server.requests.some(({ text }) => text.includes('Pages to rate'))).toBe(true), 30_000);
  cancel.abort('enough');
  await expect(asked).rejects.toThrow('enough');
  const { data } = await ask(agent, 'list_criteria_sets', {});
  expect(data['sets']).toEqual([]);
  const sent = server.statistics().requests;
  // Another discovery takes more time than the next question of the cancelled one.
  const other = 'Write a wedding toast for my sister';
  await ask(agent, 'discover_criteria', { instruction: other });
  expect(server.requests.slice(sent).filter(({ text }) => text.includes(INSTRUCTION))).toEqual([]);
  expect(server.requests.slice(sent).some(({ text }) => text.includes(other))).toBe(true);
});

it('refines with a model, and says what the model’s server refuses', { timeout: 60_000 }, async () => {
  const server = await plausibleServer({ models: ['scripted'] });
  const home = await temporaryFolder();
  const given = {
    response: 'Dear committee, hire me.',
    checklist: ['Does it name the position?'],
    instruction: INSTRUCTION,
  };
  const agent = await connect(home, 'auto', ['--model', 'scripted', '--base-url', server.baseUrl]);
  const refined = await ask(agent, 'refine_response', given);
  expect(refined.data, refined.text).toMatchObject({ status: 'done', method: 'checklist' });
  expect(refined.data['text']).toEqual(expect.any(String));
  const other = await connect(home, 'auto', ['--model', 'unknown', '--base-url', server.baseUrl]);
  const refused = await ask(other, 'refine_response', given);
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('unknown');
});

it('ends when the agent has gone, and when it is told to', { timeout: 60_000 }, async () => {
  const home = await temporaryFolder();
  const left = startBuiltCli(['mcp'], { home });
  left.stdin.end();
  expect(await ended(left)).toMatchObject({ code: 0, stdout: '' });
  const told = startBuiltCli(['mcp'], { home });
  const initialize = {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  told.stdin.write(`${JSON.stringify(initialize)}\n`);
  told.stdout.once('data', () => told.kill('SIGTERM'));
  const { code, stdout } = await ended(told);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ id: 0, result: { serverInfo: { name: 'groundrule' } } });
});
