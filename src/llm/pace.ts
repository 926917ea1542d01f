/** Rate limit of one endpoint, shared by all processes on one store: requests are spread evenly over each minute. */
import type { RateLimits, RateRecords } from '../domain/budget.ts';
import { sleep } from '../web/abort.ts';

export interface Pace {
  /** True if a limit depends on tokens. */
  readonly needsEstimates: boolean;
  /** Resolves when the request may be sent. @param tokens estimated @throws CancelledError */
  waitForTurn(tokens: number, signal: AbortSignal): Promise<void>;
  /** @param tokens actual minus estimated tokens */
  correct(tokens: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Each request takes its share of the minute, so that no minute exceeds the limit and there are no bursts:
 * servers refuse bursts even within the limit.
 */
export function createPace(endpoint: string, limits: RateLimits, records: RateRecords): Pace {
  const { maxCallsPerMinute: calls, maxTokensPerMinute: tokens } = limits;
  const tokenKey = `tokens ${endpoint}`;
  const tokensMs = (count: number) => (tokens === null ? 0 : (count * MINUTE_MS) / tokens);
  return {
    needsEstimates: tokens !== null,
    waitForTurn: async (count, signal) => {
      if (calls === null && tokens === null) return;
      const sharesMs = {
        ...(calls === null ? {} : { [`calls ${endpoint}`]: MINUTE_MS / calls }),
        ...(tokens === null ? {} : { [tokenKey]: tokensMs(count) }),
      };
      await sleep(await records.book(sharesMs), signal);
    },
    correct: async (count) => {
      // Ignore a store error: it must not lose the answer, and the next request reports it.
      if (tokens !== null) await records.correct(tokenKey, tokensMs(count)).catch(() => undefined);
    },
  };
}
