/** Work on many rows: what fails is missing with its reason, and a limit or the store ends all without losing what is done. */
import pLimit from 'p-limit';
import { CancelledError, GroundruleError, isStoreError, LimitError, NoAnswerError } from '../domain/errors.ts';

export interface Missing {
  /** The system or protocol, and what of it. */
  readonly what: string;
  readonly reason: string;
  readonly count: number;
}

export interface Attempts {
  /** In order, without those that failed. @throws CancelledError, and what is no GroundruleError */
  readonly each: <Item, Value>(
    what: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Value>,
  ) => Promise<readonly Value[]>;
  readonly miss: (what: string, reason: string) => void;
  /** Questions that a model was asked and did not answer, in what is there all the same. */
  readonly leaveOpen: (questions: number) => void;
  readonly stop: (error: Error) => void;
  readonly missing: () => readonly Missing[];
  readonly unanswered: () => number;
  readonly stoppedBy: () => Error | null;
}

export function attempts(concurrency: number, onProgress: (text: string) => void): Attempts {
  const atOnce = pLimit(concurrency);
  const counts = new Map<string, Missing>();
  let stoppedBy: Error | null = null;
  let unanswered = 0;
  const miss = (what: string, reason: string) => {
    const key = JSON.stringify([what, reason]);
    counts.set(key, { what, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  return {
    miss,
    leaveOpen: (questions) => void (unanswered += questions),
    stop: (error) => void (stoppedBy ??= error),
    missing: () => [...counts.values()],
    unanswered: () => unanswered,
    stoppedBy: () => stoppedBy,
    each: async (what, items, work) => {
      let ended = 0;
      const values = await atOnce.map(items, async (item) => {
        try {
          if (stoppedBy !== null) miss(what, `Not done: ${stoppedBy.message}`);
          else return [await work(item)];
        } catch (error) {
          if (!(error instanceof GroundruleError) || error instanceof CancelledError) throw error;
          if (error instanceof LimitError || isStoreError(error)) stoppedBy ??= error;
          if (error instanceof NoAnswerError) unanswered += 1;
          miss(what, [error.message, error.advice ?? ''].join(' ').trim());
        } finally {
          ended += 1;
          onProgress(`${what}: ${ended} of ${items.length}`);
        }
        return [];
      });
      return values.flat();
    },
  };
}
