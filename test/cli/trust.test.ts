/** The program in a folder of somebody else's: what its config file may say, and where keys go. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliIn, type CliResult } from '../support/shell.ts';

const KEY = 'canary-key-7f3a';
const TASK = 'Write a cover letter for a nurse';

let home = '';
let file = '';
let host = '';
let server: Server;
const asked: (string | undefined)[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  file = join(home, 'groundrule.config.json');
  server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(file, JSON.stringify({ model: 'm', baseUrl: `http://${host}/v1`, keep: 4 }));
});
afterAll(async () => {
  server.close();
  await rm(home, { recursive: true, force: true });
});

const run = (...args: readonly string[]): Promise<CliResult> =>
  cliIn(args, { home, env: { GROUNDRULE_API_KEY: KEY, OPENAI_API_KEY: KEY } });
/** Tables and messages are wrapped. */
const flat = (text: string) => text.replaceAll(/\s+/gu, ' ');

describe('a config file that lies in the folder', () => {
  it('gets no key and has nobody asked: the file, the setting and the command are named', async () => {
    const { code, stderr } = await run('discover', TASK);
    expect(code).toBe(2);
    expect(flat(stderr)).toContain(`In ${file}, “model”, “baseUrl” would count only if`);
    expect(flat(stderr)).toContain('run “npx groundrule trust” in its folder');
    expect((await run('list')).code).toBe(2);
    expect(asked).toEqual([]);
  });

  it('is shown by doctor as not trusted, with what does not count and where keys would go', async () => {
    const { code, stdout } = await run('doctor');
    expect(flat(stdout)).toContain(`config file: ${file} (not trusted)`);
    expect(flat(stdout)).toContain('not trusted as it is now, and does not count where it sets model, baseUrl');
    expect(stdout).toMatch(/^keep +4 \(config file\)/mu);
    expect(stdout).toMatch(/^modelKey +set +goes nowhere as things are set/mu);
    expect(stdout).toMatch(/^tavily\w* +not set +goes to api\.tavily\.com/mu);
    expect(stdout).not.toContain(KEY);
    expect(code).toBe(5);
    const ofFlags = (await run('doctor', '--model', 'gpt-4.1-mini')).stdout;
    expect(ofFlags).toMatch(/^modelKey +set +goes to api\.openai\.com/mu);
    expect(ofFlags).toMatch(/^openaiKey +set +goes nowhere/mu);
    expect(asked).toEqual([]);
  });

  it('counts once it is trusted, and doctor says so', async () => {
    const trusted = await run('trust');
    expect(flat(trusted.stdout)).toContain(`http://${host}/v1`);
    expect(trusted.code).toBe(0);
    const { code, stdout } = await run('doctor');
    expect(flat(stdout)).toContain(`config file: ${file} (trusted)`);
    expect(stdout).toMatch(new RegExp(`^modelKey +set +goes to ${host}`, 'mu'));
    expect(code).toBe(0);
    await run('discover', TASK);
    expect(new Set(asked)).toEqual(new Set([`Bearer ${KEY}`]));
  });

  it('asks again where it was changed', async () => {
    asked.length = 0;
    await writeFile(file, JSON.stringify({ model: 'm', baseUrl: `http://${host}/v2`, keep: 4 }));
    const { code, stderr } = await run('discover', TASK);
    expect(flat(stderr)).toContain('only if the file were trusted as it is now');
    expect(code).toBe(2);
    expect(asked).toEqual([]);
  });
});
