/** What one service does unlike the others. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InputError, UnavailableError, type GroundruleError } from '../../src/domain/errors.ts';
import type { SearchPort } from '../../src/domain/ports.ts';
import { brave } from '../../src/search/engines/brave.ts';
import { google } from '../../src/search/engines/google.ts';
import { searxng } from '../../src/search/engines/searxng.ts';
import { tavily } from '../../src/search/engines/tavily.ts';
import { testRun } from '../support/run-context.ts';
import { openEngine } from '../support/search-servers/open-engine.ts';
import { fakeResults, SERVER_KEY, startSearchServer, type SearchServer } from '../support/search-servers/server.ts';
import type { Wire } from '../support/search-servers/wire.ts';
import { wire as braveWire } from '../support/search-servers/wires/brave.ts';
import { wire as googleWire } from '../support/search-servers/wires/google.ts';
import { wire as searxngWire } from '../support/search-servers/wires/searxng.ts';
import { wire as tavilyWire } from '../support/search-servers/wires/tavily.ts';

let server: SearchServer | undefined;
afterEach(() => server?.close());

async function start(wire: Wire): Promise<SearchServer> {
  server = await startSearchServer(wire);
  return server;
}

async function failureOf(port: SearchPort): Promise<GroundruleError> {
  return port.search(testRun(), 'q', 3).then(
    () => Promise.reject(new Error('The search succeeded.')),
    (error: unknown) => error as GroundruleError,
  );
}

describe('SearXNG', () => {
  it('names the setting that lets it reply in JSON', async () => {
    const { url, next } = await start(searxngWire);
    next('forbidden');
    const error = await failureOf(openEngine(searxng, url));
    expect(error).toBeInstanceOf(InputError);
    expect(error.advice).toMatch(/settings\.yml.*search\.formats must list json beside html/u);
  });

  const silent = (results: number): Wire => ({
    ...searxngWire,
    reply: (asked, found, total) => ({
      ...searxngWire.reply(asked, found.slice(0, results), total),
      unresponsive_engines: [
        ['brave', 'Suspended: too many requests'],
        ['google', 'CAPTCHA'],
      ],
    }),
  });

  it('does not take engines that are suspended for no results', async () => {
    const { url } = await start(silent(0));
    const error = await failureOf(openEngine(searxng, url));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain('brave (Suspended: too many requests), google (CAPTCHA)');
  });

  it('reports engines that did not answer beside others that did', async () => {
    const { url } = await start(silent(5));
    const run = testRun();
    expect(await openEngine(searxng, url).search(run, 'q', 3)).toHaveLength(3);
    expect(JSON.stringify(run.events)).toContain('did not answer: brave (Suspended');
  });

  it('passes over results that are no page', async () => {
    const { url } = await start({
      ...searxngWire,
      reply: () => ({
        results: [
          { url: null, title: 'A fact' },
          { url: 'https://a.example/', title: 'A page' },
        ],
      }),
    });
    const hits = await openEngine(searxng, url).search(testRun(), 'q', 3);
    expect(hits).toEqual([{ url: 'https://a.example/', title: 'A page', snippet: null }]);
  });

  it('lies below a path and behind Basic authentication, and shows no password', async () => {
    const password = 'pass-word%2F1';
    const seen: string[] = [];
    const { url, next } = await start({
      ...searxngWire,
      read: (request) => {
        seen.push(request.path, String(request.headers['authorization']));
        return searxngWire.read({ ...request, path: request.path.replace('/searx', '') });
      },
    });
    const endpoint = `${url.replace('://', `://user:${password}@`)}searx`;
    const port = openEngine(searxng, endpoint);
    expect(await port.search(testRun(), 'q', 3)).toHaveLength(3);
    expect(seen).toEqual(['/searx/search', `Basic ${Buffer.from('user:pass-word/1').toString('base64')}`]);
    next('not-json');
    const error = await failureOf(port);
    expect(error.advice).toContain(`${url}searx/`);
    expect(`${error.message}${error.advice ?? ''}`).not.toContain('pass-word');
  });
});

describe('Brave Search', () => {
  it('waits for the window that is spent', async () => {
    const wire: Wire = {
      ...braveWire,
      failure: (kind) => ({
        ...braveWire.failure(kind),
        headers: { 'x-ratelimit-remaining': '0, 1999', 'x-ratelimit-reset': '1, 1419704' },
      }),
    };
    const { url, next, arrivalsMs } = await start(wire);
    next('rate-limited');
    expect(await openEngine(brave, url).search(testRun(), 'q', 3)).toHaveLength(3);
    expect(arrivalsMs[1]! - arrivalsMs[0]!).toBeGreaterThanOrEqual(990);
  });

  it('does not wait for the next month', async () => {
    const { url, next, requests } = await start(braveWire);
    next('quota');
    const error = await failureOf(openEngine(brave, url));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toContain('retry after 17 days');
    expect(requests).toHaveLength(1);
  });

  it('is believed where it says that there is no more', async () => {
    const { url, requests, finds } = await start(braveWire);
    finds(fakeResults(20));
    expect(await openEngine(brave, url).search(testRun(), 'q', 40)).toHaveLength(20);
    expect(requests).toHaveLength(1);
  });

  it('is asked for no more than 50 words', async () => {
    const { url, requests } = await start(braveWire);
    await openEngine(brave, url).search(testRun(), 'a '.repeat(60), 3);
    expect(requests[0]?.parameters.get('q')?.split(' ')).toHaveLength(50);
  });
});

describe('Tavily', () => {
  it('says that it gives no more than twenty', async () => {
    const { url, finds } = await start(tavilyWire);
    finds(fakeResults(100));
    const run = testRun();
    expect(await openEngine(tavily, url).search(run, 'q', 30)).toHaveLength(20);
    expect(run.events).toEqual([
      { type: 'warning', message: 'Tavily: at most 20 results per query; 30 were requested.' },
    ]);
  });
});

describe('Google', () => {
  const PACKAGES = ['googleapis/build/src/apis/customsearch/index.js', '@googleapis/customsearch'];
  it('says when it ends', () => {
    expect(openEngine(google, 'https://customsearch.googleapis.com/').notice).toContain('2027-01-01');
  });

  it('explains why it refuses', async () => {
    const { url, next } = await start(googleWire);
    next('forbidden');
    const error = await failureOf(openEngine(google, url));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain('does not have the access to Custom Search JSON API');
    expect(error.advice).toMatch(/closed .* to new customers .* 2027-01-01/u);
  });

  it('knows a spent day from a busy minute', async () => {
    const { url, next, requests } = await start(googleWire);
    next('quota');
    expect((await failureOf(openEngine(google, url))).message).toContain('quota of the account is exceeded');
    expect(requests).toHaveLength(1);
    next('rate-limited');
    expect(await openEngine(google, url).search(testRun(), 'q', 3)).toHaveLength(3);
    expect(requests).toHaveLength(3);
  });

  it('is believed where it says that there is no more', async () => {
    const { url, requests, finds } = await start(googleWire);
    finds(fakeResults(10));
    expect(await openEngine(google, url).search(testRun(), 'q', 20)).toHaveLength(10);
    expect(requests).toHaveLength(1);
  });

  it('asks for what the API gives: ten at a time, fewer than a hundred in all', async () => {
    const { url, requests, finds } = await start(googleWire);
    finds(fakeResults(300));
    expect(await openEngine(google, url).search(testRun(), 'q', 100)).toHaveLength(99);
    expect(requests.map(({ parameters }) => Number(parameters.get('start')))).toEqual([
      1, 11, 21, 31, 41, 51, 61, 71, 81, 91,
    ]);
    expect(requests[0]?.parameters.get('cx')).toBe(SERVER_KEY);
  });

  it.each([
    ['not installed', () => Promise.reject(new Error('Cannot find package')), /cannot be loaded/u],
    ['something else', () => Promise.resolve({}), /has no custom search/u],
    [
      'broken',
      () =>
        Promise.resolve({
          customsearch: () => ({ cse: { list: () => Promise.reject(new Error(SERVER_KEY)) } }),
        }),
      /sent no request/u,
    ],
  ])('says what to do where its package is %s', async (_case, importPackage, message) => {
    for (const name of PACKAGES) vi.doMock(name, importPackage);
    const error = await failureOf(openEngine(google, 'http://127.0.0.1:9/'));
    for (const name of PACKAGES) vi.doUnmock(name);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain(SERVER_KEY);
    expect(error.advice).toContain('npm install googleapis@178');
  });
});
