/**
 * The only fetch for addresses from pages and search results. It follows redirects itself, so that each target passes
 * the same checks, and limits time, bytes and headers. Failures are values.
 */
import type { Dispatcher } from 'undici';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Clock } from '../domain/run-context.ts';
import { type Answer, fetchFailed, type FetchFailure, type GuardedFetch } from './fetch-outcome.ts';
import { createGuardedAgent, resolveBySystem, type ResolveHost } from './guarded-agent.ts';
import { allowedHosts, refuseRedirect, refuseUrl } from './refuse-url.ts';
import { requestOnce, TryAgainError } from './request-once.ts';
import { retry } from './retry.ts';
import { throwIfAborted, TimeoutError, withTimeout } from './abort.ts';

export interface FetchLimits {
  readonly maxRedirects: number;
  /** From the first byte sent to the last byte read, over all redirects; waits in the gate do not count. */
  readonly totalTimeoutMs: number;
  /** From connecting to the end of the response headers. */
  readonly firstByteTimeoutMs: number;
  readonly maxHeaderBytes: number;
  readonly maxHeaders: number;
  /** No retry if the server requests a longer wait. */
  readonly maxRetryAfterMs: number;
}

/** More than public sites need: the slowest answer within seconds, with a few KB of headers. */
const DEFAULT_FETCH_LIMITS: FetchLimits = {
  maxRedirects: 5,
  totalTimeoutMs: 30_000,
  firstByteTimeoutMs: 15_000,
  maxHeaderBytes: 65_536,
  maxHeaders: 200,
  maxRetryAfterMs: 10_000,
};

export interface GuardedFetchOptions {
  /** `Groundrule/<version> (+<contact URL>)` */
  readonly userAgent: string;
  readonly clock: Clock;
  readonly allowHosts: readonly string[];
  readonly proxy: ProxySettings | null;
  readonly limits?: Partial<FetchLimits>;
  readonly resolve?: ResolveHost;
}

/** @throws InputError if an allowed host is invalid */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { userAgent, clock, proxy, resolve = resolveBySystem } = options;
  const limits = { ...DEFAULT_FETCH_LIMITS, ...options.limits };
  const { firstByteTimeoutMs, maxHeaderBytes, maxHeaders } = limits;
  const allowed = allowedHosts(options.allowHosts);
  let agent: Promise<Dispatcher> | undefined;

  return async (address, request) => {
    throwIfAborted(request.signal);
    agent ??= createGuardedAgent({
      isAllowed: (hostname, port) => allowed.host(hostname, port),
      resolve,
      connectTimeoutMs: firstByteTimeoutMs,
      maxHeaderBytes,
      proxy,
    });
    const requestOptions = { agent: await agent, userAgent, firstByteTimeoutMs, maxHeaders, clock };
    const { gate = (_url, send) => send() } = request;
    let leftMs = limits.totalTimeoutMs;

    const send = async (url: URL): Promise<Answer> => {
      const startedMs = clock.monotonicMs();
      try {
        return await withTimeout(leftMs, request.signal, (signal) =>
          retryOnce(signal, limits.maxRetryAfterMs, () => requestOnce(url, request, signal, requestOptions)),
        );
      } catch (error) {
        throwIfAborted(request.signal);
        if (error instanceof TryAgainError) return error.failure;
        if (!(error instanceof TimeoutError)) throw error;
        return fetchFailed('unreachable', `not complete within ${limits.totalTimeoutMs / 1000} s`);
      } finally {
        leftMs -= clock.monotonicMs() - startedMs;
      }
    };

    const redirects: string[] = [];
    let previous: URL | null = null;
    for (let next = parseUrl(address); ;) {
      if (!(next instanceof URL)) return next;
      const url = next;
      const refusal = refuseUrl(url, allowed, request.isForRobots) ?? refuseRedirect(previous, url, allowed);
      if (refusal !== null) return fetchFailed('unreachable', afterRedirects(`refused: ${refusal}`, redirects));
      const answer = await gate(url, () => send(url));
      if (answer.status === 'fetched') return { ...answer, redirects };
      if (answer.status === 'failed') return { ...answer, reason: afterRedirects(answer.reason, redirects) };
      if (answer.status === 'not-modified') return answer;
      redirects.push(url.href);
      previous = url;
      next = redirectTarget(url, answer.location, redirects, limits.maxRedirects);
    }
  };
}

/** One retry, after Retry-After or if the connection broke before a response. */
async function retryOnce(
  signal: AbortSignal,
  maxRetryAfterMs: number,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  let isSecond = false;
  return retry(attempt, {
    policy: { maxAttempts: 2, baseDelayMs: 250, maxDelayMs: 250, maxRetryAfterMs },
    signal,
    // No jitter: the gate already spreads requests.
    jitterSeed: 0,
    adviceFor: (error) => {
      if (isSecond || !(error instanceof TryAgainError)) return null;
      isSecond = true;
      return error;
    },
  });
}

function afterRedirects(reason: string, redirects: readonly string[]): string {
  return redirects.length === 0 ? reason : `after a redirect: ${reason}`;
}

/** The target of a redirect, or why it is not followed. @param visited earlier URLs of the chain, `from` included */
export function redirectTarget(
  from: URL,
  location: string,
  visited: readonly string[],
  maxRedirects: number,
): URL | FetchFailure {
  const target = parseUrl(location, from);
  if (!(target instanceof URL)) return target;
  if (visited.includes(target.href)) return fetchFailed('unreachable', 'redirects in a circle');
  if (visited.length > maxRedirects) return fetchFailed('unreachable', `more than ${maxRedirects} redirects`);
  // Without TLS anybody on the way could change the text.
  if (from.protocol === 'https:' && target.protocol === 'http:')
    return fetchFailed('unreachable', 'refused: redirects from https: to http:');
  return target;
}

function parseUrl(address: string, base?: URL): URL | FetchFailure {
  if (!URL.canParse(address, base))
    return fetchFailed('unreachable', base === undefined ? 'not a URL' : 'redirects to what is not a URL');
  const url = new URL(address, base);
  url.hash = '';
  return url;
}
