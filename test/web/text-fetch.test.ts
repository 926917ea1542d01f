import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createTextFetch, CutError } from '../../src/web/text-fetch.ts';
import { TrustedFetchError } from '../../src/web/trusted-fetch.ts';

const servers: Server[] = [];
const fetchText = await createTextFetch(1_000);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat?key=1`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

it('sends a text with its headers, and gives the status, the headers and the decoded reply', async () => {
  const url = await serve((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const text = `${request.method} ${request.url} ${String(request.headers['x-key'])} ${Buffer.concat(chunks).toString()}`;
      response.writeHead(500, { 'content-encoding': 'gzip', 'retry-after-ms': '20', 'set-cookie': ['a=1', 'b=2'] });
      response.end(gzipSync(JSON.stringify({ text })));
    });
  });
  const reply = await fetchText(url, { method: 'POST', headers: new Headers({ 'x-key': 'k' }), body: 'Grüße' });
  expect([reply.status, reply.headers.get('retry-after-ms'), reply.headers.getSetCookie()]).toEqual([
    500,
    '20',
    ['a=1', 'b=2'],
  ]);
  expect(await reply.json()).toEqual({ text: 'POST /v1/chat?key=1 k Grüße' });
});

it('tells a reply that breaks off from a connection that was never made', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"a', () => response.destroy());
  });
  await expect(fetchText(url)).rejects.toBeInstanceOf(CutError);
  servers[0]?.close();
  await expect.poll(() => fetchText(url).catch((error: unknown) => error instanceof CutError)).toBe(false);
});

it('gives a reply without a body', async () => {
  const url = await serve((_request, response) => response.writeHead(204).end());
  expect((await fetchText(url)).status).toBe(204);
});

it('ends a reply that is too large once it is decoded, and closes its connection', async () => {
  let closed = false;
  const url = await serve((_request, response) => {
    response.on('close', () => (closed = true));
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': '1000000' });
    response.write(gzipSync('x'.repeat(2_000)));
  });
  const error: unknown = await fetchText(url).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(TrustedFetchError);
  expect(error).toMatchObject({ kind: 'too-large' });
  await expect.poll(() => closed).toBe(true);
});

it('follows no redirect, and does not show its query', async () => {
  const url = await serve((_request, response) => response.writeHead(307, { location: '/there?key=2' }).end('moved'));
  await expect(fetchText(url, { method: 'POST', body: '{}' })).rejects.toMatchObject({
    kind: 'redirect',
    message: `${new URL(url).origin}/there`,
  });
});

it('ends with the reason of its signal while it waits for the head or for the body', async () => {
  const reason = new Error('stopped');
  for (const head of [true, false]) {
    const stop = new AbortController();
    const url = await serve((_request, response) => {
      if (head) response.writeHead(200).write('x');
      setTimeout(() => stop.abort(reason), 20);
    });
    await expect(fetchText(url, { signal: stop.signal })).rejects.toBe(reason);
  }
});

it('ends with the reason of its signal while it connects', async () => {
  // It takes connections, and never answers the handshake.
  const silent = createTcpServer((socket) => socket.on('error', () => undefined).resume());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`;
  const reason = new Error('stopped');
  const stop = new AbortController();
  silent.once('connection', () => stop.abort(reason));
  await expect(fetchText(url, { signal: stop.signal })).rejects.toBe(reason);
  // One that was aborted before, too.
  await expect(fetchText(url, { signal: stop.signal })).rejects.toBe(reason);
  silent.close();
});

it('gives the status of a refusal whose body cannot be decoded', async () => {
  for (const encoding of ['gzip', 'br', 'zstd']) {
    const url = await serve((_request, response) =>
      response.writeHead(429, { 'content-encoding': encoding, 'content-length': '0', 'retry-after': '3' }).end(),
    );
    const reply = await fetchText(url);
    expect([reply.status, reply.headers.get('retry-after'), await reply.text()]).toEqual([429, '3', '']);
  }
});

it('reads over a Content-Encoding that is none', async () => {
  const url = await serve((_request, response) => response.writeHead(200, { 'content-encoding': 'utf-8' }).end('{}'));
  expect(await (await fetchText(url)).json()).toEqual({});
});

it('shares its connections with others of its kind', async () => {
  let connections = 0;
  const url = await serve((_request, response) => response.end('{}'));
  servers.at(-1)!.on('connection', () => (connections += 1));
  for (let i = 0; i < 3; i += 1) {
    const fetchAnother = await createTextFetch(1_000);
    await (await fetchAnother(url)).text();
    // The connection is free when the reply's last event is over.
    await setImmediate();
  }
  expect(connections).toBe(1);
});
