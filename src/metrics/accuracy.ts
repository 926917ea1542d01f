/** Accuracy of predictions. */
import { requireSome } from './mean.ts';

/** A share with its counts. */
export interface Share {
  /** [0, 1]; null if nothing was scored. */
  readonly value: number | null;
  /** A wrong tie counts half in preferences. */
  readonly hits: number;
  /** Items with a value on both sides. */
  readonly scored: number;
  /** Items with a missing side. */
  readonly missing: number;
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
