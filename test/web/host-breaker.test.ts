/** A host that keeps everybody waiting is left alone: those who answer as hosts do are asked as often as one likes. */
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { createWebDocuments } from '../../src/pages/web/web-documents.ts';
import { fetchFailed, type Answer } from '../../src/web/fetch-outcome.ts';
import { createHostBreaker } from '../../src/web/host-breaker.ts';
import { createHostPacer } from '../../src/web/host-pacer.ts';
import { createRobots } from '../../src/web/robots.ts';
import { testFetch, USER_AGENT } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type RawServer } from '../support/raw-server.ts';
import { testRun } from '../support/run-context.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(slow: boolean): Promise<RawServer> {
  const server = await startRawServer((socket, path) => {
    if (path === '/robots.txt') respond(socket, 404);
    else if (!slow) respond(socket, 200, { 'content-type': 'text/html' }, '<p>Open with the name.</p>');
  });
  servers.push(server);
  return server;
}

it('30 hits on a host that never answers end after a few waits, and another host is not affected', async () => {
  const [slow, good] = [await serve(true), await serve(false)];
  const clock = systemClock;
  const fetch = testFetch({ allowHosts: [slow.host, good.host], limits: { firstByteTimeoutMs: 1_200 } });
  const pacer = createHostPacer({ clock, maxPerHost: 2, delayMs: 0, maxCrawlDelayMs: 0 });
  const robots = createRobots({ fetch, pacer, userAgent: USER_AGENT });
  const documents = createWebDocuments({ fetch, robots, pacer, clock, kept: null, maxAgeMs: 0 });
  const run = testRun();
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, (_, page) => documents.get(run, `${slow.origin}/${page}`)),
  );
  const reasons = outcomes.map((outcome) => (outcome.status === 'failed' ? outcome.reason : ''));
  expect(reasons.filter((reason) => reason.includes('no answer within')).length).toBeLessThanOrEqual(4);
  expect(reasons.at(-1)).toMatch(/^skipped: 127\.0\.0\.1:\d+ did not answer [34] times in a row/u);
  expect((await documents.get(run, `${good.origin}/`)).status).toBe('fetched');
});

/** A breaker, with requests of the given duration and size. */
function breakerWith(answer: (page: number) => Answer, tookMs: number) {
  let nowMs = 0;
  const breaker = createHostBreaker({ now: () => new Date(nowMs), monotonicMs: () => nowMs });
  const request = (page: number) =>
    breaker.run('a.test', async () => {
      nowMs += tookMs;
      return answer(page);
    });
  return { request, pass: (ms: number) => (nowMs += ms) };
}

async function reasonsOf(count: number, request: (page: number) => Promise<Answer>): Promise<string[]> {
  const reasons: string[] = [];
  for (let page = 0; page < count; page++) {
    const answer = await request(page);
    reasons.push(answer.status === 'failed' ? answer.reason : '');
  }
  return reasons;
}

const document = (bytes: number): Answer => ({
  ...{ status: 'fetched', finalUrl: 'http://a.test/', bytes: new Uint8Array(bytes), contentType: null },
  ...{ etag: null, lastModified: null, fetchedAt: '2026-01-01T00:00:00Z' },
});

it('what answers late again and again is asked no more, until some minutes have passed', async () => {
  const { request, pass } = breakerWith(() => document(10), 15_000);
  const reasons = await reasonsOf(10, request);
  expect(reasons.slice(0, 4).join('')).toBe('');
  expect(reasons[4]).toMatch(/delayed us by 56 s/u);
  pass(11 * 60_000);
  expect(await reasonsOf(1, request)).toEqual(['']);
});

it('the bytes of large documents are bounded by host as well', async () => {
  const reasons = await reasonsOf(14, breakerWith(() => document(10_000_000), 500).request);
  expect(reasons.filter((reason) => reason === '')).toHaveLength(12);
  expect(reasons.at(-1)).toMatch(/sent 108 MB/u);
});

it('hosts that answer in time are never refused, whatever they answer', async () => {
  const failure = fetchFailed('unreachable', 'HTTP 500', 500);
  const { request } = breakerWith((page) => (page % 2 === 0 ? failure : document(900_000)), 800);
  expect(new Set(await reasonsOf(500, request))).toEqual(new Set(['', 'HTTP 500']));
});
