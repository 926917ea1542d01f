/** Requests to a search service: pace → request → retry → JSON → schema, with actionable errors. */
import { unescape } from 'node:querystring';
import { z } from 'zod';
import type { RateRecords } from '../domain/budget.ts';
import { InputError } from '../domain/errors.ts';
import { pathText } from '../text/issue-words.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { keepSecret, keepSecretsIn } from '../text/redact.ts';
import { sleep } from '../web/abort.ts';
import { DEFAULT_RETRY_POLICY, parseRetryAfter, retry, type RetryPolicy } from '../web/retry.ts';
import { type Fetch, trustedFetch, TrustedFetchError, type TrustedReply } from '../web/trusted-fetch.ts';
import {
  type FailureKind,
  type Need,
  type PageQuery,
  type ResultPage,
  scopeIn,
  type SearchEngine,
  type SearchScope,
} from './engines/engine.ts';
import type { HowToSet, SearchAccess } from './engines/registry.ts';
import { explainFailure, messageIn, RequestFailure, usualMeaning } from './request-failure.ts';
import { createPacer } from '../web/pacer.ts';

export interface ConnectionOptions {
  readonly clock: Clock;
  /** Of the store: all processes on it together keep to what the service takes. Absent: this process alone does. */
  readonly rates?: RateRecords | undefined;
  readonly howToSet: HowToSet;
  readonly scope: SearchScope;
  readonly endpoint?: string | undefined;
  readonly fetch?: Fetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retryPolicy?: Partial<RetryPolicy> | undefined;
}

export type Connection = ReturnType<typeof connectEngine>;

/** Few attempts: each may cost quota, and another engine may be available. */
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, maxAttempts: 3, baseDelayMs: 1000 };
const TIMEOUT_MS = 20_000;
/** Typical responses have 100 kB. */
const MAX_REPLY_BYTES = 5_000_000;
/** So many of all processes never wait at once: a turn behind them was booked by a clock that was put back since. */
const MOST_WAITING = 1_000;
const RETRYABLE: ReadonlySet<FailureKind> = new Set(['rate-limited', 'server', 'timeout', 'connection']);

/** Sends no request yet. @throws InputError if a required setting is missing or invalid */
export function connectEngine(engine: SearchEngine, access: SearchAccess, options: ConnectionOptions) {
  const { clock, rates, howToSet, scope, fetch, timeoutMs = TIMEOUT_MS } = options;
  const policy = { ...RETRY_POLICY, ...options.retryPolicy };
  const { title, limits } = engine;
  const set = readNeeds(engine, access, howToSet);
  const [setting = ''] = engine.needs.map(howToSet);
  const addressSetting = engine.needs.find(({ kind }) => kind === 'address')?.name ?? '';
  const address = options.endpoint ?? engine.endpoint ?? set[addressSetting] ?? '';
  const endpoint = parseEndpoint(address, title, setting);
  keepSecret(...engine.needs.flatMap(({ kind, name }) => (kind === 'key' ? (set[name] ?? []) : [])));
  const pacer = createPacer({ clock, intervalMs: limits.minIntervalMs, burst: limits.burst });
  const settings = new Map(engine.needs.map((need) => [need.name, howToSet(need)]));
  const advice = engine.advice?.((name) => settings.get(name) ?? '');

  const url: PageQuery['url'] = (path, parameters = {}) => {
    const requestUrl = new URL(path, endpoint.base);
    for (const [name, value] of Object.entries(parameters)) requestUrl.searchParams.set(name, value);
    return requestUrl;
  };

  /** As the pacer, among the requests of all processes. */
  async function sharedTurn(signal: AbortSignal): Promise<void> {
    const { minIntervalMs, burst = 1 } = limits;
    if (rates === undefined || minIntervalMs === 0) return;
    const key = `search ${engine.name} ${endpoint.base.host}`;
    const { waitMs } = await rates.book({ [key]: minIntervalMs });
    if (waitMs > MOST_WAITING * minIntervalMs) return rates.correct(key, -waitMs);
    await sleep(Math.max(0, waitMs - (burst - 1) * minIntervalMs), signal);
  }

  async function attempt(run: RunContext, query: PageQuery): Promise<ResultPage> {
    await pacer.turn(run.signal);
    await sharedTurn(run.signal);
    const { headers, ...request } = await engine.request(query);
    const reply = await trustedFetch(
      { ...request, headers: { ...headers, ...endpoint.authorization } },
      { signal: run.signal, timeoutMs, maxBytes: MAX_REPLY_BYTES, fetch },
    ).catch((error: unknown) => {
      throw error instanceof TrustedFetchError ? new RequestFailure(error.kind, error.message) : error;
    });
    if (reply.status >= 200 && reply.status < 300) return readReply(engine, reply, query);
    const kind = engine.meaningOf?.(reply) ?? usualMeaning(reply.status);
    const retryAfterMs =
      parseRetryAfter(reply.headers.get('retry-after'), clock.now()) ?? engine.retryAfterMs?.(reply.headers) ?? null;
    // Hold back waiting requests, which would be refused, too. If the wait exceeds the retry limit, let them fail at once.
    if (kind === 'rate-limited' && retryAfterMs !== null && retryAfterMs <= policy.maxRetryAfterMs)
      pacer.pause(retryAfterMs);
    throw new RequestFailure(kind, messageIn(reply), reply.status, retryAfterMs);
  }

  return {
    address: endpoint.base.href,
    /** @throws InputError for a wrong setting; UnavailableError; CancelledError */
    ask: (
      run: RunContext,
      { language, ...page }: Pick<PageQuery, 'query' | 'index' | 'size'> & { readonly language?: string | undefined },
    ): Promise<ResultPage> =>
      retry(() => attempt(run, { ...page, scope: scopeIn(scope, language), clock, set, url }), {
        policy,
        signal: run.signal,
        // No jitter: the pacer already spreads requests.
        jitterSeed: 0,
        onRetryAfter: (waitMs) => run.emit({ type: 'wait', server: title, waitMs }),
        adviceFor: (error) => (error instanceof RequestFailure && RETRYABLE.has(error.kind) ? error : null),
      }).catch((error: unknown) => {
        if (!(error instanceof RequestFailure)) throw error;
        throw explainFailure(error, { title, setting, address: endpoint.base.href, advice });
      }),
  };
}

function readReply(engine: SearchEngine, { text, status }: TrustedReply, query: PageQuery): ResultPage {
  try {
    return engine.read(z, JSON.parse(text), query);
  } catch (error) {
    if (error instanceof SyntaxError) throw new RequestFailure('malformed', 'not JSON', status);
    if (!(error instanceof z.ZodError)) throw error;
    const place = pathText(error.issues[0]?.path ?? []) || 'the reply';
    throw new RequestFailure('malformed', `“${place}” is not as documented`, status);
  }
}

function readNeeds(
  { name, title, needs }: SearchEngine,
  access: Readonly<Record<string, string | null | undefined>>,
  howToSet: HowToSet,
): Record<string, string> {
  const read = (need: Need): string => {
    const value = access[need.name]?.trim() ?? '';
    if (value === '')
      throw new InputError(`The search engine ${name} needs ${howToSet(need)}.`, {
        advice: `Set ${howToSet(need)}, or choose another search engine.`,
      });
    // Keys are visible ASCII. The message does not show the key.
    if (need.kind === 'key' && !/^[\x21-\x7e]+$/u.test(value))
      throw new InputError(`The key of ${title} has invalid characters.`, {
        advice: `Copy the key into ${howToSet(need)} again.`,
      });
    return value;
  };
  return Object.fromEntries(needs.map((need) => [need.name, read(need)]));
}

/** Credentials in the address are for Basic authentication. */
function parseEndpoint(address: string, title: string, setting: string) {
  keepSecretsIn(address);
  const base = URL.canParse(address) ? new URL(address) : null;
  if (base === null || !/^https?:$/u.test(base.protocol))
    throw new InputError(`The address of ${title} is not an http or https URL.`, {
      advice: `Check ${setting}; an example is http://localhost:8888.`,
    });
  const name = unescape(base.username);
  const password = unescape(base.password);
  Object.assign(base, { username: '', password: '', search: '', hash: '' });
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  if (name === '' && password === '') return { base, authorization: {} };
  const credentials = Buffer.from(`${name}:${password}`).toString('base64');
  return { base, authorization: { authorization: `Basic ${credentials}` } };
}
