/** Accuracy of predictions. */
import { requireSome } from './mean.ts';

/** A figure with its counts. */
export interface Agreement {
  /** Of a share [0, 1], of a coefficient at most 1; null if it is undefined: nothing was scored, or only one label. */
  readonly value: number | null;
  /** Items used. */
  readonly scored: number;
  /** Items with missing values. */
  readonly missing: number;
}

export interface Share extends Agreement {
  /** A wrong tie counts half in preferences. */
  readonly hits: number;
}

/** A prediction and the truth; null if missing. */
export interface Pair<Label> {
  readonly predicted: Label | null;
  readonly gold: Label | null;
}

/** Items with a missing side are counted as missing, not as wrong. @throws InputError without pairs */
export function accuracy<Label>(pairs: readonly Pair<Label>[]): Share {
  requireSome(pairs, 'pairs');
  const complete = completePairs(pairs);
  const hits = complete.filter(({ predicted, gold }) => predicted === gold).length;
  return share(hits, complete.length, pairs.length - complete.length);
}

export function share(hits: number, scored: number, missing: number): Share {
  return { value: scored === 0 ? null : hits / scored, hits, scored, missing };
}

export interface CompletePair<Label> {
  readonly predicted: Label;
  readonly gold: Label;
}

/** The pairs with both sides. Does not copy if all are complete: there are thousands of resamples. */
export function completePairs<Label>(pairs: readonly Pair<Label>[]): CompletePair<Label>[] {
  return pairs.filter((pair): pair is CompletePair<Label> => pair.predicted !== null && pair.gold !== null);
}
