/** A scripted model behind real HTTP on loopback: OpenAI's chat completions, and searches of the Responses API; without streaming. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { AUTHORED_FINGERPRINT } from '../../../src/llm/chat-completion.ts';
import { countTokens } from '../../../src/llm/count-tokens.ts';
import { drawFault, FATAL_STATUS, GOOD_BEHAVIOUR, type Behaviour, type FatalFault, type Fault } from './behaviour.ts';
import { createBatchStore, GOOD_BATCHES } from './batches.ts';
import { createPromptCache } from './prompt-cache.ts';
import { genericHandler } from './generic-handler.ts';
import { completion, disfigure, errorBody } from './reply.ts';
import { parseRequest, type ScriptedRequest } from './request.ts';
import { answerSearch, type SearchHandler } from './responses.ts';

/** Returns what the model says: a string as it is, anything else as JSON. */
export type Handler = (request: ScriptedRequest) => unknown;

export interface ModelServerStatistics {
  readonly requests: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** Of the completions sent. */
  readonly inputTokens: number;
  /** Of them, those that a prompt cache would have held. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly maxConcurrency: number;
}

export interface ModelServer {
  readonly baseUrl: string;
  /** Requests that could be read, in order of arrival. */
  readonly requests: readonly ScriptedRequest[];
  /** The bodies of those that were answered with a completion, each when all of it was sent. */
  readonly delivered: readonly string[];
  /** Of every request, in order of arrival. */
  readonly headers: readonly IncomingHttpHeaders[];
  statistics(): ModelServerStatistics;
  /** Ends all batches that were begun. */
  endBatches(): void;
  /** Of the batches that were begun, the number of their requests, which are in `requests` as well. */
  batchSizes(): readonly number[];
  /** Searches that were asked for, beside `requests`. */
  searchRequests(): number;
  /** Changes the behaviour from now on. */
  behave(changes: Partial<Behaviour>): void;
  /** The next requests meet these faults, one each; null: none. They go before rates and bursts. */
  next(...faults: (Fault | null)[]): void;
  close(): Promise<void>;
}

export interface ModelServerOptions extends Partial<Behaviour> {
  readonly handler?: Handler;
  /** Absent: the server does not know the Responses API. */
  readonly searches?: SearchHandler | undefined;
  /** 0: any free one. */
  readonly port?: number;
}

export async function startModelServer({
  handler = genericHandler,
  port = 0,
  searches,
  ...given
}: ModelServerOptions = {}): Promise<ModelServer> {
  let behaviour: Behaviour = { ...GOOD_BEHAVIOUR, ...given };
  let queue: (Fault | null)[] = [];
  const requests: ScriptedRequest[] = [];
  const delivered: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const occurrences = new Map<string, number>();
  const byStatus: Record<number, number> = {};
  const totals = { requests: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, maxConcurrency: 0 };
  const cachedTokens = createPromptCache();
  let active = 0;
  let searchRequests = 0;

  function nextFault(body: string, index: number): Fault | null {
    const queued = queue.shift();
    if (queued !== undefined) return queued;
    const { burst, maxConcurrency } = behaviour;
    if (burst !== null && index % burst.everyRequests < burst.length) return 'rate-limited';
    if (maxConcurrency !== null && active > maxConcurrency) return 'rate-limited';
    const occurrence = occurrences.get(body) ?? 0;
    occurrences.set(body, occurrence + 1);
    return drawFault(behaviour, body, occurrence);
  }

  async function replyTo(path: string, body: string, authorization: string, fault: Fault | null): Promise<Reply> {
    const { apiKey, models, formats, outage, retryAfterSeconds, usage, probabilities } = behaviour;
    if (apiKey !== null && authorization !== `Bearer ${apiKey}`)
      return failure(401, `Incorrect API key provided: ${authorization}`, 'invalid_api_key');
    if (fault === 'rate-limited') {
      const retryAfter = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
      return { ...failure(429, 'Rate limit reached', 'rate_limit_exceeded'), headers: retryAfter };
    }
    if (outage?.(body) === true) return { ...failure(503, 'The server is down'), headers: { 'retry-after': '3600' } };
    if (isFatal(fault)) return failure(FATAL_STATUS[fault], `No model for you: ${fault}`);
    if (fault === 'server-error') return failure(500, 'The server had an error');
    if (fault === 'broken-body') return { status: 200, body: '<html>Bad gateway</html>' };
    if (fault === 'too-long')
      return failure(400, "This model's maximum context length is 10 tokens.", 'context_length_exceeded');
    if (path === SEARCH_PATH && searches !== undefined)
      try {
        searchRequests += 1;
        return { status: 200, body: JSON.stringify(answerSearch(body, searches, usage === 'given', totals.requests)) };
      } catch (error) {
        return failure(400, `Invalid request: ${String(error)}`);
      }
    let request: ScriptedRequest;
    try {
      request = parseRequest(body);
    } catch (error) {
      return failure(400, `Invalid request: ${String(error)}`);
    }
    requests.push(request);
    if (models !== null && !models.includes(request.model))
      return failure(404, `The model \`${request.model}\` does not exist`, 'model_not_found');
    if (request.wantsProbabilities && probabilities === 'refused')
      return failure(400, 'logprobs are not supported with this model');
    const support = request.mode === 'prompt' ? 'kept' : formats[request.mode];
    if (support === 'refused') return failure(400, `${request.mode} is not supported`);
    const inProse = support === 'ignored' && request.mode !== 'json_object';
    const said = inProse ? 'Hello there!' : handler(request);
    const given = disfigure(typeof said === 'string' ? said : JSON.stringify(said), fault);
    const input = await countTokens(request.text);
    const cached = behaviour.cachesPrompts ? cachedTokens(request.text, input) : null;
    const tokens = { input, cached, output: await countTokens(given.content) };
    totals.inputTokens += tokens.input;
    totals.cachedInputTokens += cached ?? 0;
    totals.outputTokens += tokens.output;
    const asked = inProse ? { ...request, mode: 'prompt' as const } : request;
    const probability = request.wantsProbabilities && typeof probabilities === 'number' ? probabilities : null;
    const sent = completion(asked, given, usage === 'given' ? tokens : null, probability, totals.requests);
    const announced = behaviour.announces ? { ...sent, system_fingerprint: AUTHORED_FINGERPRINT } : sent;
    return { status: 200, body: JSON.stringify(announced) };
  }

  const batches = createBatchStore(
    (body) =>
      replyTo('/v1/chat/completions', body, `Bearer ${behaviour.apiKey ?? ''}`, nextFault(body, totals.requests++)),
    () => behaviour.batches ?? GOOD_BATCHES,
  );

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '';
    if (behaviour.batches !== null && BATCH_PATH.test(path)) {
      const body = await readBody(incoming);
      const { method = '' } = incoming;
      headers.push(incoming.headers);
      const sent = { method, path, body, type: incoming.headers['content-type'] ?? '' };
      const served = (await batches.serve(sent)) ?? failure(404, 'No such address');
      const reply = (await behaviour.batches.disturbs?.(`${method} ${path}`, served)) ?? served;
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
      return;
    }
    const isKnown = path === '/v1/chat/completions' || (path === SEARCH_PATH && searches !== undefined);
    if (!isKnown || incoming.method !== 'POST') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found');
      return;
    }
    active++;
    totals.maxConcurrency = Math.max(totals.maxConcurrency, active);
    response.on('close', () => active--);
    headers.push(incoming.headers);
    const requestBody = (await readBody(incoming)).toString('utf8');
    const fault = nextFault(requestBody, totals.requests++);
    if (fault === 'hang') return;
    await behaviour.gate?.(requestBody);
    // What the double itself needs for an answer is part of the latency, not on top of it.
    const [reply] = await Promise.all([
      replyTo(path, requestBody, incoming.headers.authorization ?? '', fault),
      delay(isFatal(fault) ? 0 : behaviour.latencyMs),
    ]);
    byStatus[reply.status] = (byStatus[reply.status] ?? 0) + 1;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    if (fault === 'drop') {
      response.write(reply.body.slice(0, reply.body.length / 2), () => incoming.socket.destroy());
      return;
    }
    if (reply.status === 200) response.on('finish', () => delivered.push(requestBody));
    response.end(reply.body);
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      // A handler that throws is a defect of the test: make it seen.
      response.writeHead(418, { 'content-type': 'application/json' }).end(errorBody(String(error), null));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    delivered,
    headers,
    endBatches: batches.endAll,
    batchSizes: batches.sizes,
    searchRequests: () => searchRequests,
    statistics: () => ({ ...totals, byStatus: { ...byStatus } }),
    behave: (changes) => {
      behaviour = { ...behaviour, ...changes };
    },
    next: (...faults) => {
      queue = [...queue, ...faults];
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isFatal(fault: Fault | null): fault is FatalFault {
  return fault !== null && fault in FATAL_STATUS;
}

const SEARCH_PATH = '/v1/responses';
const BATCH_PATH = /^\/v1\/(?:files|batches)\b/;

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function failure(status: number, message: string, code: string | null = null): Reply {
  return { status, body: errorBody(message, code) };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
