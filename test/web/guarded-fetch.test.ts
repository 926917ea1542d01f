/** The guarded fetch with servers that behave: redirects, conditional requests, waits, the gate, what it says of us. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fetchFailed, type FetchRequest, type Gate, type GuardedFetch } from '../../src/web/fetch-outcome.ts';
import { testFetch, testRequest, USER_AGENT } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type Answer, type RawServer } from '../support/raw-server.ts';

let answer: Answer;
let server: RawServer;
let fetch: GuardedFetch;
beforeAll(async () => {
  server = await startRawServer((socket, path, head) => answer(socket, path, head));
  fetch = testFetch({ allowHosts: [server.host] });
});
beforeEach(() => {
  server.requests.length = 0;
});
afterAll(async () => server.close());

function get(path: string, request: Partial<FetchRequest> = {}) {
  return fetch(server.origin + path, testRequest(request));
}

it('brings bytes, type, validators, time and the way', async () => {
  answer = (socket, path) =>
    path === '/old'
      ? respond(socket, 301, { location: '/new?a=1#part' })
      : respond(socket, 200, { 'content-type': 'text/html', etag: '"v1"', 'last-modified': 'Mon' }, 'héllo');
  const outcome = await get('/old#top');
  expect(outcome).toEqual({
    status: 'fetched',
    finalUrl: `${server.origin}/new?a=1`,
    bytes: new Uint8Array(Buffer.from('héllo')),
    contentType: 'text/html',
    etag: '"v1"',
    lastModified: 'Mon',
    fetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    redirects: [`${server.origin}/old`],
  });
});

it('says who asks, and asks for nothing that it cannot read', async () => {
  answer = (socket) => respond(socket, 200);
  await get('/page');
  const [head = ''] = server.requests;
  expect(head).toMatch(/^GET \/page HTTP\/1\.1\r\n/);
  expect(head).toContain(`user-agent: ${USER_AGENT}`);
  expect(head).toContain('accept-encoding: gzip, br');
  expect(head).not.toMatch(/cookie|referer|authorization|if-none-match/i);
});

it.each(['utf8', 'latin1'] as const)('follows a redirect to an address in %s', async (encoding) => {
  answer = (socket, path) => {
    if (path !== '/a') respond(socket, 200);
    else socket.write(Buffer.from('HTTP/1.1 302 X\r\nlocation: /café\r\ncontent-length: 0\r\n\r\n', encoding));
  };
  expect(await get('/a')).toMatchObject({ finalUrl: `${server.origin}/caf%C3%A9` });
});

it.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('decodes %s', async (encoding, encode) => {
  answer = (socket) => respond(socket, 200, { 'content-encoding': encoding }, encode('hello'));
  expect(await get('/')).toMatchObject({ bytes: new Uint8Array(Buffer.from('hello')) });
});

it('cuts a body that is too long where that was asked for', async () => {
  answer = (socket) => respond(socket, 200, {}, 'x'.repeat(1000));
  expect(await get('/', { maxBytes: 10, whenTooLarge: 'cut' })).toMatchObject({ bytes: { byteLength: 10 } });
  expect(await get('/', { maxBytes: 1000 })).toMatchObject({ status: 'fetched' });
  expect(await get('/', { maxBytes: 999 })).toMatchObject({ decision: 'too-large' });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%i are followed', async (status) => {
    answer = (socket, path) =>
      path === '/a' ? respond(socket, status, { location: 'b' }) : respond(socket, 200, {}, 'there');
    expect(await get('/a')).toMatchObject({ status: 'fetched', finalUrl: `${server.origin}/b` });
    expect(server.requests.every((head) => head.startsWith('GET '))).toBe(true);
  });

  it('five are followed', async () => {
    answer = (socket, path) => {
      const hop = Number(path.slice(1));
      if (hop < 5) respond(socket, 302, { location: `/${hop + 1}` });
      else respond(socket, 200);
    };
    expect(await get('/0')).toMatchObject({ status: 'fetched', redirects: { length: 5 } });
  });

  it('in a circle of two end at once', async () => {
    answer = (socket, path) => respond(socket, 302, { location: path === '/a' ? '/b' : '/a' });
    expect(await get('/a')).toMatchObject({ reason: 'redirects in a circle' });
    expect(server.requests).toHaveLength(2);
  });
});

describe('conditional requests', () => {
  const conditional = () => ({
    url: `${server.origin}/page`,
    etag: '"v1"',
    lastModified: 'Sun, 01 Nov 2026',
  });

  it('send the validators, and 304 is an answer', async () => {
    answer = (socket) => socket.write('HTTP/1.1 304 Not Modified\r\n\r\n');
    expect(await get('/page', { conditional: conditional() })).toMatchObject({ status: 'not-modified' });
    expect(server.requests[0]).toContain('if-none-match: "v1"\r\nif-modified-since: Sun, 01 Nov 2026');
  });

  it('send them only to the URL that they are from', async () => {
    answer = (socket, path) => (path === '/page' ? respond(socket, 304) : respond(socket, 302, { location: '/page' }));
    expect(await get('/moved', { conditional: conditional() })).toMatchObject({ status: 'not-modified' });
    expect(server.requests[0]).not.toContain('if-none-match');
    expect(server.requests[1]).toContain('if-none-match: "v1"');
  });

  it('send what there is', async () => {
    answer = (socket) => respond(socket, 200, { etag: '"v2"' }, 'new');
    const outcome = await get('/page', { conditional: { ...conditional(), etag: null } });
    expect(outcome).toMatchObject({ status: 'fetched', etag: '"v2"' });
    expect(server.requests[0]).not.toContain('if-none-match');
  });
});

describe('a busy server', () => {
  it.each([429, 503])('%i with Retry-After is asked once more', async (status) => {
    answer = (socket) =>
      server.requests.length === 1
        ? respond(socket, status, { 'retry-after': '0.05' })
        : respond(socket, 200, {}, 'now');
    expect(await get('/')).toMatchObject({ status: 'fetched' });
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['once more only', '0', 2],
    ['not at all where it wants a longer wait', '3600', 1],
    ['not at all where it does not say when', null, 1],
  ])('is asked %s', async (_name, retryAfter, requests) => {
    answer = (socket) => respond(socket, 429, retryAfter === null ? {} : { 'retry-after': retryAfter });
    expect(await get('/')).toMatchObject({ decision: 'unreachable', httpStatus: 429 });
    expect(server.requests).toHaveLength(requests);
  });

  it('that dropped the connection is asked once more', async () => {
    answer = (socket) => (server.requests.length === 1 ? socket.destroy() : respond(socket, 200, {}, 'now'));
    expect(await get('/')).toMatchObject({ status: 'fetched' });
  });
});

describe('the gate', () => {
  it('stands before every request, redirects included', async () => {
    answer = (socket, path) => (path === '/a' ? respond(socket, 302, { location: '/b' }) : respond(socket, 200));
    const passed: string[] = [];
    const gate: Gate = async (url, request) => {
      passed.push(url.pathname);
      return request();
    };
    await get('/a', { gate });
    expect(passed).toEqual(['/a', '/b']);
  });

  it('can refuse, and then nothing is sent', async () => {
    const gate: Gate = async () => fetchFailed('refused-by-robots', 'no');
    expect(await get('/', { gate })).toMatchObject({ decision: 'refused-by-robots', reason: 'no' });
    expect(server.requests).toEqual([]);
  });

  it('may take its time: waiting is not the server’s fault', async () => {
    answer = (socket) => respond(socket, 200);
    const impatient = testFetch({ allowHosts: [server.host], limits: { totalTimeoutMs: 400 } });
    const gate: Gate = async (_url, request) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return request();
    };
    expect(await impatient(server.origin, testRequest({ gate }))).toMatchObject({ status: 'fetched' });
  });
});
