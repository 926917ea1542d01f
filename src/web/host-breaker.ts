/**
 * A circuit breaker per host. It opens when a host takes too much time or too many bytes beyond the usual within ten
 * minutes, or does not answer several times in a row. Normal responses cost nothing.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/run-context.ts';
import { type Answer, fetchFailed } from './fetch-outcome.ts';

/** Free for each request. */
const FREE_MS = 1_000;
const FREE_BYTES = 1_000_000;
/** Reached after half a minute by two concurrent requests of 15 s each, and by ten of the largest documents. */
const MAX_EXTRA_MS = 45_000;
const MAX_EXTRA_BYTES = 100_000_000;
/** Consecutive slow requests without a response. */
const MAX_SILENCES = 3;
const WINDOW_MS = 10 * 60_000;
const MAX_HOSTS = 1_000;

interface Account {
  readonly sinceMs: number;
  extraMs: number;
  extraBytes: number;
  silences: number;
}

export function createHostBreaker(clock: Clock) {
  const accounts = new LRUCache<string, Account>({ max: MAX_HOSTS });

  function charge(host: string, tookMs: number, answer: Answer): void {
    const extraBytes = answer.status === 'fetched' ? Math.max(0, answer.bytes.length - FREE_BYTES) : 0;
    const isSilent = answer.status === 'failed' && answer.httpStatus === null;
    const extraMs = Math.max(0, tookMs - FREE_MS);
    if (!accounts.has(host) && extraMs + extraBytes === 0) return;
    const account = accounts.get(host) ?? { sinceMs: clock.monotonicMs(), extraMs: 0, extraBytes: 0, silences: 0 };
    account.extraMs += extraMs;
    account.extraBytes += extraBytes;
    if (!isSilent) account.silences = 0;
    else if (extraMs > 0) account.silences += 1;
    accounts.set(host, account);
  }

  return {
    /** Runs the request, or fails at once if the host is over its budget. @param host name and port */
    run: async (host: string, request: () => Promise<Answer>): Promise<Answer> => {
      const startedMs = clock.monotonicMs();
      const account = accounts.get(host);
      if (account !== undefined && startedMs - account.sinceMs > WINDOW_MS) accounts.delete(host);
      const reason = accounts.has(host) && account !== undefined ? overBudgetReason(account) : null;
      if (reason !== null)
        return fetchFailed('unreachable', `skipped: ${host} ${reason}; it gets no requests for some minutes`);
      const answer = await request();
      charge(host, clock.monotonicMs() - startedMs, answer);
      return answer;
    },
  };
}

function overBudgetReason({ extraMs, extraBytes, silences }: Account): string | null {
  if (silences >= MAX_SILENCES) return `did not answer ${silences} times in a row`;
  if (extraMs > MAX_EXTRA_MS) return `delayed us by ${Math.round(extraMs / 1000)} s`;
  return extraBytes > MAX_EXTRA_BYTES ? `sent ${Math.round(extraBytes / 1e6)} MB of large documents` : null;
}
