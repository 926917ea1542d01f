/** The one way to ask a search service: pace → request → retry → JSON → schema, with errors that people can act on. */
import { unescape } from 'node:querystring';
import type { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { retry, DEFAULT_RETRY_POLICY, type RetryPolicy } from '../web/retry.ts';
import { parseRetryAfter } from '../web/retry-after.ts';
import {
  trustedFetch,
  TrustedFetchError,
  type Fetch,
  type ReplyHeaders,
  type TrustedReply,
  type TrustedRequest,
} from '../web/trusted-fetch.ts';
import { createPacer } from './pacer.ts';
import {
  explainFailure,
  messageIn,
  RequestFailure,
  usualMeaning,
  type FailureContext,
  type FailureKind,
} from './request-failure.ts';
import type { SearchScope } from './search-scope.ts';
import { ownName, type NameSetting, type SearchSetting } from './search-settings.ts';

export interface ConnectionOptions {
  readonly clock: Clock;
  /** Base address in place of the service's own; its path is kept. */
  readonly endpoint?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** For one request, in milliseconds; default 20,000. */
  readonly timeoutMs?: number | undefined;
  /** Between the starts of two requests, in milliseconds; default: what the service is known to bear. */
  readonly minIntervalMs?: number | undefined;
  readonly retryPolicy?: RetryPolicy | undefined;
  /** Default: anything. */
  readonly scope?: SearchScope | undefined;
  /** How messages call what a user set; default: by its own name. */
  readonly howToSet?: NameSetting | undefined;
}

export interface KeyedConnectionOptions extends ConnectionOptions {
  readonly apiKey: string;
}

export interface Service extends Omit<FailureContext, 'address' | 'setting'> {
  /** What holds its key, or its address where it knows no keys. */
  readonly setting: SearchSetting;
  readonly endpoint: string;
  /** Null where the service knows no keys. */
  readonly apiKey: string | null;
  readonly minIntervalMs: number;
  /** So many requests may start at once after a rest; absent: one. */
  readonly burst?: number;
  /** Where the service departs from the usual meaning of a status; null: it does not. */
  readonly meaningOf?: (reply: TrustedReply) => FailureKind | null;
  /** The service's own word on when to come back, where it is not in Retry-After. */
  readonly retryAfterMs?: (headers: ReplyHeaders) => number | null;
}

export type Send = (request: TrustedRequest) => Promise<TrustedReply>;

export interface Connection {
  /** Checked; empty where the service knows no keys. */
  readonly apiKey: string;
  /** @param path below the endpoint, without a leading slash */
  address(path: string): URL;
  /**
   * @param exchange makes one attempt; may be called again
   * @throws InputError where a setting is wrong; UnavailableError; CancelledError
   */
  ask<Reply>(
    run: RunContext,
    schema: z.ZodType<Reply>,
    exchange: (send: Send) => Promise<TrustedReply>,
  ): Promise<Reply>;
}

/** Each attempt may cost quota, and a fallback may be waiting: three, within seconds unless the service names a time. */
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, maxAttempts: 3, baseDelayMs: 1000 };
const TIMEOUT_MS = 20_000;
/** Replies are some 100 kB. */
const MAX_REPLY_BYTES = 5_000_000;

const WORTH_A_RETRY: ReadonlySet<FailureKind> = new Set(['rate-limited', 'server', 'timeout', 'connection']);

/**
 * Asks nothing yet.
 * @throws InputError where the key or the address cannot be used
 */
export function connectService(service: Service, options: ConnectionOptions): Connection {
  const { clock, fetch, retryPolicy: policy = RETRY_POLICY, timeoutMs = TIMEOUT_MS } = options;
  const { title } = service;
  const setting = (options.howToSet ?? ownName)(service.setting);
  const apiKey = service.apiKey === null ? '' : checkKey(service.apiKey, { title, setting });
  const endpoint = parseEndpoint(options.endpoint ?? service.endpoint, { title, setting });
  const secrets = [apiKey, ...endpoint.secrets];
  // An interval of the caller's own is kept to the letter.
  const pacer =
    options.minIntervalMs === undefined
      ? createPacer(service.minIntervalMs, clock, service.burst)
      : createPacer(options.minIntervalMs, clock);

  async function attempt<Reply>(
    signal: AbortSignal,
    schema: z.ZodType<Reply>,
    exchange: (send: Send) => Promise<TrustedReply>,
  ): Promise<Reply> {
    await pacer.turn(signal);
    const reply = await exchange((request) =>
      trustedFetch(
        endpoint.authorization === null
          ? request
          : { ...request, headers: { ...request.headers, authorization: endpoint.authorization } },
        { signal, timeoutMs, maxBytes: MAX_REPLY_BYTES, secrets, fetch },
      ),
    ).catch((error: unknown) => {
      throw error instanceof TrustedFetchError ? new RequestFailure(error.kind, error.message) : error;
    });
    if (reply.status >= 200 && reply.status < 300) return readReply(reply, schema);
    const { status, headers } = reply;
    const kind = service.meaningOf?.(reply) ?? usualMeaning(status);
    const retryAfterMs =
      parseRetryAfter(headers.get('retry-after'), clock.now()) ?? service.retryAfterMs?.(headers) ?? null;
    // Others who wait for a turn would only be refused as well; where nobody waits so long, let them hear it at once.
    if (kind === 'rate-limited' && retryAfterMs !== null && retryAfterMs <= policy.maxRetryAfterMs)
      pacer.pause(retryAfterMs);
    throw new RequestFailure(kind, messageIn(reply, secrets), { status, retryAfterMs });
  }

  return {
    apiKey,
    address: (path) => new URL(path, endpoint.base),
    ask: async (run, schema, exchange) => {
      try {
        return await retry(() => attempt(run.signal, schema, exchange), {
          policy,
          signal: run.signal,
          // The pacer spreads what failed together.
          jitterSeed: 0,
          adviceFor: (error) =>
            error instanceof RequestFailure && WORTH_A_RETRY.has(error.kind)
              ? { retry: true, retryAfterMs: error.retryAfterMs }
              : { retry: false },
        });
      } catch (error) {
        if (!(error instanceof RequestFailure)) throw error;
        throw explainFailure(error, { ...service, setting, address: endpoint.base.href });
      }
    },
  };
}

function readReply<Reply>({ text, status }: TrustedReply, schema: z.ZodType<Reply>): Reply {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestFailure('malformed', 'it is not JSON', { status });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the reply' : issue.path.join('.');
  throw new RequestFailure('malformed', `${place}: ${issue?.message ?? 'unknown'}`, { status });
}

type Named = Pick<FailureContext, 'title' | 'setting'>;

/** Keys travel in headers and addresses: anything but visible ASCII is a slip of copying. The key itself is not shown. */
function checkKey(apiKey: string, { title, setting }: Named): string {
  const key = apiKey.trim();
  if (key === '') throw new InputError(`${title} needs a key.`, { advice: `Set ${setting}.` });
  if (!/^[\x21-\x7e]+$/u.test(key))
    throw new InputError(`The key of ${title} holds characters that no key has.`, {
      advice: `Copy the key into ${setting} again.`,
    });
  return key;
}

interface Endpoint {
  readonly base: URL;
  /** From a name and a password in the address, as for an instance behind a proxy with Basic authentication. */
  readonly authorization: string | null;
  readonly secrets: readonly string[];
}

function parseEndpoint(address: string, { title, setting }: Named): Endpoint {
  const base = URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  if (base === null || !/^https?:$/u.test(base.protocol))
    throw new InputError(`The address of ${title} is not an http or https URL.`, {
      advice: `Check ${setting}; an example is http://localhost:8888.`,
    });
  const [name, password] = [unescape(base.username), unescape(base.password)];
  base.username = '';
  base.password = '';
  base.search = '';
  base.hash = '';
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  if (name === '' && password === '') return { base, authorization: null, secrets: [] };
  const credentials = Buffer.from(`${name}:${password}`).toString('base64');
  return { base, authorization: `Basic ${credentials}`, secrets: [credentials, password] };
}
