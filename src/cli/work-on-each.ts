/** Works on several inputs until something stops them all, and keeps what is done by then. */
import pLimit from 'p-limit';
import { CancelledError, GroundruleError } from '../domain/errors.ts';
import type { Progress } from './output/progress.ts';
import { plural } from '../report/words.ts';

export interface WorkOnEach {
  /**
   * The results in the order of the items, without those that were stopped.
   * @throws what stopped them where there is no result; CancelledError
   */
  readonly run: <Item extends { readonly name: string }, Result>(
    items: readonly Item[],
    work: (item: Item) => Promise<Result>,
  ) => Promise<readonly Result[]>;
  /** Names what was left undone. @throws what stopped it; nothing where all was done */
  readonly reportStop: (progress: Pick<Progress, 'note'>) => void;
}

/** @param concurrency items under way at once, at least 1 */
export function workOnEach(concurrency: number): WorkOnEach {
  const atOnce = pLimit(concurrency);
  const undone: string[] = [];
  let stoppedBy: GroundruleError | null = null;
  return {
    run: async (items, work) => {
      const outcomes = await atOnce.map(items, async (item) => {
        try {
          if (stoppedBy === null) return [await work(item)];
        } catch (error) {
          if (!(error instanceof GroundruleError) || error instanceof CancelledError) throw error;
          stoppedBy ??= error;
        }
        return [];
      });
      undone.push(...items.flatMap(({ name }, index) => (outcomes[index]?.length === 0 ? [name] : [])));
      const results = outcomes.flat();
      if (stoppedBy !== null && results.length === 0) throw stoppedBy;
      return results;
    },
    reportStop: (progress) => {
      if (stoppedBy === null) return;
      progress.note(`stopped: ${plural(undone.length, 'input')} not judged: ${undone.join(', ')}`);
      throw stoppedBy;
    },
  };
}
