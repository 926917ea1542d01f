/** Flags, variables and config entries about the web: what they take, and what they cannot be asked together with. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { cli } from '../support/shell.ts';

const PAGE = ['--url', 'https://guides.example/a'];
const TASK = ['discover', 'Write a toast', '--store', 'memory'];

describe('an audit', () => {
  it('views of an audit that contradict each other', async () => {
    expect((await cli(['audit', 'cs_', '--live', '--verify'])).stderr).toMatch(/cannot be used with/u);
    const idle = await cli(['audit', 'cs_', '--library', 'guides', '--store', 'memory']);
    expect(idle.stderr).toMatch(/--library and --allow-host need --live/u);
  });
});

it('no password of an address is shown by doctor', async () => {
  const flags = ['--searxng-url', 'http://me:hidden@127.0.0.1:1/', '--store', 'memory'];
  const { stdout, stderr } = await cli(['doctor', ...flags], { terminal: 200 });
  expect(stdout).toContain('http://me:******@127.0.0.1:1/');
  expect(stdout + stderr).not.toContain('hidden');
});

it('a dry run over given pages counts them, and no search', async () => {
  const { code, stdout } = await cli([...TASK, ...PAGE, '--model', 'gpt-4.1-mini', '--dry-run']);
  expect(code).toBe(EXIT.done);
  expect(stdout).toMatch(/^given: 1 page, read for every query$/mu);
  expect(stdout).not.toMatch(/^search /mu);
  expect(stdout).toMatch(/^Calls of gpt-4\.1-mini, at most, where every answer can be used:$/mu);
  expect(stdout).toMatch(/^rating +rate-page +1 /mu);
  expect(stdout).not.toContain('asked once more in other words');
});

describe('what a search needs', () => {
  it.each([
    ['tavily', 'TAVILY_API_KEY in the environment'],
    ['google', 'GOOGLE_API_KEY in the environment'],
    ['searxng', '--searxng-url'],
  ])('of %s is named as its user sets it: %s', async (engine, name) => {
    const { code, stderr } = await cli([...TASK, '--search', engine]);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain(`The search engine ${engine} needs ${name}.`);
    expect(stderr).not.toMatch(/tavilyKey|googleKey|searxngUrl/u);
  });
});

describe('the search by a model’s server', () => {
  it('needs a model, and names what else there is', async () => {
    const { code, stderr } = await cli([...TASK, '--search', 'openai']);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('no model is named');
    expect(stderr).toMatch(/--model, or use another search: library/u);
    const idle = await cli([...TASK, '--model', 'gpt-5', '--web-search-tool', 'x']);
    expect(idle.stderr).toContain('--web-search-tool needs the search “openai”');
  });

  it('is in the plan, with what searches cost beside tokens', async () => {
    const { stdout } = await cli([...TASK, '--search', 'openai', '--model', 'gpt-5-mini', '--dry-run']);
    // 3 searches of 0.01 USD and 24,000 tokens for each of 3 queries.
    expect(stdout).toMatch(/^search +search-web +3 +7\d,\d{3} +4,5\d\d +0\.11/mu);
  });

  it('is asked by doctor only where it is named, and the price is said', async () => {
    const server = await startModelServer({ searches: () => ({ sources: ['https://guides.example/a'] }) });
    const flags = ['doctor', '--store', 'memory', '--model', 'scripted', '--base-url', server.baseUrl];
    const unnamed = await cli(flags);
    expect(unnamed.stdout).toMatch(/ok Search openai: not asked\. Each search by scripted costs money/u);
    expect(server.searchRequests()).toBe(0);
    const named = await cli([...flags, '--search', 'openai']);
    expect(named.stdout).toMatch(
      /ok Search openai: .*finds https:\/\/guides\.example\/a[\s\S]*Each search by scripted costs money/u,
    );
    expect(server.searchRequests()).toBe(1);
    await server.close();
    const alone = await cli(['doctor', '--store', 'memory', '--search', 'openai']);
    expect(alone.stdout).toMatch(/FAIL Search openai: .*model/u);
  });
});

describe('no guidance', () => {
  it('says why each page that was given failed', async () => {
    const page = createServer((_request, reply) => reply.writeHead(404).end()).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const { port } = z.object({ port: z.number() }).parse(page.address());
    const missing = `http://127.0.0.1:${port}/missing`;
    const flags = ['--url', missing, '--url', 'http://10.0.0.1/guide', '--allow-host', `127.0.0.1:${port}`];
    const { code, stderr } = await cli([...TASK, ...flags]);
    page.close();
    expect(code).toBe(EXIT.noGuidance);
    expect(stderr).toMatch(new RegExp(`given: ${missing} unreachable: .*404`, 'u'));
    expect(stderr).toMatch(/given: http:\/\/10\.0\.0\.1\/guide \S+: .*private address/u);
  });
});
