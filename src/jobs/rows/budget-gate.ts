/** Decides when the next of many rows begins under a limit: what is begun is finished first. */
import pLimit from 'p-limit';
import { hasRoom } from '../budget-room.ts';

/** Share of the tightest limit on calls, tokens or USD that is spent, 0–1; null without a limit. */
export type SpentShare = () => Promise<number | null>;

/** Without a limit every row begins at once. With one, a row waits until there is room for it (`hasRoom`). */
export function createBudgetGate(spentShare: SpentShare) {
  const oneAtATime = pLimit(1);
  let underWay = 0;
  /** Rows that spent something: what is found again says nothing of what the others take. */
  let ended = 0;
  let shareAtStart: number | null = null;
  let wake = (): void => undefined;

  async function fits(): Promise<boolean> {
    const share = await spentShare();
    if (share === null) return true;
    shareAtStart ??= share;
    return hasRoom({ share, ofEnded: share - shareAtStart, ended, underWay });
  }

  return {
    /**
     * Waits for its turn, then works. Rows begin in the order of their calls.
     * @param hasSpent whether the work took anything of the limit
     */
    run: async <Value>(work: () => Promise<Value>, hasSpent: () => boolean): Promise<Value> => {
      await oneAtATime(async () => {
        for (;;) {
          const next = new Promise<void>((resolve) => (wake = resolve));
          if (await fits()) break;
          await next;
        }
        underWay += 1;
      });
      try {
        return await work();
      } finally {
        underWay -= 1;
        if (hasSpent()) ended += 1;
        wake();
      }
    },
  };
}
