/** The one way to ask a search service: pace → request → retry → JSON → schema, with errors that people can act on. */
import { unescape } from 'node:querystring';
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import { pathText } from '../text/issue-words.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { keepSecret, keepSecretsIn } from '../text/redact.ts';
import { parseRetryAfter } from '../web/retry-after.ts';
import { DEFAULT_RETRY_POLICY, retry, type RetryPolicy } from '../web/retry.ts';
import { type Fetch, trustedFetch, TrustedFetchError, type TrustedReply } from '../web/trusted-fetch.ts';
import type { FailureKind, Need, PageQuery, ResultPage, SearchEngine, SearchScope } from './engines/engine.ts';
import type { HowToSet, SearchAccess } from './engines/registry.ts';
import { explainFailure, messageIn, RequestFailure, usualMeaning } from './request-failure.ts';
import { sleep } from '../web/sleep.ts';

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly howToSet: HowToSet;
  readonly scope: SearchScope;
  readonly endpoint?: string | undefined;
  readonly fetch?: Fetch | undefined;
  readonly timeoutMs?: number | undefined;
  readonly retryPolicy?: Partial<RetryPolicy> | undefined;
}

export interface Connection {
  readonly address: string;
  /** @throws InputError where a setting is wrong; UnavailableError; CancelledError */
  ask(run: RunContext, page: Pick<PageQuery, 'query' | 'index' | 'size'>): Promise<ResultPage>;
}

/** Each attempt may cost quota, and a fallback may be waiting: three, within seconds unless the service names a time. */
const RETRY_POLICY: RetryPolicy = { ...DEFAULT_RETRY_POLICY, maxAttempts: 3, baseDelayMs: 1000 };
const TIMEOUT_MS = 20_000;
/** Replies are some 100 kB. */
const MAX_REPLY_BYTES = 5_000_000;
const WORTH_A_RETRY: ReadonlySet<FailureKind> = new Set(['rate-limited', 'server', 'timeout', 'connection']);

/** Asks nothing yet. @throws InputError where something that the engine needs is not set, or cannot be used */
export function connectEngine(engine: SearchEngine, access: SearchAccess, options: ConnectionOptions): Connection {
  const { clock, howToSet, scope, fetch, timeoutMs = TIMEOUT_MS } = options;
  const policy = { ...RETRY_POLICY, ...options.retryPolicy };
  const { title, limits } = engine;
  const set = readNeeds(engine, access, howToSet);
  const [setting = ''] = engine.needs.map(howToSet);
  const ownAddress = engine.needs.find(({ kind }) => kind === 'address')?.name ?? '';
  const address = options.endpoint ?? engine.endpoint ?? set[ownAddress] ?? '';
  const endpoint = parseEndpoint(address, title, setting);
  keepSecret(...engine.needs.flatMap(({ kind, name }) => (kind === 'key' ? (set[name] ?? []) : [])));
  const pacer = createPacer(limits.minIntervalMs, clock, limits.burst);
  const settings = new Map(engine.needs.map((need) => [need.name, howToSet(need)]));
  const advice = engine.advice?.((name) => settings.get(name) ?? '');

  const url: PageQuery['url'] = (path, parameters = {}) => {
    const asked = new URL(path, endpoint.base);
    for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, value);
    return asked;
  };

  async function attempt(run: RunContext, query: PageQuery): Promise<ResultPage> {
    await pacer.turn(run.signal);
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
    // Others who wait for a turn would only be refused as well; where nobody waits so long, let them hear it at once.
    if (kind === 'rate-limited' && retryAfterMs !== null && retryAfterMs <= policy.maxRetryAfterMs)
      pacer.pause(retryAfterMs);
    throw new RequestFailure(kind, messageIn(reply), reply.status, retryAfterMs);
  }

  return {
    address: endpoint.base.href,
    ask: (run, page) =>
      retry(() => attempt(run, { ...page, scope, clock, set, url }), {
        policy,
        signal: run.signal,
        // The pacer spreads what failed together.
        jitterSeed: 0,
        onRetryAfter: (waitMs) => run.emit({ type: 'wait', server: title, waitMs }),
        adviceFor: (error) =>
          error instanceof RequestFailure && WORTH_A_RETRY.has(error.kind)
            ? { retry: true, retryAfterMs: error.retryAfterMs }
            : { retry: false },
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
    if (error instanceof SyntaxError) throw new RequestFailure('malformed', 'it is not JSON', status);
    if (!(error instanceof z.ZodError)) throw error;
    const place = pathText(error.issues[0]?.path ?? []) || 'the reply';
    throw new RequestFailure('malformed', `“${place}” is not as the service documents it`, status);
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
    // Keys travel in headers and addresses: anything but visible ASCII is a slip of copying. The key itself is not shown.
    if (need.kind === 'key' && !/^[\x21-\x7e]+$/u.test(value))
      throw new InputError(`The key of ${title} holds characters that no key has.`, {
        advice: `Copy the key into ${howToSet(need)} again.`,
      });
    return value;
  };
  return Object.fromEntries(needs.map((need) => [need.name, read(need)]));
}

/** A name and a password in the address are for an instance behind a proxy with Basic authentication. */
function parseEndpoint(address: string, title: string, setting: string) {
  keepSecretsIn(address);
  const base = URL.canParse(address) ? new URL(address) : null;
  if (base === null || !/^https?:$/u.test(base.protocol))
    throw new InputError(`The address of ${title} is not an http or https URL.`, {
      advice: `Check ${setting}; an example is http://localhost:8888.`,
    });
  const [name, password] = [unescape(base.username), unescape(base.password)];
  Object.assign(base, { username: '', password: '', search: '', hash: '' });
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  if (name === '' && password === '') return { base, authorization: {} };
  const credentials = Buffer.from(`${name}:${password}`).toString('base64');
  return { base, authorization: { authorization: `Basic ${credentials}` } };
}

/** A leaky bucket. @param minIntervalMs on average @param burst so many may start at once after a rest */
export function createPacer(minIntervalMs: number, clock: Clock, burst = 1) {
  const headStartMs = (burst - 1) * minIntervalMs;
  /** When the bucket is empty again. */
  let emptyAtMs = -Infinity;
  let pausedUntilMs = -Infinity;
  const waitMs = () => Math.max(emptyAtMs - headStartMs, pausedUntilMs) - clock.monotonicMs();
  return {
    /** Resolves when the next request may start. @throws CancelledError */
    turn: async (signal: AbortSignal): Promise<void> => {
      // All who wait wake up together; the first of them takes the turn, and the others see that it is gone.
      while (waitMs() > 0) await sleep(waitMs(), signal);
      emptyAtMs = Math.max(emptyAtMs, clock.monotonicMs()) + minIntervalMs;
    },
    /** Nobody starts for so long from now. */
    pause: (ms: number): void => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + ms);
      // Whoever was told to wait starts slowly again.
      emptyAtMs = Math.max(emptyAtMs, pausedUntilMs + headStartMs);
    },
  };
}
