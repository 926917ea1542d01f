/** Work on many rows: what fails is missing with its reason. */
import type { Groundrule } from '../groundrule.ts';
import { countOpen, type JudgedRecord } from '../judge/unanswered.ts';
import { createRunner, isLimitOrStoreError, isSilence, reasonOf } from '../jobs/runner.ts';

export interface Missing {
  /** The system or protocol, and what of it. */
  readonly what: string;
  readonly reason: string;
  readonly count: number;
}

interface Attempts {
  /** @returns the values in order, without those that failed @throws CancelledError, and errors that are bugs */
  readonly each: <Item, Value>(
    what: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Value>,
  ) => Promise<readonly Value[]>;
  readonly miss: (what: string, reason: string) => void;
  /** Questions that a model was asked and did not answer, in what is there all the same. */
  readonly leaveOpen: (questions: number) => void;
  /** The same, of what a record left open. */
  readonly leaveOpenIn: (client: Groundrule, record: JudgedRecord & { readonly id: string }) => Promise<void>;
  readonly stop: (error: Error) => void;
  readonly missing: () => readonly Missing[];
  readonly unanswered: () => number;
  readonly stoppedBy: () => Error | null;
}

/** What work on rows needs: whom to ask, and where failures go. */
export interface RowTools {
  readonly client: Groundrule;
  readonly tries: Attempts;
}

export function attempts(concurrency: number, onProgress: (text: string) => void): Attempts {
  const runner = createRunner({ concurrency, endsRun: isLimitOrStoreError });
  const counts = new Map<string, Missing>();
  let unanswered = 0;
  const miss = (what: string, reason: string) => {
    const key = JSON.stringify([what, reason]);
    counts.set(key, { what, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  return {
    miss,
    leaveOpen: (questions) => void (unanswered += questions),
    leaveOpenIn: async (client, record) => {
      const open = await countOpen(client, [record]);
      unanswered += open;
    },
    stop: runner.stop,
    missing: () => [...counts.values()],
    unanswered: () => unanswered,
    stoppedBy: runner.stoppedBy,
    each: async (what, items, work) => {
      onProgress(`${what}: ${items.length} to do`);
      const results = await runner.run(items, work, (ended) => onProgress(`${what}: ${ended} of ${items.length}`));
      return results.flatMap((result) => {
        if (result.status === 'done') return [result.value];
        if (result.status === 'failed' && isSilence(result)) unanswered += 1;
        miss(what, reasonOf(result));
        return [];
      });
    },
  };
}
