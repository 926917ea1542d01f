/** What is told to stop, in a process of its own, waits for the answers that are paid for. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ended } from '../support/built-cli.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');
const INSTRUCTION = 'Write a toast for a colleague who retires';
const PATIENCE = { timeout: 60_000 };

type Child = ChildProcessWithoutNullStreams;

async function askByMcp({ stdin }: Child): Promise<void> {
  const clientInfo = { name: 'test', version: '1' };
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'discover_criteria', arguments: { instruction: INSTRUCTION } } },
  ];
  for (const message of messages) stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function askByHttp(_child: Child, printed: () => string): Promise<void> {
  const url = await vi.waitUntil(() => /http:\S+:\d+/u.exec(printed())?.[0], PATIENCE);
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
  await fetch(`${url}/v1/sets`, { method: 'POST', headers, body: JSON.stringify({ instruction: INSTRUCTION }) });
}

it.each([
  ['mcp', 'SIGTERM', ['mcp'], askByMcp, (child: Child) => child.kill('SIGTERM')],
  ['mcp', 'the end of its input', ['mcp'], askByMcp, (child: Child) => child.stdin.end()],
  // As hosts stop it that have no more patience, or are gone.
  ['mcp', 'SIGTERM after that', ['mcp'], askByMcp, (child: Child) => child.stdin.end(() => child.kill('SIGTERM'))],
  ['serve', 'SIGTERM', ['serve', '--port', '0'], askByHttp, (child: Child) => child.kill('SIGTERM')],
] as const)('%s, stopped by %s, loses no answer', async (_name, _how, args, ask, stop) => {
  const answers: (() => void)[] = [];
  const gate = () => new Promise<void>((resolve) => answers.push(resolve));
  const server = await plausibleServer({ gate });
  const home = await temporaryFolder();
  const flags = ['--store', join(home, 's.sqlite'), '--model', 'scripted', '--base-url', server.baseUrl];
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, ...args, ...flags], {
    env: { PATH: process.env['PATH'], HOME: home },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
  const end = ended(child);
  await ask(child, () => printed);
  await vi.waitUntil(() => answers.length > 0, PATIENCE);
  stop(child);
  await vi.waitUntil(() => printed.includes(' under way; Ctrl-C again ends at once'), PATIENCE);
  expect(server.delivered).toHaveLength(0);
  for (const answer of answers) answer();
  expect((await end).code).toBe(0);
  expect(server.delivered).toHaveLength(answers.length);
  expect(server.statistics().requests).toBe(answers.length);
});
