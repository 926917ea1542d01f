/** Documents of the web over real HTTP: robots.txt, pacing, block pages, types, and what is kept. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/client/clock.ts';
import type { DocumentPort } from '../../../src/domain/ports.ts';
import type { Clock, RunContext } from '../../../src/domain/run-context.ts';
import { createHostPacer } from '../../../src/web/host-pacer.ts';
import { createRobots } from '../../../src/web/robots.ts';
import { mayBeText } from '../../../src/pages/web/web-documents.ts';
import { createWebDocuments } from '../../../src/pages/web/web-documents.ts';
import { testFetch, USER_AGENT } from '../../support/guarded-fetch.ts';
import { memoryKept } from '../../support/memory-kept.ts';
import { respond, startRawServer, type Answer, type RawServer } from '../../support/raw-server.ts';
import { testRun } from '../../support/run-context.ts';

const GUIDE = '<!doctype html><title>Guide</title><p>Name one result that matters, and say how you know.</p>';
const MAX_AGE_MS = 60_000;

let answer: Answer;
let robotsTxt: string | null;
let server: RawServer;
let kept: ReturnType<typeof memoryKept>;
let documents: DocumentPort;
let nowMs: number;

beforeAll(async () => {
  server = await startRawServer((socket, path, head) => {
    if (path !== '/robots.txt') answer(socket, path, head);
    else if (robotsTxt === null) respond(socket, 404);
    else respond(socket, 200, {}, robotsTxt);
  });
});
afterAll(async () => server.close());
beforeEach(() => {
  server.requests.length = 0;
  robotsTxt = null;
  nowMs = Date.parse('2026-11-01T12:00:00Z');
  answer = (socket) => respond(socket, 200, { 'content-type': 'text/html', etag: '"v1"' }, GUIDE);
  kept = memoryKept();
  documents = documentsWith(MAX_AGE_MS);
});

const clock: Clock = { now: () => new Date(nowMs), monotonicMs: () => systemClock.monotonicMs() };

function documentsWith(maxAgeMs: number, allowHosts = [server.host]): DocumentPort {
  const fetch = testFetch({ allowHosts, clock });
  const pacer = createHostPacer({ clock, maxPerHost: 2, delayMs: 0, maxCrawlDelayMs: 30 });
  const robots = createRobots({ fetch, pacer, userAgent: USER_AGENT });
  return createWebDocuments({ fetch, robots, pacer, clock, kept, maxAgeMs });
}

function aRun(): RunContext {
  return { ...testRun(), clock };
}
const get = async (path: string, run = aRun()) => documents.get(run, server.origin + path);
const pagesAsked = () => server.requests.map((head) => head.split(' ')[1]).filter((path) => path !== '/robots.txt');

it('serves http(s) alone', () => {
  const urls = ['http://a.test/', 'HTTPS://a.test/', 'file:///a', 'library:a', 'httpx://a'];
  expect(urls.filter((url) => documents.serves(url))).toEqual(['http://a.test/', 'HTTPS://a.test/']);
});

it('fetches once what several ask for at the same time', async () => {
  documents = documentsWith(0);
  const outcomes = await Promise.all([get('/guide'), get('/guide#tips'), get('/other'), get('/guide')]);
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fetched'));
  expect([...pagesAsked()].sort()).toEqual(['/guide', '/other']);
  nowMs += 1;
  await get('/guide');
  expect(pagesAsked()).toHaveLength(3);
});

it('asks for every document where no copy is young enough, and says what it has of it', async () => {
  documents = documentsWith(Number.NEGATIVE_INFINITY);
  await get('/guide');
  answer = (socket, _path, head) =>
    head.includes('if-none-match: "v1"') ? respond(socket, 304) : respond(socket, 500);
  expect(await get('/guide')).toMatchObject({ status: 'fetched' });
  expect(pagesAsked()).toEqual(['/guide', '/guide']);
});

it.each([
  [404, true, false],
  [410, true, false],
  [403, false, false],
  [429, false, true],
  [500, false, true],
])('tells a page that is gone from one that is not there now: %i', async (status, isGone, isPassing) => {
  answer = (socket) => respond(socket, status);
  const outcome = await get('/guide');
  expect(outcome.status === 'failed' && outcome.isGone === true).toBe(isGone);
  expect(outcome.status === 'failed' && outcome.isPassing === true).toBe(isPassing);
  expect(await get('/guide')).toEqual(outcome);
});

it('brings the document as it was sent', async () => {
  expect(await get('/guide#tips')).toEqual({
    status: 'fetched',
    document: {
      url: `${server.origin}/guide`,
      finalUrl: `${server.origin}/guide`,
      via: 'web',
      bytes: new Uint8Array(Buffer.from(GUIDE)),
      contentType: 'text/html',
      fetchedAt: '2026-11-01T12:00:00.000Z',
    },
  });
});

it('bounds documents by the limits of the run', async () => {
  const run = { ...aRun(), limits: { ...aRun().limits, maxDocumentBytes: 10 } };
  expect(await get('/guide', run)).toMatchObject({ decision: 'too-large' });
});

describe('robots.txt', () => {
  it('is honoured, and the page is not asked for', async () => {
    robotsTxt = 'User-agent: *\nDisallow: /private';
    expect(await get('/private/a')).toEqual({
      status: 'failed',
      decision: 'refused-by-robots',
      reason: 'disallowed by line 2 of robots.txt',
    });
    expect(await get('/public')).toMatchObject({ status: 'fetched' });
    expect(pagesAsked()).toEqual(['/public']);
  });

  it('holds for where a redirect leads', async () => {
    robotsTxt = 'User-agent: *\nDisallow: /private';
    answer = (socket) => respond(socket, 302, { location: '/private/a' });
    expect(await get('/open')).toMatchObject({ decision: 'refused-by-robots' });
    expect(pagesAsked()).toEqual(['/open']);
  });

  it('is honoured where the host is allowed for some paths alone, and may not lead to others', async () => {
    robotsTxt = 'User-agent: *\nDisallow: /guides/drafts';
    documents = documentsWith(MAX_AGE_MS, [`${server.host}/guides`]);
    expect(await get('/guides/toast')).toMatchObject({ status: 'fetched' });
    expect(await get('/guides/drafts/a')).toMatchObject({ decision: 'refused-by-robots' });
    expect(await get('/robots.txt')).toHaveProperty('reason', expect.stringContaining('allowed for other paths only'));
    expect(pagesAsked()).toEqual(['/guides/toast']);
  });

  it('sets the pace', async () => {
    robotsTxt = 'User-agent: *\nCrawl-delay: 60';
    const run = aRun();
    const startedMs = performance.now();
    await Promise.all(['/a', '/b', '/c', '/d'].map(async (path) => get(path, run)));
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(85);
  });
});

describe('what is no page', () => {
  it('is a block page with status 200', async () => {
    answer = (socket) =>
      respond(socket, 200, { 'content-type': 'text/html' }, '<html><title>Access Denied</title><p>Reference #1');
    expect(await get('/')).toMatchObject({
      decision: 'blocked-page',
      reason: expect.stringMatching(/denied/) as string,
    });
  });

  it.each([
    ['a notice', 'Verify you are human.', { decision: 'blocked-page' }],
    ['a long text', 'Verify you are human. '.repeat(300), { status: 'fetched' }],
  ])('is told by what stands far behind a long head: %s', async (_name, text, outcome) => {
    const head = `<html><head><style>${'.a{top:0}'.repeat(12_000)}</style></head>`;
    answer = (socket) => respond(socket, 200, { 'content-type': 'text/html' }, `${head}<p>${text}`);
    expect(await get('/')).toMatchObject(outcome);
  });

  it('is not every text that says so: only HTML is looked at', async () => {
    answer = (socket) => respond(socket, 200, { 'content-type': 'text/plain' }, 'Access denied: a story');
    expect(await get('/')).toMatchObject({ status: 'fetched' });
  });

  it.each([
    [403, 'blocked-page'],
    [401, 'blocked-page'],
    [451, 'blocked-page'],
    [404, 'unreachable'],
    [429, 'unreachable'],
    [500, 'unreachable'],
  ])('is status %i', async (status, decision) => {
    answer = (socket) => respond(socket, status, {}, GUIDE);
    expect(await get('/')).toMatchObject({ status: 'failed', decision });
  });

  it('is a picture', async () => {
    answer = (socket) => respond(socket, 200, { 'content-type': 'image/png' }, 'png');
    expect(await get('/')).toMatchObject({ decision: 'not-text' });
  });

  it.each([
    ['image/svg+xml', false],
    ['Video/MP4; codecs=x', false],
    ['application/zip', false],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
    ['application/pdf', true],
    ['application/xhtml+xml', true],
    ['application/octet-stream', true],
    ['text/html; charset=utf-8', true],
    ['nonsense', true],
    ['', true],
  ])('can be told by %j: text is %s', (type, text) => {
    expect(mayBeText(type)).toBe(text);
  });
});

describe('what is kept', () => {
  it('is used without any request until it is old', async () => {
    const first = await get('/guide');
    nowMs += MAX_AGE_MS;
    server.requests.length = 0;
    expect(await get('/guide')).toEqual(first);
    expect(server.requests).toEqual([]);
  });

  it('is found under its address, however long: an index of PostgreSQL takes 2,704 bytes', async () => {
    const paths = ['/a', '/b'].map((end) => `/guide?${'x'.repeat(3_900)}${end}`);
    for (const path of [...paths, ...paths]) expect(await get(path)).toMatchObject({ status: 'fetched' });
    expect(pagesAsked()).toEqual(paths);
    expect(Math.max(...[...kept.entries.keys()].map((key) => Buffer.byteLength(key)))).toBeLessThan(2_600);
  });

  it('is confirmed by a conditional request after that, and young again', async () => {
    await get('/guide');
    nowMs += MAX_AGE_MS + 1;
    answer = (socket, _path, head) =>
      head.includes('if-none-match: "v1"') ? respond(socket, 304) : respond(socket, 200, {}, 'other');
    expect(await get('/guide')).toMatchObject({
      document: { bytes: new Uint8Array(Buffer.from(GUIDE)), fetchedAt: new Date(nowMs).toISOString() },
    });
    server.requests.length = 0;
    nowMs += MAX_AGE_MS;
    await get('/guide');
    expect(server.requests).toEqual([]);
  });

  it('is replaced where the server has another version', async () => {
    await get('/guide');
    nowMs += MAX_AGE_MS + 1;
    answer = (socket) => respond(socket, 200, { etag: '"v2"' }, 'A new version.');
    expect(await get('/guide')).toMatchObject({
      document: { bytes: new Uint8Array(Buffer.from('A new version.')) },
    });
    expect(kept.entries.get(`fetch ${server.origin}/guide`)).toMatchObject({ etag: '"v2"' });
  });

  it('is asked for without condition where the server gave no validators', async () => {
    answer = (socket) => respond(socket, 200, {}, GUIDE);
    await get('/guide');
    nowMs += MAX_AGE_MS + 1;
    await get('/guide');
    expect(server.requests.join()).not.toMatch(/if-none-match|if-modified-since/);
  });

  it('is not used where the server fails later: old copies are not passed off as new', async () => {
    await get('/guide');
    nowMs += MAX_AGE_MS + 1;
    answer = (socket) => respond(socket, 404);
    expect(await get('/guide')).toMatchObject({ decision: 'unreachable' });
  });

  it.each([
    ['a missing page', 404],
    ['a refusal', 403],
  ])('includes %s', async (_name, status) => {
    answer = (socket) => respond(socket, status);
    const first = await get('/guide');
    server.requests.length = 0;
    expect(await get('/guide')).toEqual(first);
    expect(server.requests).toEqual([]);
  });

  it('includes what robots.txt refuses', async () => {
    robotsTxt = 'User-agent: *\nDisallow: /';
    const first = await get('/guide');
    server.requests.length = 0;
    expect(await get('/guide')).toEqual(first);
    expect(server.requests).toEqual([]);
  });

  it.each([429, 500, 503])('does not include the troubles of a moment: %i', async (status) => {
    answer = (socket) => respond(socket, status);
    await get('/guide');
    expect(kept.entries.size).toBe(0);
  });

  it('does not include addresses that were refused', async () => {
    documents = documentsWith(MAX_AGE_MS, []);
    expect(await get('/guide')).toMatchObject({ reason: expect.stringMatching(/loopback/) as string });
    expect(kept.entries.size).toBe(0);
  });

  it('goes to nobody with a maximum age of none', async () => {
    documents = documentsWith(-1);
    await get('/guide');
    await get('/guide');
    expect(pagesAsked()).toEqual(['/guide', '/guide']);
  });
});
