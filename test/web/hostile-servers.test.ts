/** Whatever a server does, the fetch ends within its limits with a recorded outcome, and memory stays bounded. */
import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchOutcome } from '../../src/web/fetch-outcome.ts';
import type { FetchLimits } from '../../src/web/guarded-fetch.ts';
import { testFetch, testRequest } from '../support/guarded-fetch.ts';
import { respond, startRawServer, type RawServer } from '../support/raw-server.ts';

const MAX_BYTES = 100_000;
const SHORT = { firstByteTimeoutMs: 200, totalTimeoutMs: 400 };
const PAGE = '<!doctype html><title>Guide</title><p>Write short sentences.</p>';
const HEAD = 'HTTP/1.1 200 OK\r\n';
const NO_HTTP = /does not match the HTTP\/1\.1 protocol/;
const ZEROS = Buffer.alloc(20_000_000);

/** Writes again and again until the other side has gone. */
function endlessly(socket: Socket, everyMs: number, chunk: () => string): void {
  const timer = setInterval(() => socket.write(chunk()), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, chunk: string): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

type Answer = (socket: Socket) => void;
const raw =
  (text: string | Buffer): Answer =>
  (socket) =>
    socket.end(text);

/** These end by a limit of time alone. */
const SLOW: Readonly<Record<string, readonly [answer: Answer, reason: RegExp]>> = {
  'never answers': [() => undefined, /no answer within 0\.2 s/],
  'drips its headers': [
    (socket) => {
      socket.write(HEAD);
      endlessly(socket, 20, () => 'x-drip: 1\r\n');
    },
    /no answer within 0\.2 s/,
  ],
  'drips its body': [
    (socket) => {
      socket.write(`${HEAD}content-length: 100000\r\n\r\n`);
      endlessly(socket, 20, () => 'a');
    },
    /not complete within 0\.4 s/,
  ],
  'stops in the middle of its body': [
    (socket) => socket.write(`${HEAD}content-length: 1000\r\n\r\nhalf`),
    /not complete within 0\.4 s/,
  ],
  'sends an endless status line': [
    (socket) => flood(socket, `HTTP/1.1 200 ${'O'.repeat(10_000)}`),
    /no answer within 0\.2 s/,
  ],
  'sends interim responses for ever': [
    (socket) => endlessly(socket, 5, () => 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
    /no answer within 0\.2 s/,
  ],
};

const UNREACHABLE: Readonly<Record<string, readonly [answer: Answer, reason: RegExp]>> = {
  'closes at once': [(socket) => socket.end(), /the connection was cut/],
  'resets at once': [(socket) => socket.resetAndDestroy(), /the connection was cut/],
  'sends less than it says': [raw(`${HEAD}content-length: 1000\r\n\r\nshort`), /connection was cut|shorter/],
  'cuts a chunked body': [raw(`${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nhel`), /connection was cut/],
  'sends a broken chunk size': [raw(`${HEAD}transfer-encoding: chunked\r\n\r\nZZZ\r\nhello\r\n0\r\n\r\n`), NO_HTTP],
  'sends a giant chunk size': [raw(`${HEAD}transfer-encoding: chunked\r\n\r\n${'f'.repeat(40)}\r\nhello`), NO_HTTP],
  'sends one huge header': [
    (socket) => {
      socket.write(HEAD);
      flood(socket, `x-${'a'.repeat(10_000)}`);
    },
    /headers are too large/,
  ],
  'sends endless headers': [
    (socket) => {
      socket.write(HEAD);
      flood(socket, 'x-more: 1\r\n'.repeat(1000));
    },
    /headers are too large/,
  ],
  'sends many small headers': [raw(`${HEAD}${'a: 1\r\n'.repeat(500)}\r\n`), /more than 200 response headers/],
  'does not speak HTTP': [raw('220 smtp.example ESMTP ready\r\n'), NO_HTTP],
  'sends binary garbage': [raw(Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 7) % 256))), NO_HTTP],
  'gives two lengths': [
    raw(`${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!`),
    /shorter or longer than it says/,
  ],
  'gives a length and chunks': [
    raw(`${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    /shorter or longer than it says/,
  ],
  'gives a length that is no number': [raw(`${HEAD}content-length: many\r\n\r\n`), NO_HTTP],
  'splits its header with a bare line feed': [raw(`${HEAD}a: 1\n\rb: 2\r\n\r\n`), NO_HTTP],
  'switches protocols unasked': [
    raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    /./,
  ],
  'says 304 unasked': [raw('HTTP/1.1 304 Not Modified\r\n\r\n'), /^HTTP 304 Not Modified/],
  'says 300 with choices': [(socket) => respond(socket, 300), /^HTTP 300/],
  'redirects to nowhere': [(socket) => respond(socket, 302), /^HTTP 302/],
  'redirects to nonsense': [(socket) => respond(socket, 302, { location: 'http://[nonsense' }), /not a URL/],
  'redirects to itself': [(socket) => respond(socket, 302, { location: '/' }), /in a circle/],
  'says an unknown status': [(socket) => respond(socket, 599), /^HTTP 599$/],
  'is gone': [(socket) => respond(socket, 410), /^HTTP 410 Gone/],
};

const OTHER: Readonly<Record<string, readonly [answer: Answer, decision: string, reason: RegExp]>> = {
  'says a length that is too much': [
    (socket) => socket.write(`${HEAD}content-length: 99999999999\r\n\r\n`),
    'too-large',
    /more than 100000 bytes/,
  ],
  'sends a body without end': [
    (socket) => {
      socket.write(`${HEAD}\r\n`);
      flood(socket, 'a'.repeat(65_536));
    },
    'too-large',
    /more than 100000 bytes/,
  ],
  'sends chunks without end': [
    (socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
      flood(socket, `10000\r\n${'a'.repeat(65_536)}\r\n`);
    },
    'too-large',
    /more than 100000 bytes/,
  ],
  'sends a gzip bomb': [
    (socket) => respond(socket, 200, { 'content-encoding': 'gzip' }, gzipSync(ZEROS)),
    'too-large',
    /more than 100000 bytes/,
  ],
  'sends a brotli bomb': [
    (socket) => respond(socket, 200, { 'content-encoding': 'br' }, brotli(ZEROS)),
    'too-large',
    /more than 100000 bytes/,
  ],
  'sends a bomb in a bomb': [
    (socket) => respond(socket, 200, { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(ZEROS))),
    'unreadable',
    /not asked for/,
  ],
  'sends zstd unasked': [
    (socket) => respond(socket, 200, { 'content-encoding': 'zstd' }, '(\xb5/\xfd'),
    'unreadable',
    /not asked for/,
  ],
  'sends gzip that is none': [
    (socket) => respond(socket, 200, { 'content-encoding': 'gzip' }, PAGE),
    'unreadable',
    /not sound gzip: incorrect header check/,
  ],
  'sends half a gzip': [
    (socket) => respond(socket, 200, { 'content-encoding': 'gzip' }, gzipSync(PAGE.repeat(50)).subarray(0, 60)),
    'unreadable',
    /not sound gzip: unexpected end/,
  ],
  'sends brotli that is none': [
    (socket) => respond(socket, 200, { 'content-encoding': 'br' }, PAGE),
    'unreadable',
    /not sound br/,
  ],
  'sends deflate without its frame': [
    (socket) => respond(socket, 200, { 'content-encoding': 'deflate' }, deflateRawSync(PAGE)),
    'unreadable',
    /not sound deflate/,
  ],
  'sends a part unasked': [
    (socket) => respond(socket, 206, { 'content-range': 'bytes 0-4/1000' }, 'hello'),
    'unreadable',
    /a part of the document/,
  ],
  'sends a type that is not wanted': [
    (socket) => {
      socket.write(`${HEAD}content-type: video/mp4\r\n\r\n`);
      flood(socket, 'a'.repeat(65_536));
    },
    'not-text',
    /content type video\/mp4 is not a page/,
  ],
  'keeps us out': [(socket) => respond(socket, 403), 'blocked-page', /^HTTP 403 Forbidden/],
};

/** Odd, but good enough. */
const FETCHED: Readonly<Record<string, readonly [answer: Answer, body: string]>> = {
  'speaks HTTP/1.0 and ends by closing': [raw(`HTTP/1.0 200 OK\r\ncontent-type: text/html\r\n\r\n${PAGE}`), PAGE],
  'has an empty body': [(socket) => respond(socket, 200), ''],
  'says 204': [raw('HTTP/1.1 204 No Content\r\n\r\n'), ''],
  'sends more than it says': [raw(`${HEAD}content-length: 5\r\n\r\nhello and more`), 'hello'],
  'sends a second response unasked': [
    raw(`${HEAD}content-length: 5\r\n\r\nhello${HEAD}content-length: 4\r\n\r\nevil`),
    'hello',
  ],
  'names a charset that does not exist': [
    (socket) => respond(socket, 200, { 'content-type': 'text/html; charset=klingon' }, PAGE),
    PAGE,
  ],
  'sends no content type': [(socket) => respond(socket, 200, {}, PAGE), PAGE],
  'pads its gzip with zeros': [
    (socket) => respond(socket, 200, { 'content-encoding': 'gzip' }, Buffer.concat([gzipSync(PAGE), Buffer.alloc(8)])),
    PAGE,
  ],
  'names a charset as its encoding': [(socket) => respond(socket, 200, { 'content-encoding': 'utf-8' }, PAGE), PAGE],
  'says identity': [(socket) => respond(socket, 200, { 'content-encoding': 'identity' }, PAGE), PAGE],
};

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

let answer: Answer = () => undefined;
let server: RawServer;
beforeAll(async () => {
  server = await startRawServer((socket) => answer(socket));
});
afterAll(async () => server.close());

async function fetchFrom(hostile: Answer, limits: Partial<FetchLimits> = {}): Promise<FetchOutcome> {
  answer = hostile;
  const fetch = testFetch({ allowHosts: [server.host], limits });
  const acceptsType = (type: string | null) => type !== 'video/mp4';
  return fetch(`${server.origin}/`, testRequest({ maxBytes: MAX_BYTES, acceptsType }));
}

describe('a server that', () => {
  it.each(Object.entries(SLOW))('%s is left in time', async (_name, [hostile, reason]) => {
    const outcome = await fetchFrom(hostile, SHORT);
    expect(outcome).toMatchObject({ status: 'failed', decision: 'unreachable' });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it.each(Object.entries(UNREACHABLE))('%s is unreachable', async (_name, [hostile, reason]) => {
    const outcome = await fetchFrom(hostile);
    expect(outcome).toMatchObject({ status: 'failed', decision: 'unreachable' });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it.each(Object.entries(OTHER))('%s is recorded as such', async (_name, [hostile, decision, reason]) => {
    const outcome = await fetchFrom(hostile);
    expect(outcome).toMatchObject({ status: 'failed', decision });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it.each(Object.entries(FETCHED))('%s is read', async (_name, [odd, body]) => {
    const outcome = await fetchFrom(odd);
    if (outcome.status !== 'fetched') throw new Error(`not fetched: ${JSON.stringify(outcome)}`);
    expect(Buffer.from(outcome.bytes).toString()).toBe(body);
  });

  it.each([
    ['has said enough', 'content-type: video/mp4'],
    ['encodes its endless body as nobody asked', 'content-encoding: zstd'],
    ['says an endless error', 'x: y', 'HTTP/1.1 500 Oops\r\n'],
  ])('%s is hung up on', async (_name, header, head = HEAD) => {
    let hungUp = false;
    await fetchFrom((socket) => {
      socket.on('close', () => (hungUp = true));
      socket.write(`${head}${header}\r\n\r\n`);
      flood(socket, 'a'.repeat(65_536));
    });
    await expect.poll(() => hungUp).toBe(true);
  });

  it('redirects for ever is left after five', async () => {
    let hops = 0;
    const outcome = await fetchFrom((socket) => respond(socket, 302, { location: `/${(hops += 1)}` }));
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/more than 5 redirects/));
    expect(hops).toBe(6);
  });

  it('drips over several redirects gets no more time than for one', async () => {
    let hops = 0;
    const outcome = await fetchFrom(
      (socket) => {
        setTimeout(() => respond(socket, 302, { location: `/${(hops += 1)}` }), 150);
        // Only the whole time is short: on a busy machine a hop may take long.
      },
      { ...SHORT, firstByteTimeoutMs: 60_000 },
    );
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/not complete within 0\.4 s/));
  });

  it('cuts the connection at any byte is never taken for whole', async () => {
    const whole = Buffer.from(`${HEAD}content-type: text/html\r\ncontent-length: ${PAGE.length}\r\n\r\n${PAGE}`);
    for (let end = 0; end < whole.length; end += 13) {
      const outcome = await fetchFrom(raw(whole.subarray(0, end)));
      expect(outcome, `cut at ${end}`).toMatchObject({ status: 'failed', decision: 'unreachable' });
    }
  });

  it.each([
    ['speaks no TLS', raw('HTTP/1.1 200 OK\r\n\r\n')],
    ['closes during the handshake', (socket: Socket) => socket.destroy()],
  ])('%s where TLS is due is unreachable', async (_name, hostile) => {
    const tls = await startRawServer(() => undefined, hostile);
    const fetch = testFetch({ allowHosts: [tls.host] });
    const outcome = await fetch(`https://${tls.host}/`, testRequest());
    expect(outcome).toMatchObject({ status: 'failed', decision: 'unreachable' });
    expect(outcome).toHaveProperty('reason', expect.stringMatching(/TLS|connection was cut/));
    await tls.close();
  });

  it('is not there is unreachable', async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const outcome = await testFetch({ allowHosts: [gone.host] })(gone.origin, testRequest());
    expect(outcome).toHaveProperty('reason', 'the server refuses connections (ECONNREFUSED)');
  });

  it('floods us, twenty at once, costs little memory', async () => {
    const bomb = gzipSync(ZEROS);
    answer = (socket) => respond(socket, 200, { 'content-encoding': 'gzip' }, bomb);
    const fetch = testFetch({ allowHosts: [server.host] });
    const before = process.memoryUsage().rss;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => fetch(`${server.origin}/`, testRequest({ maxBytes: MAX_BYTES }))),
    );
    expect(outcomes.every((outcome) => outcome.status === 'failed' && outcome.decision === 'too-large')).toBe(true);
    // Twenty decoded bombs would be 400 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

it('a stop ends a fetch at any moment, as a stop', async () => {
  for (const hang of [() => undefined, (socket: Socket) => socket.write(`${HEAD}content-length: 100\r\n\r\nhalf`)]) {
    answer = hang;
    const controller = new AbortController();
    const fetch = testFetch({ allowHosts: [server.host] });
    setTimeout(() => controller.abort(), 50);
    await expect(fetch(`${server.origin}/`, testRequest({ signal: controller.signal }))).rejects.toThrow(
      'The run was stopped.',
    );
  }
});
