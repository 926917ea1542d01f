/** Retries queries while the store's server is away. */
import { once, setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError } from '../domain/errors.ts';

export interface Patience {
  /** How long it waits; default: half a minute. */
  readonly maxAwayMs?: number | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Reports an outage that lasts, and its end. */
  readonly log?: ((line: string) => void) | undefined;
}

const MAX_AWAY_MS = 30_000;
/** Shorter outages, such as a restart, are not reported. */
const REPORTED_MS = 5_000;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2_000;
/** After a stop: a server that works answers one query or another within this time. */
const MAX_SILENT_MS = 3_000;

interface Trouble {
  readonly isPassing: (error: unknown) => boolean;
  /** An error that says what to do. */
  readonly explain: (error: unknown) => unknown;
  /** Breaks the queries under way: no caller waits for them any more. */
  readonly giveUp: () => void;
}

export function createPatience(
  { isPassing, explain, giveUp }: Trouble,
  { maxAwayMs = MAX_AWAY_MS, signal, log = () => undefined }: Patience,
) {
  const ending = new AbortController();
  // One for each query under way.
  setMaxListeners(10_000, ending.signal);
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  let isReported = false;
  let isGivenUp = false;
  const stopped = () => new CancelledError('The wait for the store was stopped.', { cause: ending.signal.reason });
  let answeredMs = Number.NEGATIVE_INFINITY;

  /** Ends when nothing was answered for so long after the stop. @param done ends the wait */
  async function silenceAfterStop(done: AbortSignal): Promise<never> {
    if (!ending.signal.aborted) await once(ending.signal, 'abort', { signal: done });
    const startMs = performance.now();
    for (;;) {
      // Hundreds of queries may wait for a few connections: while others are answered, it is not this one's turn.
      const leftMs = Math.max(startMs, answeredMs) + MAX_SILENT_MS - performance.now();
      if (leftMs <= 0) break;
      await delay(leftMs, undefined, { signal: done });
    }
    isGivenUp = true;
    giveUp();
    throw stopped();
  }

  /** @throws CancelledError where there was a stop and the attempt does not end */
  async function boundedByStop<Result>(attempt: () => Promise<Result>): Promise<Result> {
    if (isGivenUp) throw stopped();
    const done = new AbortController();
    try {
      const result = await Promise.race([attempt(), silenceAfterStop(done.signal)]);
      answeredMs = performance.now();
      return result;
    } finally {
      done.abort();
    }
  }

  return {
    /** Retries at growing intervals while the error may pass by itself. @throws an error that explains the failure; CancelledError */
    ask: async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
      const startMs = performance.now();
      for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
        try {
          const result = await boundedByStop(attempt);
          if (isReported) log('The store answers again.');
          isReported = false;
          return result;
        } catch (error) {
          const explained = explain(error);
          const elapsedMs = performance.now() - startMs;
          if (!isPassing(error) || elapsedMs + waitMs > maxAwayMs) throw explained;
          if (elapsedMs > REPORTED_MS && !isReported) {
            isReported = true;
            log(`${explained instanceof Error ? explained.message : String(explained)} Waits for it.`);
          }
        }
        // Many processes lose a server at the same moment: they come back one after another.
        await delay(waitMs * (0.5 + Math.random()), undefined, { signal: ending.signal }).catch(() => {
          throw stopped();
        });
      }
    },
    /** From now on nothing is retried. @param close closes the connections, within the same time as any attempt after a stop */
    end: async (close: () => Promise<void>): Promise<void> => {
      signal?.removeEventListener('abort', stop);
      ending.abort();
      const ended = close();
      if (isGivenUp) {
        giveUp();
        return;
      }
      await boundedByStop(() => ended).catch((error: unknown) => {
        if (!(error instanceof CancelledError)) throw error;
      });
    },
  };
}
