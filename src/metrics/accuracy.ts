/** How often predictions are right. */
import { requireSome } from './mean.ts';

/** A share with what it was taken over. */
export interface Share {
  /** [0, 1]; null where nothing was scored. */
  readonly value: number | null;
  /** A tie of a judge that people do not share is half of one. */
  readonly hits: number;
  /** Items that have a value on both sides. */
  readonly scored: number;
  /** Items left out because one side has none. */
  readonly missing: number;
}

/** A prediction beside the truth; null: none was given. */
export interface Pair<Label> {
  readonly predicted: Label | null;
  readonly gold: Label | null;
}

/** Items where either side is missing are left out and counted, never taken for wrong. @throws InputError without pairs */
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

/** Those that have both sides; nothing is copied, since figures are taken of thousands of resamples. */
export function completePairs<Label>(pairs: readonly Pair<Label>[]): CompletePair<Label>[] {
  return pairs.filter((pair): pair is CompletePair<Label> => pair.predicted !== null && pair.gold !== null);
}
