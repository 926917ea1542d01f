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

/** What work on rows needs: whom to ask, and where failures go. */
export interface RowTools {
  readonly client: Groundrule;
  readonly tries: ReturnType<typeof attempts>;
}

export function attempts(concurrency: number, onProgress: (text: string) => void) {
  const runner = createRunner({ concurrency, endsRun: isLimitOrStoreError });
  const counts = new Map<string, Missing>();
  let unanswered = 0;
  const miss = (what: string, reason: string) => {
    const key = JSON.stringify([what, reason]);
    counts.set(key, { what, reason, count: (counts.get(key)?.count ?? 0) + 1 });
  };
  return {
    miss,
    /** Questions that a model was asked and did not answer, in what is there all the same. */
    leaveOpen: (questions: number) => void (unanswered += questions),
    /** The same, of what a record left open. */
    leaveOpenIn: async (client: Groundrule, record: JudgedRecord & { readonly id: string }) => {
      const open = await countOpen(client, [record]);
      unanswered += open;
    },
    stop: runner.stop,
    missing: (): readonly Missing[] => [...counts.values()],
    unanswered: () => unanswered,
    stoppedBy: runner.stoppedBy,
    /** @returns the values in order, without those that failed @throws CancelledError, and errors that are bugs */
    each: async <Item, Value>(what: string, items: readonly Item[], work: (item: Item) => Promise<Value>) => {
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
