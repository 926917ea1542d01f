/** What is asked of a server that is away waits for it. */
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError } from '../domain/errors.ts';

export interface Patience {
  /** How long it waits; default: half a minute. */
  readonly maxAwayMs?: number | undefined;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Told of an outage that lasts, and of its end. */
  readonly log?: ((line: string) => void) | undefined;
}

const MAX_AWAY_MS = 30_000;
/** What is shorter, as a restart, is worth no line. */
const REPORTED_MS = 5_000;
const FIRST_WAIT_MS = 50;
const MAX_WAIT_MS = 2_000;
/** After a stop. A server that works answers sooner; one that swallows what it is sent never does. */
const MAX_STOPPED_MS = 3_000;

interface Trouble {
  readonly isPassing: (error: unknown) => boolean;
  /** An error that says what to do. */
  readonly explain: (error: unknown) => unknown;
  /** Breaks what is under way: nobody waits for it any more. */
  readonly giveUp: () => void;
}

export function createPatience(
  { isPassing, explain, giveUp }: Trouble,
  { maxAwayMs = MAX_AWAY_MS, signal, log = () => undefined }: Patience,
) {
  const ending = new AbortController();
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  let isReported = false;
  let isGivenUp = false;
  const stopped = () => new CancelledError('The wait for the store was stopped.', { cause: ending.signal.reason });
  /** What is under way, to be told of the stop. */
  const underWay = new Set<() => void>();
  ending.signal.addEventListener('abort', () => underWay.forEach((bound) => bound()), { once: true });

  /** @throws CancelledError where there was a stop and the attempt does not end */
  async function boundedByStop<Result>(attempt: () => Promise<Result>): Promise<Result> {
    if (isGivenUp) throw stopped();
    let timer: NodeJS.Timeout | undefined;
    let bound = (): void => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      bound = () => {
        timer = setTimeout(() => {
          isGivenUp = true;
          reject(stopped());
          giveUp();
        }, MAX_STOPPED_MS);
      };
    });
    underWay.add(bound);
    if (ending.signal.aborted) bound();
    try {
      return await Promise.race([attempt(), lost]);
    } finally {
      underWay.delete(bound);
      clearTimeout(timer);
    }
  }

  return {
    /** Asks again, at growing intervals, as long as what is wrong may pass. @throws what explains why it did not; CancelledError */
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
    /** From now on one attempt is all. @param farewell what is said last, and waited for as long as anything after a stop */
    end: async (farewell: () => Promise<void>): Promise<void> => {
      signal?.removeEventListener('abort', stop);
      ending.abort();
      const ended = farewell();
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
