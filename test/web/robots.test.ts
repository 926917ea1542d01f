/** robots.txt as RFC 9309 has it: which rules hold, what a missing or broken file means, and how often it is asked for. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { CancelledError } from '../../src/domain/errors.ts';
import { createHostPacer } from '../../src/web/host-pacer.ts';
import { createRobots } from '../../src/web/robots.ts';
import type { FetchLimits } from '../../src/web/guarded-fetch.ts';
import { testFetch, USER_AGENT } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type Answer, type RawServer } from '../support/raw-server.ts';
import { testRun } from '../support/run-context.ts';
import { growth, LINEAR } from '../support/growth.ts';

let answer: Answer;
let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((socket, path, head) => answer(socket, path, head));
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => server.close());

function robotsFor(limits: Partial<FetchLimits> = {}) {
  const pacer = createHostPacer({ clock: systemClock, maxPerHost: 2, delayMs: 0, maxCrawlDelayMs: 0 });
  return createRobots({
    fetch: testFetch({ allowHosts: [server.host], limits }),
    pacer,
    userAgent: USER_AGENT,
  });
}
const check = async (path: string) => robotsFor().check(testRun(), new URL(path, server.origin));

/** The decision for a path under this robots.txt. */
async function decisionUnder(text: string, path: string): Promise<string> {
  answer = (socket) => respond(socket, 200, { 'content-type': 'text/plain' }, text);
  const verdict = await check(path);
  return verdict.status === 'allowed' ? 'allowed' : verdict.decision;
}

describe('rules', () => {
  it.each([
    ['nothing said', '', '/x', true],
    ['all closed', 'User-agent: *\nDisallow: /', '/x', false],
    ['an empty rule', 'User-agent: *\nDisallow:', '/x', true],
    ['our own group before *', 'User-agent: *\nDisallow: /\n\nUser-agent: Groundrule\nAllow: /', '/x', true],
    ['our own group in another case', 'User-agent: GROUNDRULE\nDisallow: /private', '/private/a', false],
    ['our own group with a version', 'User-agent: Groundrule/2.0\nDisallow: /', '/x', false],
    ['the group of another', 'User-agent: Googlebot\nDisallow: /', '/x', true],
    ['a group of several', 'User-agent: Googlebot\nUser-agent: Groundrule\nDisallow: /', '/x', false],
    ['a group of others before ours', 'User-agent: *\nAllow: /\nUser-agent: b\nDisallow: /', '/x', true],
    ['two groups of ours', 'User-agent: groundrule\nDisallow: /a\nUser-agent: groundrule\nDisallow: /b', '/b', false],
    ['the longest rule', 'User-agent: *\nDisallow: /\nAllow: /guides/', '/guides/letters', true],
    ['allow where equally long', 'User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['wildcards', 'User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
    ['wildcards with an end', 'User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x', true],
    ['queries', 'User-agent: *\nDisallow: /*?print=', '/a?print=1', false],
    ['comments', '# hi\nUser-agent: * # all\nDisallow: /a # not this', '/a', false],
    ['a byte order mark', '\uFEFFUser-agent: *\nDisallow: /', '/x', false],
    ['carriage returns', 'User-agent: *\rDisallow: /\r', '/x', false],
    ['rules before any group', 'Disallow: /\nUser-agent: *\nAllow: /', '/x', true],
    ['a page in place of the file', '<!doctype html><p>Not: found</p>', '/x', true],
  ])('%s', async (_name, text, path, allowed) => {
    expect(await decisionUnder(text, path)).toBe(allowed ? 'allowed' : 'refused-by-robots');
  });

  it('are named by their line', async () => {
    answer = (socket) => respond(socket, 200, {}, '# hi\nUser-agent: x\nDisallow: /y\n\nUser-agent: *\nDisallow: /x');
    expect(await check('/x')).toHaveProperty('reason', 'disallowed by line 6 of robots.txt');
  });

  it('hold up to 500 KB, and a longer file is not read further', async () => {
    const filler = '# filler\n'.repeat(50_000);
    expect(await decisionUnder(`User-agent: *\nDisallow: /a\n${filler}`, '/a')).toBe('refused-by-robots');
    const late = `User-agent: *\n${filler}${'# more\n'.repeat(20_000)}Disallow: /b\n`;
    expect(await decisionUnder(late, '/b')).toBe('allowed');
  });

  it('give the crawl delay in milliseconds', async () => {
    answer = (socket) => respond(socket, 200, {}, 'User-agent: *\nCrawl-delay: 2.5\nDisallow: /no');
    expect(await check('/x')).toEqual({ status: 'allowed', crawlDelayMs: 2500 });
    answer = (socket) => respond(socket, 200, {}, 'User-agent: *\nCrawl-delay: -3\nCrawl-delay: soon');
    expect(await check('/x')).toEqual({ status: 'allowed', crawlDelayMs: 0 });
  });
});

describe('hostile files take the time of their length', () => {
  const agents = (count: number) => Array.from({ length: count }, (_, index) => `User-agent: a${index}\n`).join('');
  const files: readonly (readonly [name: string, file: (size: number) => string, decision: string])[] = [
    [
      'many agents with many rules',
      (size) => `${agents(16 * size)}User-agent: *\n${'Allow: /\n'.repeat(25 * size)}`,
      'allowed',
    ],
    [
      'the same agent again and again',
      (size) => 'User-agent: *\n'.repeat(15 * size) + 'Allow: /\n'.repeat(25 * size),
      'allowed',
    ],
    ['wildcards without end', (size) => `User-agent: *\nDisallow: /${'*a'.repeat(240 * size)}`, 'refused-by-robots'],
    [
      'many rules with wildcards',
      (size) => `User-agent: *\n${`Allow: /${'*a'.repeat(900)}b\nDisallow: *${'*a'.repeat(100)}b\n`.repeat(size / 5)}`,
      'refused-by-robots',
    ],
  ];
  it.each(files)('%s', async (_name, file, decision) => {
    const decisions = new Map<number, string>();
    const decide = async (size: number) => {
      decisions.set(size, await decisionUnder(file(size), `/${'a'.repeat(2000)}`));
    };
    expect(await growth(decide, 1_000)).toBeLessThan(LINEAR);
    expect(decisions.get(1_000)).toBe(decision);
  });
});

describe('what the server answers', () => {
  it.each([400, 401, 403, 404, 410, 429])('%i means that there are no rules', async (status) => {
    answer = (socket) => respond(socket, status);
    expect(await check('/x')).toMatchObject({ status: 'allowed' });
  });

  it.each([500, 502, 503])('%i means closed', async (status) => {
    answer = (socket) => respond(socket, status);
    expect(await check('/x')).toMatchObject({ status: 'failed', decision: 'unreachable' });
  });

  it('silence means closed', async () => {
    answer = () => undefined;
    const verdict = await robotsFor({ firstByteTimeoutMs: 100 }).check(testRun(), new URL(server.origin));
    expect(verdict).toMatchObject({ status: 'failed', decision: 'unreachable' });
    expect(verdict).toHaveProperty('reason', expect.stringMatching(/robots\.txt is unavailable.*no answer within/));
  });

  it('redirects are followed', async () => {
    answer = (socket, path) =>
      path === '/robots.txt'
        ? respond(socket, 301, { location: '/rules' })
        : respond(socket, 200, {}, 'User-agent: *\nDisallow: /');
    expect(await check('/x')).toMatchObject({ decision: 'refused-by-robots' });
  });
});

describe('the file is asked for', () => {
  it('once per origin, whatever is asked at the same time and by whichever run', async () => {
    answer = (socket) => respond(socket, 200, {}, 'User-agent: *\nDisallow: /a');
    const robots = robotsFor();
    const run = testRun();
    const urls = ['/a', '/b', '/c'].map((path) => new URL(path, server.origin));
    const verdicts = await Promise.all(urls.map((url) => robots.check(run, url)));
    expect(verdicts.map(({ status }) => status)).toEqual(['failed', 'allowed', 'allowed']);
    expect(server.requests).toHaveLength(1);
    await robots.check(testRun(), new URL(server.origin));
    expect(server.requests).toHaveLength(1);
  });

  it('again for those who wait, where the call that asked for it is stopped', async () => {
    answer = (socket) => {
      // The first waits for ever.
      if (server.requests.length > 1) respond(socket, 404);
    };
    const robots = robotsFor();
    const stop = new AbortController();
    const stopped = robots.check({ ...testRun(), signal: stop.signal }, new URL(server.origin));
    const other = robots.check(testRun(), new URL(server.origin));
    await expect.poll(() => server.requests.length).toBe(1);
    stop.abort();
    await expect(stopped).rejects.toBeInstanceOf(CancelledError);
    expect(await other).toMatchObject({ status: 'allowed' });
  });

  it.each([
    ['after a day', 200, 24 * 3600 * 1000],
    ['soon, where the server was in trouble', 503, 10 * 60 * 1000],
  ])('again %s', async (_when, status, maxAgeMs) => {
    answer = (socket) => respond(socket, status, {}, '');
    const robots = robotsFor();
    const atMs = async (nowMs: number) => {
      const clock = { ...systemClock, monotonicMs: () => nowMs };
      await robots.check({ ...testRun(), clock }, new URL(server.origin));
      return server.requests.length;
    };
    expect(await atMs(0)).toBe(1);
    expect(await atMs(maxAgeMs - 1)).toBe(1);
    expect(await atMs(maxAgeMs)).toBe(2);
    expect(await atMs(maxAgeMs + 1)).toBe(2);
  });

  it('by the name that it is read for', async () => {
    answer = (socket) => respond(socket, 404);
    await check('/x');
    expect(server.requests[0]).toMatch(/^GET \/robots\.txt /);
    expect(server.requests[0]).toContain(USER_AGENT);
  });
});
