import { createServer, type RequestListener, type Server } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import { keepSecret } from '../../src/text/redact.ts';
import { trustedFetch, TrustedFetchError, type TrustedFetchOptions } from '../../src/web/trusted-fetch.ts';

const KEY = 'key-0123/456+789';
const servers: Server[] = [];
keepSecret(KEY);

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return new URL(`http://127.0.0.1:${address.port}/search?key=${encodeURIComponent(KEY)}`);
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const options = (changes: Partial<TrustedFetchOptions> = {}): TrustedFetchOptions => ({
  signal: new AbortController().signal,
  timeoutMs: 2000,
  maxBytes: 1000,
  ...changes,
});

async function failureOf(url: URL, changes: Partial<TrustedFetchOptions> = {}): Promise<TrustedFetchError> {
  const error: unknown = await trustedFetch({ url, headers: { 'x-key': KEY } }, options(changes)).catch(
    (failure: unknown) => failure,
  );
  expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/key-0123/u);
  if (!(error instanceof TrustedFetchError)) throw new Error(`not expected: ${String(error)}`);
  return error;
}

it('gives the status, the headers and the text, whatever the status', async () => {
  const url = await serve((request, response) => {
    const { method = '', headers } = request;
    response.writeHead(404, { 'x-seen': `${method} ${headers['x-key'] === KEY}` }).end('nothing “here”');
  });
  const reply = await trustedFetch({ url, method: 'POST', headers: { 'x-key': KEY }, body: '{}' }, options());
  expect(reply.status).toBe(404);
  expect(reply.text).toBe('nothing “here”');
  expect(reply.headers.get('x-seen')).toBe('POST true');
});

it('bounds the decoded bytes, also of a body without an end', async () => {
  let closed = false;
  const url = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(400)), 1);
    response.on('close', () => {
      clearInterval(timer);
      closed = true;
    });
  });
  expect((await failureOf(url)).kind).toBe('too-large');
  await expect.poll(() => closed).toBe(true);
});

it('bounds the time of the whole reply', async () => {
  const url = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect((await failureOf(url, { timeoutMs: 150 })).kind).toBe('timeout');
});

it('does not follow a redirect, and does not show its query', async () => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests++;
    response.writeHead(307, { location: `/elsewhere?key=${encodeURIComponent(KEY)}` }).end();
  });
  const error = await failureOf(url);
  expect(error.kind).toBe('redirect');
  expect(error.message).toBe(`${url.origin}/elsewhere`);
  expect(requests).toBe(1);
});

it('says why a connection failed, without the key', async () => {
  const url = await serve((request) => request.socket.destroy());
  expect((await failureOf(url)).kind).toBe('connection');
  const nobody = new URL(`http://127.0.0.1:1/?key=${KEY}`);
  expect((await failureOf(nobody)).message).toMatch(/refuses connections|bad port/u);
  const talkative: typeof globalThis.fetch = () => Promise.reject(new TypeError(`bad header ${KEY}`));
  expect((await failureOf(url, { fetch: talkative })).message).toBe(`bad header ${'*'.repeat(KEY.length)}`);
});

it('stops when the run stops', async () => {
  const url = await serve(() => undefined);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 30);
  await expect(trustedFetch({ url }, options({ signal: stop.signal }))).rejects.toBeInstanceOf(CancelledError);
  await expect(trustedFetch({ url }, options({ signal: stop.signal }))).rejects.toBeInstanceOf(CancelledError);
});
