/** A guarded fetch with a scripted resolver, and the request that most tests make. Time limits allow for a busy machine. */
import type { LookupAddress } from 'node:dns';
import { systemClock } from '../../src/client/clock.ts';
import type { FetchRequest, GuardedFetch } from '../../src/web/fetch-outcome.ts';
import type { ResolveHost } from '../../src/web/guarded-agent.ts';
import { createGuardedFetch, type GuardedFetchOptions } from '../../src/web/guarded-fetch.ts';

export const USER_AGENT = 'Groundrule/0.0.0-test (+https://groundrule.example/bot)';

export function testFetch(overrides: Partial<GuardedFetchOptions> = {}): GuardedFetch {
  return createGuardedFetch({
    userAgent: USER_AGENT,
    clock: systemClock,
    allowHosts: [],
    proxy: null,
    resolve: noNames,
    ...overrides,
    limits: { totalTimeoutMs: 10_000, firstByteTimeoutMs: 10_000, maxRetryAfterMs: 200, ...overrides.limits },
  });
}

export function testRequest(overrides: Partial<FetchRequest> = {}): FetchRequest {
  return { signal: new AbortController().signal, maxBytes: 100_000, whenTooLarge: 'fail', ...overrides };
}

/** Tests never look a real name up. */
const noNames: ResolveHost = async (hostname) => {
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
};

/** Answers by name; a name with several answers gives them one after the other, and then the last for good. */
export function scriptedResolver(answers: Readonly<Record<string, readonly (readonly string[])[]>>): ResolveHost & {
  readonly asked: string[];
} {
  const asked: string[] = [];
  const resolve: ResolveHost = async (hostname) => {
    const series = answers[hostname];
    if (series === undefined) return noNames(hostname);
    const turn = asked.filter((name) => name === hostname).length;
    asked.push(hostname);
    return (series[Math.min(turn, series.length - 1)] ?? []).map(toLookupAddress);
  };
  return Object.assign(resolve, { asked });
}

function toLookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(':') ? 6 : 4 };
}
