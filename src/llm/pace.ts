/** Rate limit of one endpoint, shared by all processes on one store: requests are spread evenly over each minute. */
import type { BookedStretch, RateLimits, RateRecords } from '../domain/budget.ts';
import { sleep } from '../web/abort.ts';

export type Pace = ReturnType<typeof createPace>;

const MINUTE_MS = 60_000;

/**
 * Each request takes its share of the minute, so that no minute exceeds the limit and there are no bursts:
 * servers refuse bursts even within the limit.
 */
export function createPace(endpoint: string, limits: RateLimits, records: RateRecords) {
  const { maxCallsPerMinute: calls, maxTokensPerMinute: tokens } = limits;
  const tokenKey = `tokens ${endpoint}`;
  const tokensMs = (count: number) => (tokens === null ? 0 : (count * MINUTE_MS) / tokens);

  const unused: BookedStretch[] = [];
  let returned: Promise<void> | null = null;
  /** With those of all calls that were stopped at once, the last first: each is the last only when it is its turn. */
  function giveBack(stretches: readonly BookedStretch[]): Promise<void> {
    unused.push(...stretches);
    returned ??= returnUnused();
    return returned;
  }
  async function returnUnused(): Promise<void> {
    await Promise.resolve();
    try {
      for (;;) {
        const last = unused.sort((a, b) => a.endsAtMs - b.endsAtMs).pop();
        if (last === undefined) return;
        await records.giveBack(last);
      }
    } finally {
      // Not a moment after the last look: what came between would stay.
      returned = null;
    }
  }

  return {
    /** True if a limit depends on tokens. */
    needsEstimates: tokens !== null,
    /** Resolves when the request may be sent. @param count estimated tokens @throws CancelledError */
    waitForTurn: async (count: number, signal: AbortSignal): Promise<void> => {
      if (calls === null && tokens === null) return;
      const sharesMs = {
        ...(calls === null ? {} : { [`calls ${endpoint}`]: MINUTE_MS / calls }),
        ...(tokens === null ? {} : { [tokenKey]: tokensMs(count) }),
      };
      const { waitMs, stretches } = await records.book(sharesMs);
      await sleep(waitMs, signal).catch(async (error: unknown) => {
        // Give an unused turn back: otherwise the next run waits for it. A store error must not hide the cancellation.
        await giveBack(stretches).catch(() => undefined);
        throw error;
      });
    },
    /** @param count actual minus estimated tokens */
    correct: async (count: number): Promise<void> => {
      // Ignore a store error: it must not lose the answer, and the next request reports it.
      if (tokens !== null) await records.correct(tokenKey, tokensMs(count)).catch(() => undefined);
    },
  };
}
