/** A user's proxy on the way to a model's server, in each way in which the server is asked. */
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { CancelledError, InputError, UnavailableError } from '../../src/domain/errors.ts';
import type { ProxySettings } from '../../src/domain/proxy-settings.ts';
import { keepSecretsIn } from '../../src/text/redact.ts';
import { GOOD_BATCHES } from '../support/model-server/batches.ts';
import { takeOffences } from '../support/refusals.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { GOOD_RATING, ratingCall, startRig, stoppable, type ClientChanges } from './harness.ts';

/** Exists nowhere but behind the proxy. */
const BEHIND = 'http://models.test/v1';
const DONE = { status: 'done', value: GOOD_RATING };

/** @param refusal of a request for a tunnel; null: it is never answered */
async function startProxy(answer: RequestListener, refusal: string | null = null) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? '-'}`);
    answer(request, response);
  });
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (refusal !== null) socket.end(refusal);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return { asked, host: `127.0.0.1:${address.port}` };
}

/** Carries what is asked of `models.test` to a scripted server. */
async function startCarrier(batches: typeof GOOD_BATCHES | null = null) {
  const model = await startModelServer({ handler: () => GOOD_RATING, batches });
  onTestFinished(() => model.close());
  return startProxy((request, response) => {
    const { pathname, search } = new URL(request.url ?? '');
    void request.toArray().then(async (chunks: Buffer[]) => {
      const reply = await fetch(new URL(pathname + search, model.baseUrl), {
        method: request.method ?? 'GET',
        headers: { 'content-type': request.headers['content-type'] ?? '' },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      });
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
  });
}

const through = (httpProxy: string, changes: Partial<ProxySettings> = {}): ProxySettings => ({
  ...{ httpProxy, httpsProxy: null, noProxy: null },
  ...changes,
});
const rigBehind = (proxy: ProxySettings, changes: ClientChanges = {}, baseUrl = BEHIND) =>
  startRig({ ...changes, model: { baseUrl, apiKey: 'key-of-the-model', proxy } });

it('carries calls, with its own credentials', async () => {
  const { host, asked } = await startCarrier();
  const { client, run } = await rigBehind(through(`http://user:of-the-proxy@${host}`));
  expect(await client.call(run, ratingCall())).toEqual(DONE);
  const credentials = Buffer.from('user:of-the-proxy').toString('base64');
  expect(asked).toEqual([`POST ${BEHIND}/chat/completions Basic ${credentials}`]);
});

it('carries batches: their files, their looks and the replies', async () => {
  const { host, asked } = await startCarrier(GOOD_BATCHES);
  const timing = { quietMs: 20, longestMs: 1_000, pollMs: [5, 10], idleMs: 1_000 } as const;
  const batching = { fallsBack: false, onEvent: () => undefined, timing };
  const { client, run } = await rigBehind(through(host), { batching });
  expect(await client.call(run, ratingCall())).toEqual(DONE);
  expect([...new Set(asked.map((line) => line.replace(/\w+[-_]\d+|\?.*/gu, '…').replace(/ -$/u, '')))]).toEqual(
    expect.arrayContaining([
      `POST ${BEHIND}/files`,
      `POST ${BEHIND}/batches`,
      `GET ${BEHIND}/batches/…`,
      `GET ${BEHIND}/files/…/content`,
    ]) as unknown,
  );
});

it('carries searches that the model’s server makes', async () => {
  const { host, asked } = await startProxy((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no such tool"}}');
  });
  const { client, run } = await rigBehind(through(host));
  const webSearch = { tool: 'web_search', domains: [], maxAgeMs: 0 };
  await expect(client.call(run, ratingCall('A page.', { webSearch }))).rejects.toThrow('no such tool');
  expect(asked).toEqual([`POST ${BEHIND}/responses -`]);
});

it.each(['127.0.0.1', 'localhost'])('is left out for a server on this machine (%s), whatever it is', async (name) => {
  const { host, asked } = await startCarrier();
  for (const address of [host, 'socks5://proxy.test']) {
    const rig = await startRig();
    const baseUrl = rig.server.baseUrl.replace('127.0.0.1', name);
    const client = rig.newClient({ model: { baseUrl, proxy: through(address) } });
    expect(await client.call(rig.run, ratingCall())).toEqual(DONE);
  }
  expect(asked).toEqual([]);
});

it.each([
  ['models.test', 'models.test', 'models.test'],
  ['localhost, 10.0.0.0/8,.test', '10.1.2.3:8000', '10.1.2.3'],
  ['192.168.0.0/16 fd00::/8', '[fd00::7]', 'fd00::7'],
  ['fd00::7', '[fd00::7]:8000', 'fd00::7'],
])('is left out for the hosts of NO_PROXY: %s', async (noProxy, server, host) => {
  const carrier = await startCarrier();
  const { client, run } = await rigBehind(through(carrier.host, { noProxy }), {}, `http://${server}/v1`);
  await expect(client.call(run, ratingCall())).rejects.toThrow('cannot be reached');
  // What keeps tests on this machine says who was asked.
  expect(new Set(takeOffences())).toEqual(new Set([`a connection to ${host}`]));
  expect(carrier.asked).toEqual([]);
});

it('carries calls to addresses beside the networks of NO_PROXY', async () => {
  const { host, asked } = await startCarrier();
  for (const server of ['11.0.0.1', '[fe80::7]']) {
    const noProxy = '10.0.0.0/8,fd00::/8,::1,no/8';
    const { client, run } = await rigBehind(through(host, { noProxy }), {}, `http://${server}/v1`);
    expect(await client.call(run, ratingCall())).toEqual(DONE);
  }
  expect(asked).toHaveLength(2);
});

it('that cannot be one is refused, without its password', async () => {
  const { client, run } = await rigBehind(through('socks5://user:of-the-proxy@proxy.test'));
  const failure = expect(client.call(run, ratingCall())).rejects;
  await failure.toBeInstanceOf(InputError);
  await failure.toThrow('HTTP_PROXY is not an http or https URL.');
});

it.each([
  'http://user:of-the%proxy@proxy.test',
  String.raw`http://firm\user:of-the-proxy@proxy.test`,
  'proxy.test:1?a=b',
  'http://firm:12#of-the-proxy@proxy.test',
  'http://of-the%4:1@proxy.test',
])('is refused where no request could be sent through it: %s', async (address) => {
  const { client, run } = await rigBehind(through(address));
  const error: unknown = await client.call(run, ratingCall()).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(InputError);
  expect((error as Error).message).toMatch(/^HTTP_PROXY has a path, or a user name or password/u);
  expect(JSON.stringify([error, (error as Error).message])).not.toContain('of-the');
});

it.each([
  ['https://models.test/v1', /cannot be reached: Proxy response \(407\)/u],
  ['http://models.test/v1', /cannot be reached: Proxy Authentication Required \(407\)/u],
])('is named where it refuses to carry %s', async (baseUrl, message) => {
  const { host, asked } = await startProxy(
    (_request, response) => response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('x'.repeat(100_000)),
    'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
  );
  const proxy = `http://user:of-the-proxy@${host}`;
  keepSecretsIn(proxy);
  const { client, run, records } = await rigBehind(through(proxy), {}, baseUrl);
  const error: unknown = await client.call(run, ratingCall()).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(UnavailableError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) as string });
  expect(error).toMatchObject({ advice: expect.stringContaining('HTTPS_PROXY') as string });
  const shown = JSON.stringify([error, (error as Error).message, records, run.events]);
  expect(shown).not.toMatch(/of-the-proxy|dXNlcjpvZi10aGUtcHJveHk/u);
  expect(asked.length).toBeGreaterThan(0);
});

it('that does not answer a request for a tunnel is left when a call is stopped', async () => {
  const { host, asked } = await startProxy(() => undefined);
  const { client } = await rigBehind(through(host), {}, 'https://models.test/v1');
  const { run, stop } = stoppable();
  const stopped = expect(client.call(run, ratingCall())).rejects.toBeInstanceOf(CancelledError);
  await expect.poll(() => asked).toEqual(['CONNECT models.test:443']);
  stop();
  await stopped;
});
