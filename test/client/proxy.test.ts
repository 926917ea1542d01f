/** A user's proxy: pages, search services and models are asked through it, and the guard still holds. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { TASK } from '../support/guide-web/discover-with.ts';
import { cli } from '../support/shell.ts';

const [page] = await makePages({
  textKind: 'grant-proposal',
  counts: { guide: 1, general: 0, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 },
  ...{ sites: 1, sentences: 30, frame: 'bare', seed: 'proxy' },
});

let proxy: Server;
let address: string;
let asked: string[];

beforeEach(async () => {
  asked = [];
  proxy = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${portOf(proxy)}`;
});
afterEach(() => {
  proxy.closeAllConnections();
  proxy.close();
});

/** Names of `.test` exist nowhere but here. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '');
  asked.push(url.href);
  if (url.host === 'search.test') {
    response.setHeader('content-type', 'application/json');
    const results = [{ url: 'http://guides.test/found', title: page!.title, content: '' }];
    response.end(JSON.stringify({ results: url.searchParams.get('pageno') === '1' ? results : [] }));
  } else if (url.host === 'guides.test' && url.pathname !== '/robots.txt') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page!.html);
  } else response.writeHead(404).end();
}

const discover = (env: Readonly<Record<string, string>>, ...more: readonly string[]) =>
  cli(['discover', TASK.instruction, '--store', 'memory', '--format', 'json', ...more], { env });

it('carries pages and searches, and what it takes away from the guard is in the record', async () => {
  const { stdout } = await discover(
    { HTTP_PROXY: address },
    ...['--search', 'searxng', '--searxng-url', 'http://search.test'],
    ...['--url', 'http://10.0.0.1/a', '--url', 'http://printer.local/a', '--url', 'http://guides.test/given'],
  );
  const { content } = CriteriaSet.parse(JSON.parse(stdout));
  expect(content.warnings.join('\n')).toMatch(/fetched through a proxy, which resolves host names itself/u);
  expect(content.sources.map(({ url, via }) => [url, via])).toEqual([
    ['http://10.0.0.1/a', null],
    ['http://printer.local/a', null],
    ['http://guides.test/given', 'web'],
    ['http://guides.test/found', 'web'],
  ]);
  expect(asked.filter((url) => url.startsWith('http://search.test/')).length).toBeGreaterThan(0);
  expect(asked.some((url) => /10\.0\.0\.1|printer/u.test(url))).toBe(false);
});

it('carries the calls of a model', async () => {
  const { stderr } = await discover({ HTTP_PROXY: address }, '--model', 'm', '--base-url', 'http://models.test/v1');
  expect(stderr).toMatch(/models\.test\/v1 does not serve chat completions \(status 404\)/u);
  expect(new Set(asked)).toEqual(new Set(['http://models.test/v1/chat/completions']));
});

it('is left out for the hosts of NO_PROXY, and for services on this machine', async () => {
  const direct: string[] = [];
  const server = createServer((request, response) => {
    direct.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const here = `127.0.0.1:${portOf(server)}`;
  try {
    const { stdout } = await discover(
      { http_proxy: `http://${address}`, no_proxy: '127.0.0.1' },
      ...['--search', 'searxng', '--searxng-url', `http://localhost:${portOf(server)}`],
      ...['--url', `http://${here}/given`, '--allow-host', here],
    );
    expect(CriteriaSet.parse(JSON.parse(stdout)).content.sources).toHaveLength(1);
    expect(asked).toEqual([]);
    expect(direct).toContain('/given');
    expect(direct.some((path) => path.startsWith('/search?'))).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return bound.port;
}

it('that cannot be one is refused before anything is asked, and its password is not shown', async () => {
  const { stderr, code } = await discover(
    { HTTPS_PROXY: 'socks5://user:secret@proxy.test' },
    ...['--url', 'http://guides.test/given'],
  );
  expect(code).toBe(EXIT.badInput);
  expect(stderr).toMatch(/HTTPS_PROXY is not an http or https URL/u);
  expect(stderr).not.toContain('secret');
});

it('is nobody’s affair where the web is not asked', async () => {
  const { code, stdout } = await discover({ HTTP_PROXY: 'socks5://proxy.test' });
  expect(code).toBe(EXIT.done);
  expect(CriteriaSet.parse(JSON.parse(stdout)).content.warnings.join()).not.toContain('proxy');
});

it('is named as what refuses, where it refuses a search service', async () => {
  proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  const { stderr, code } = await discover(
    { HTTPS_PROXY: address },
    ...['--search', 'searxng', '--searxng-url', 'https://search.test'],
  );
  expect(stderr).toMatch(/SearXNG cannot be reached: Proxy response \(403\)/u);
  expect(code).toBe(EXIT.incomplete);
});
