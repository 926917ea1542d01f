/** No way leads from an address that a page names into the user's own network, unless the user allows it by name. */
import { createServer } from 'node:http';
import { connect, Socket, type TcpNetConnectOpts } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { createGuardedAgent, RefusedAddressError } from '../../src/web/guarded-agent.ts';
import { createHostPacer, DEFAULT_PACE } from '../../src/web/host-pacer.ts';
import { proxyWarning } from '../../src/web/proxy.ts';
import { createRobots } from '../../src/web/robots.ts';
import { systemClock } from '../../src/client/clock.ts';
import { scriptedResolver, testFetch, testRequest, USER_AGENT } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type RawServer } from '../support/raw-server.ts';
import { testRun } from '../support/run-context.ts';

/** What must not be reached: it counts who comes. */
let inside: RawServer;
/** A public site that is out for harm; allowed by name, since it has to live on loopback too. */
let outside: RawServer;

beforeAll(async () => {
  inside = await startRawServer((socket) => respond(socket, 200, {}, 'secret'));
  outside = await startRawServer((socket, path) => {
    const [, status = '302', target = ''] = /^\/(\d+)\/(.*)$/.exec(path) ?? [];
    respond(socket, status, { location: decodeURIComponent(target) });
  });
});
afterAll(async () => {
  expect(inside.connections()).toBe(0);
  await Promise.all([inside.close(), outside.close()]);
});

async function reasonFor(url: string, answers: Record<string, readonly (readonly string[])[]> = {}): Promise<string> {
  const fetch = testFetch({ allowHosts: [outside.host], resolve: scriptedResolver(answers) });
  const outcome = await fetch(url, testRequest());
  if (outcome.status !== 'failed') throw new Error(`${url} was ${outcome.status}`);
  expect(outcome.decision).toBe('unreachable');
  return outcome.reason;
}

/** PORT is the port of the server inside. */
const LITERALS: readonly (readonly [name: string, url: string, reason: RegExp])[] = [
  ['dotted decimal', 'http://127.0.0.1:PORT/', /^refused: 127\.0\.0\.1 is a loopback address/],
  ['another loopback', 'http://127.8.9.10:PORT/', /loopback/],
  ['decimal', 'http://2130706433:PORT/', /127\.0\.0\.1 is a loopback/],
  ['octal', 'http://0177.0.0.01:PORT/', /127\.0\.0\.1 is a loopback/],
  ['octal in one', 'http://017700000001:PORT/', /127\.0\.0\.1 is a loopback/],
  ['hexadecimal', 'http://0x7f000001:PORT/', /127\.0\.0\.1 is a loopback/],
  ['mixed', 'http://0x7f.0.0.1:PORT/', /127\.0\.0\.1 is a loopback/],
  ['short', 'http://127.1:PORT/', /127\.0\.0\.1 is a loopback/],
  ['trailing dot', 'http://127.0.0.1.:PORT/', /127\.0\.0\.1 is a loopback/],
  ['full-width digits', 'http://１２７.０.０.１:PORT/', /127\.0\.0\.1 is a loopback/],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:PORT/', /127\.0\.0\.1 is a loopback/],
  ['percent-encoded', 'http://%31%32%37.0.0.1:PORT/', /127\.0\.0\.1 is a loopback/],
  ['zero', 'http://0:PORT/', /0\.0\.0\.0 is an unspecified/],
  ['zero network', 'http://0.1.2.3:PORT/', /unspecified/],
  ['IPv6 loopback', 'http://[::1]:PORT/', /::1 is a loopback/],
  ['IPv6 in full', 'http://[0:0:0:0:0:0:0:1]:PORT/', /::1 is a loopback/],
  ['IPv6 unspecified', 'http://[::]:PORT/', /unspecified/],
  ['IPv6-mapped', 'http://[::ffff:127.0.0.1]:PORT/', /loopback/],
  ['IPv6-mapped in hex', 'http://[::ffff:7f00:1]:PORT/', /loopback/],
  ['IPv4-compatible', 'http://[::127.0.0.1]:PORT/', /reserved/],
  ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]:PORT/', /reserved/],
  ['NAT64', 'http://[64:ff9b::127.0.0.1]:PORT/', /loopback/],
  ['NAT64 of a site', 'http://[64:ff9b:1::7f00:1]:PORT/', /reserved/],
  ['6to4', 'http://[2002:7f00:1::]:PORT/', /reserved/],
  ['Teredo', 'http://[2001:0:7f00:1::]:PORT/', /reserved/],
  ['zone id', 'http://[fe80::1%25lo]:PORT/', /not a URL/],
  ['IPv6 link-local', 'http://[fe80::1]:PORT/', /link-local/],
  ['IPv6 unique local', 'http://[fd12:3456::1]:PORT/', /private/],
  ['IPv6 site-local', 'http://[fec0::1]:PORT/', /private/],
  ['IPv6 multicast', 'http://[ff02::1]:PORT/', /multicast/],
  ['IPv6 documentation', 'http://[2001:db8::1]:PORT/', /reserved/],
  ['private 10/8', 'http://10.0.0.5:PORT/', /private/],
  ['private 172.16/12', 'http://172.31.255.254:PORT/', /private/],
  ['private 192.168/16', 'http://192.168.1.1:PORT/', /private/],
  ['carrier-grade NAT', 'http://100.64.0.1:PORT/', /carrier-grade NAT/],
  ['cloud metadata', 'http://169.254.169.254/latest/meta-data/', /link-local/],
  ['cloud metadata in decimal', 'http://2852039166/', /169\.254\.169\.254 is a link-local/],
  ['cloud metadata in IPv6', 'http://[fd00:ec2::254]/', /private/],
  ['cloud metadata of Azure', 'http://168.63.129.16/', /cloud metadata/],
  ['cloud metadata of Alibaba', 'http://100.100.100.200/', /carrier-grade NAT/],
  ['cloud metadata of Oracle', 'http://192.0.0.192/', /reserved/],
  ['multicast', 'http://224.0.0.1/', /multicast/],
  ['broadcast', 'http://255.255.255.255/', /broadcast/],
  ['reserved', 'http://240.0.0.1/', /reserved/],
  ['benchmarking', 'http://198.18.0.1/', /reserved/],
  ['documentation', 'http://203.0.113.7/', /reserved/],
  ['localhost', 'http://localhost:PORT/', /localhost is a name of private networks/],
  ['localhost with a dot', 'http://LOCALHOST.:PORT/', /private networks/],
  ['a name under localhost', 'http://foo.localhost:PORT/', /private networks/],
  ['a bare name', 'http://router/', /private networks/],
  ['multicast DNS', 'http://printer.local/', /private networks/],
  ['cloud metadata by name', 'http://metadata.google.internal/', /private networks/],
  ['credentials', 'http://user:pass@127.0.0.1:PORT/', /credentials/],
  ['a user that looks like a host', 'http://example.com@127.0.0.1:PORT/', /credentials/],
  ['a backslash before the host', 'http:\\\\127.0.0.1:PORT\\@example.com/', /loopback/],
  ['file', 'file:///etc/passwd', /file: is not http: or https:/],
  ['ftp', 'ftp://127.0.0.1:PORT/', /ftp: is not/],
  ['gopher', 'gopher://127.0.0.1:PORT/_GET', /gopher: is not/],
  ['data', 'data:text/html,secret', /data: is not/],
  ['javascript', 'javascript:fetch("http://127.0.0.1")', /javascript: is not/],
  ['no URL', '//127.0.0.1:PORT/', /not a URL/],
  ['an endless URL', `http://example.com/${'a'.repeat(5000)}`, /longer than 4096/],
];

describe('addresses that are refused before anything is connected', () => {
  it.each(LITERALS)('%s: %s', async (_name, url, reason) => {
    expect(await reasonFor(url.replace('PORT', String(inside.port)))).toMatch(reason);
  });
});

it('the agent refuses literals by itself: sockets do not look them up', async () => {
  const agent = await createGuardedAgent({
    isAllowed: () => false,
    resolve: scriptedResolver({}),
    connectTimeoutMs: 1000,
    maxHeaderBytes: 16_384,
    proxy: null,
  });
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]']) {
    const request = agent.request({ origin: `http://${host}:${inside.port}`, path: '/', method: 'GET' });
    await expect(request, host).rejects.toThrow(RefusedAddressError);
  }
});

describe('names', () => {
  it.each([
    ['loopback', ['127.0.0.1'], /127\.0\.0\.1 is a loopback address \(evil\.test resolves to it\)/],
    ['IPv6 loopback', ['::1'], /loopback/],
    ['mapped', ['::ffff:127.0.0.1'], /loopback/],
    ['a zone id', ['fe80::1%lo'], /link-local/],
    ['a private address among public ones', ['93.184.216.34', '10.0.0.1'], /private/],
    ['what is no address', ['127.0.0.1.evil.test'], /not an IP address/],
    ['nothing', [], /no address/],
  ])('that resolve to %s are refused at connect', async (_name, addresses, reason) => {
    expect(await reasonFor(`http://evil.test:${inside.port}/`, { 'evil.test': [addresses] })).toMatch(reason);
  });

  it('are refused over https as well', async () => {
    expect(await reasonFor(`https://evil.test:${inside.port}/`, { 'evil.test': [['127.0.0.1']] })).toMatch(/loopback/);
  });

  it('that change their answer gain nothing: each connection goes to the very addresses that were checked', async () => {
    const resolve = scriptedResolver({ 'rebind.test': [['127.0.0.1'], ['127.0.0.2']] });
    const server = await startRawServer((socket) => respond(socket, 200, { connection: 'close' }, 'hello'));
    const fetch = testFetch({ allowHosts: ['rebind.test'], resolve });
    const outcome = await fetch(`http://rebind.test:${server.port}/`, testRequest());
    // One lookup, and the server that listens on the first answer alone was reached.
    expect(outcome.status).toBe('fetched');
    expect(resolve.asked).toEqual(['rebind.test']);
    await server.close();
  });

  it('that were public at first are checked again at the next connection', async () => {
    const resolve = scriptedResolver({ 'rebind.test': [['93.184.216.34'], ['127.0.0.1']] });
    const fetch = testFetch({ resolve });
    const url = `http://rebind.test:${inside.port}/`;
    // In place of a connection to the internet: what the socket is told to connect to.
    const told: unknown[] = [];
    const connecting = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args) {
      const [[options]] = args as unknown as [[TcpNetConnectOpts]];
      options.lookup?.('rebind.test', { all: true }, (error, addresses) => {
        told.push(error === null ? addresses : error.message);
        this.destroy(error ?? new Error('not in a test'));
      });
      return this;
    });
    expect(await fetch(url, testRequest())).toHaveProperty('reason', 'not in a test');
    expect(await fetch(url, testRequest())).toHaveProperty('reason', expect.stringMatching(/^refused/));
    connecting.mockRestore();
    expect(told).toEqual([
      [{ address: '93.184.216.34', family: 4 }],
      '127.0.0.1 is a loopback address (rebind.test resolves to it); --allow-host rebind.test would allow it',
    ]);
  });
});

describe('redirects', () => {
  const kinds = [301, 302, 303, 307, 308];
  it.each(kinds)('%i into the private network are refused', async (status) => {
    const target = encodeURIComponent(`http://127.0.0.1:${inside.port}/`);
    expect(await reasonFor(`${outside.origin}/${status}/${target}`)).toMatch(
      /^after a redirect: refused: 127\.0\.0\.1 is a loopback/,
    );
  });

  it.each([
    ['a name', () => `http://evil.test:${inside.port}/`, /loopback/],
    ['no scheme', () => `//127.0.0.1:${inside.port}/`, /loopback/],
    ['decimal', () => `http://2130706433:${inside.port}/`, /loopback/],
    ['credentials', () => `http://a:b@127.0.0.1:${inside.port}/`, /credentials/],
    ['file', () => 'file:///etc/passwd', /file: is not/],
    ['gopher', () => `gopher://127.0.0.1:${inside.port}/`, /gopher: is not/],
    ['no URL', () => 'http://[', /what is not a URL/],
  ])('by %s are refused', async (_name, target, reason) => {
    const url = `${outside.origin}/302/${encodeURIComponent(target())}`;
    expect(await reasonFor(url, { 'evil.test': [['127.0.0.1']] })).toMatch(reason);
  });
});

it('robots.txt leads nowhere either', async () => {
  const target = encodeURIComponent(`http://127.0.0.1:${inside.port}/`);
  const server = await startRawServer((socket) => {
    respond(socket, 302, { location: `${outside.origin}/302/${target}` });
  });
  const run = testRun();
  const pacer = createHostPacer({ ...DEFAULT_PACE, delayMs: 0, clock: systemClock });
  const fetch = testFetch({ allowHosts: [server.host, outside.host] });
  const verdict = await createRobots({ fetch, pacer, userAgent: USER_AGENT }).check(run, new URL(server.origin));
  expect(verdict).toMatchObject({ status: 'failed', decision: 'unreachable' });
  expect(verdict).toHaveProperty('reason', expect.stringMatching(/127\.0\.0\.1 is a loopback/));
  await server.close();
});

describe('hosts that are allowed by name', () => {
  it.each([
    ['host and port', (port: number) => [`127.0.0.1:${port}`], (port: number) => `http://127.0.0.1:${port}/`],
    ['any port', () => ['127.0.0.1'], (port: number) => `http://127.0.0.1:${port}/`],
    ['another spelling', () => ['127.1'], (port: number) => `http://2130706433:${port}/`],
    ['a name', (port: number) => [`Intranet.test:${port}`], (port: number) => `http://intranet.test.:${port}/`],
    ['a bare name', () => ['localhost'], (port: number) => `http://localhost:${port}/`],
  ])('%s works', async (_name, allow, url) => {
    const server = await startRawServer((socket) => respond(socket, 200, { connection: 'close' }, 'hello'));
    const loopback = [['127.0.0.1']];
    const resolve = scriptedResolver({
      'intranet.test': loopback,
      'intranet.test.': loopback,
      localhost: loopback,
    });
    const fetch = testFetch({ allowHosts: allow(server.port), resolve });
    expect(await fetch(url(server.port), testRequest())).toMatchObject({ status: 'fetched' });
    await server.close();
  });

  it.each([
    ['another port', `http://127.0.0.1:PORT/`, ['127.0.0.1:1']],
    ['a subdomain', `http://sub.intranet.test:PORT/`, ['intranet.test']],
    ['another spelling of nothing allowed', `http://127.0.0.2:PORT/`, ['127.0.0.1']],
  ])('%s is not meant', async (_name, url, allowHosts) => {
    const resolve = scriptedResolver({ 'sub.intranet.test': [['127.0.0.1']] });
    const outcome = await testFetch({ allowHosts, resolve })(url.replace('PORT', String(inside.port)), testRequest());
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/^refused/));
  });

  it.each(['', 'http://127.0.0.1', 'a b', 'user@host', 'host:port', '[::1', '10.0.0.0/8'])(
    'what names no host is an error: %j',
    (entry) => {
      expect(() => testFetch({ allowHosts: [entry] })).toThrow(InputError);
    },
  );
});

describe('behind a proxy', () => {
  it('literals and private names are refused, other names are left to it, its exceptions are guarded', async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end('through the proxy');
    });
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url ?? ''}`);
      socket.end('HTTP/1.1 502 No\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = proxy.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const settings = {
      httpProxy: `http://127.0.0.1:${address.port}`,
      httpsProxy: null,
      noProxy: 'direct.test',
    };
    const resolve = scriptedResolver({ 'direct.test': [['127.0.0.1']] });
    const fetch = testFetch({ proxy: settings, resolve });
    const reason = async (url: string) => {
      const outcome = await fetch(url, testRequest());
      return outcome.status === 'failed' ? outcome.reason : outcome.status;
    };
    expect(await reason(`http://127.0.0.1:${inside.port}/`)).toMatch(/loopback/);
    expect(await reason('http://2852039166/')).toMatch(/link-local/);
    expect(await reason('http://metadata.google.internal/')).toMatch(/private networks/);
    expect(await reason(`http://direct.test:${inside.port}/`)).toMatch(/loopback/);
    expect(asked).toEqual([]);

    expect(await reason('http://public.test/page?a=1')).toBe('fetched');
    expect(await reason('https://public.test/page')).toMatch(/Proxy response \(502\)/);
    expect(asked).toEqual(['http://public.test/page?a=1', 'CONNECT public.test:443']);
    expect(proxyWarning(settings)).toMatch(/resolves host names itself/);
    expect(proxyWarning(null)).toBeNull();
    proxy.closeAllConnections();
    proxy.close();
  });
});

it('the trap would have noticed', async () => {
  const server = await startRawServer((socket) => respond(socket, 200));
  await new Promise<void>((resolve) => connect(server.port, '127.0.0.1', resolve).end());
  await expect.poll(() => server.connections()).toBe(1);
  await server.close();
});
