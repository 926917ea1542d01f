/** A search service behind real HTTP on loopback, good and bad. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FakeResult, Wire, WireFailure, WireReply, WireRequest } from './wire.ts';

export type Fault =
  | WireFailure
  /** Never answers. */
  | 'hang'
  /** Closes the connection in the middle of the reply. */
  | 'drop'
  /** HTTP 200 with a page of HTML. */
  | 'not-json'
  /** HTTP 200 with JSON that is no reply of the service; some proxies and spent quotas look like this. */
  | 'malformed'
  | 'too-large'
  | 'redirect';

export interface SearchServer {
  readonly url: string;
  /** Every request, in order of arrival. */
  readonly requests: readonly WireRequest[];
  /** When each request came, in milliseconds. */
  readonly arrivalsMs: readonly number[];
  /** The next requests meet these faults, one each; null: none. */
  readonly next: (...faults: (Fault | null)[]) => void;
  /** Sent with 429 from now on; null: no header. */
  readonly retryAfter: (value: string | null) => void;
  /** What a query finds from now on. */
  readonly finds: (results: readonly FakeResult[] | ((query: string) => readonly FakeResult[])) => void;
  readonly close: () => Promise<void>;
}

export const SERVER_KEY = 'test-key-0123456789';

export function fakeResults(count: number): FakeResult[] {
  return Array.from({ length: count }, (_, index) => ({
    url: `https://site-${index + 1}.example/guide?page=${index + 1}`,
    title: `Guide ${index + 1}`,
    snippet: `What guide ${index + 1} says.`,
  }));
}

/**
 * Finds 25 results for any query.
 * @param latencyMs before each reply
 */
export async function startSearchServer(wire: Wire, latencyMs = 0): Promise<SearchServer> {
  const requests: WireRequest[] = [];
  const arrivalsMs: number[] = [];
  const faults: (Fault | null)[] = [];
  let retryAfter: string | null = null;
  let resultsFor: (query: string) => readonly FakeResult[] = () => fakeResults(25);

  function replyTo(request: WireRequest, fault: Fault | null): WireReply {
    const key = wire.keyOf(request);
    if (key !== null && key !== SERVER_KEY) return repeating(key, wire.failure('wrong-key'));
    switch (fault) {
      case 'not-json':
        return { status: 200, body: '<!doctype html><title>Welcome</title>' };
      case 'malformed':
        return { status: 200, body: { error: 'something went wrong' } };
      case 'too-large':
        return { status: 200, body: ' '.repeat(6_000_000) };
      case 'redirect':
        return {
          status: 302,
          body: '',
          headers: { location: `https://elsewhere.example/?key=${SERVER_KEY}` },
        };
      case 'rate-limited': {
        const reply = wire.failure(fault);
        return retryAfter === null ? reply : { ...reply, headers: { ...reply.headers, 'retry-after': retryAfter } };
      }
      case 'wrong-key':
      case 'forbidden':
      case 'quota':
      case 'server-error':
        return wire.failure(fault);
      case 'hang':
      case 'drop':
      case null:
        break;
    }
    const asked = wire.read(request);
    if ('status' in asked) return asked;
    const { query, offset, size } = asked;
    const results = resultsFor(query);
    return {
      status: 200,
      body: wire.reply(asked, results.slice(offset, offset + size), results.length),
    };
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    arrivalsMs.push(performance.now());
    const request = await readRequest(incoming);
    requests.push(request);
    const fault = faults.shift() ?? null;
    if (fault === 'hang') return;
    await delay(latencyMs);
    const { status, body, headers } = replyTo(request, fault);
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (fault === 'drop') {
      response.write(sent.slice(0, sent.length / 2), () => incoming.socket.destroy());
      return;
    }
    response.end(sent);
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // A defect of the double: make it seen.
      response.writeHead(418).end(String(error));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    url: `http://127.0.0.1:${address.port}/`,
    requests,
    arrivalsMs,
    next: (...more) => {
      faults.push(...more);
    },
    retryAfter: (value) => {
      retryAfter = value;
    },
    finds: (found) => {
      resultsFor = typeof found === 'function' ? found : () => found;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Some services say which key it was that they refuse. */
function repeating(key: string, reply: WireReply): WireReply {
  const body = JSON.stringify(reply.body).replace(/(?:key|token|Unauthorized)/u, `$& ${key}`);
  return { ...reply, body };
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const sent = Buffer.concat(chunks).toString('utf8');
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    parameters: url.searchParams,
    headers: incoming.headers,
    body: sent === '' ? null : (JSON.parse(sent) as Record<string, unknown>),
  };
}
