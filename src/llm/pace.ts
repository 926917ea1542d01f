/** Spreads the requests to one endpoint evenly over each minute, for all processes on one store together. */
import type { RateLimits, RateRecords } from '../domain/budget.ts';
import { sleep } from '../web/abort.ts';

export interface Pace {
  /** False where no limit depends on tokens: then nobody needs to count them beforehand. */
  readonly needsEstimates: boolean;
  /** Resolves when it is the request's turn. @param tokens as estimated @throws CancelledError */
  turn(tokens: number, signal: AbortSignal): Promise<void>;
  /** @param tokens that a request took beyond its estimate */
  correct(tokens: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Each request takes the stretch of a minute that the limit leaves for it, so that no minute ever holds more than the limit:
 * servers refuse bursts that would be within it as well.
 */
export function createPace(endpoint: string, limits: RateLimits, records: RateRecords): Pace {
  const { maxCallsPerMinute: calls, maxTokensPerMinute: tokens } = limits;
  const tokenKey = `tokens ${endpoint}`;
  const tokensMs = (count: number) => (tokens === null ? 0 : (count * MINUTE_MS) / tokens);
  return {
    needsEstimates: tokens !== null,
    turn: async (count, signal) => {
      if (calls === null && tokens === null) return;
      const stretchesMs = {
        ...(calls === null ? {} : { [`calls ${endpoint}`]: MINUTE_MS / calls }),
        ...(tokens === null ? {} : { [tokenKey]: tokensMs(count) }),
      };
      await sleep(await records.book(stretchesMs), signal);
    },
    correct: async (count) => {
      // An answer is worth more than its place in the minute; what is wrong with the store, the next request says.
      if (tokens !== null) await records.correct(tokenKey, tokensMs(count)).catch(() => undefined);
    },
  };
}
