/** A page of the open web that redirects into a private host that the user allowed does not choose what is read there. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testFetch, testRequest } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type RawServer } from '../support/raw-server.ts';

let inner: RawServer;
let outer: RawServer;
let target: string;

beforeAll(async () => {
  inner = await startRawServer((socket, path) => {
    if (path === '/guides/moved') respond(socket, 302, { location: '/guides/toast' });
    else respond(socket, 200, { 'content-type': 'text/html' }, `<p>${path}</p>`);
  });
  outer = await startRawServer((socket) => respond(socket, 302, { location: inner.origin + target }));
});
beforeEach(() => {
  target = '/guides/toast';
});
afterAll(() => Promise.all([inner.close(), outer.close()]));

/** The proxy plays every public name. */
async function fetchAs(url: string, allowHosts: readonly string[], request = testRequest()): Promise<string> {
  const proxy = { httpProxy: outer.origin, httpsProxy: null, noProxy: '127.0.0.1' };
  const fetched = await testFetch({ allowHosts, proxy })(url, request);
  return fetched.status === 'failed' ? fetched.reason : fetched.status;
}

it.each([
  [
    'the host alone',
    (host: string) => [host],
    /^after a redirect: refused: public\.test redirects into the private host/u,
  ],
  ['its path', (host: string) => [`${host}/guides`], /^fetched$/u],
  ['another path', (host: string) => [`${host}/guide`], /is allowed for other paths only/u],
])('where %s is allowed', async (_what, allow, outcome) => {
  const before = inner.requests.length;
  const came = await fetchAs('http://public.test/x', allow(inner.host));
  expect(came).toMatch(outcome);
  expect(inner.requests.length - before).toBe(came === 'fetched' ? 1 : 0);
});

it.each([
  ['/guides/toast', 'fetched'],
  ['/guides/moved', 'fetched'],
  ['/guides', 'fetched'],
  ['/admin', 'other paths'],
  ['/guides/../admin', 'other paths'],
  ['/guides/%2e%2e/admin', 'other paths'],
  ['/guides/..%2fadmin', 'other paths'],
  ['/guidesecret', 'other paths'],
])('an entry with a path allows what lies below it alone: %s', async (path, outcome) => {
  expect(await fetchAs(`${inner.origin}${path}`, [`${inner.host}/guides`])).toContain(outcome);
});

it.each([
  ['its own', () => `${inner.origin}/robots.txt`, /^fetched$/u],
  ['another page', () => `${inner.origin}/admin`, /other paths/u],
  [
    'that of a public page that redirects there',
    () => 'http://public.test/robots.txt',
    /redirects into the private host/u,
  ],
])('an entry with a path allows the robots.txt of its host for robots.txt alone: %s', async (_which, url, outcome) => {
  target = '/robots.txt';
  expect(await fetchAs(url(), [`${inner.host}/guides`], testRequest({ isForRobots: true }))).toMatch(outcome);
});

it('a private host that is allowed may redirect within itself', async () => {
  expect(await fetchAs(`${inner.origin}/guides/moved`, [inner.host])).toBe('fetched');
});
