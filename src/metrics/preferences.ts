/** Human preferences, and the distance of predicted ones (TICK, §4.2; checklist study, §3). */
import { completePairs, share, type Pair, type Share } from './accuracy.ts';
import { mean, requireSome } from './mean.ts';

/** From the view of the first response. */
export type Preference = 'win' | 'tie' | 'loss';

export interface PreferenceDistance {
  /** Shares of pairs at distance 0, 1 and 2 (a tie is in the middle); null if no pair was scored. */
  readonly shares: readonly [number, number, number] | null;
  /** WPLD = Σ i · share(PLD = i), in [0, 2]; lower is better. */
  readonly weighted: number | null;
  readonly scored: number;
  readonly missing: number;
}

const RANK: Readonly<Record<Preference, number>> = { win: 0, tie: 1, loss: 2 };

/** Pairs without prediction or label count as missing, not as ties. @throws InputError without pairs */
export function preferenceDistance(pairs: readonly Pair<Preference>[]): PreferenceDistance {
  requireSome(pairs, 'pairs');
  const distances = completePairs(pairs).map(({ predicted, gold }) => Math.abs(RANK[predicted] - RANK[gold]));
  const scored = distances.length;
  const at = (distance: number) => distances.filter((each) => each === distance).length / scored;
  return {
    shares: scored === 0 ? null : [at(0), at(1), at(2)],
    weighted: mean(distances),
    scored,
    missing: pairs.length - scored,
  };
}

/**
 * In [0, 1]: 1 if right, ½ for a predicted tie against a human preference, else 0 (checklist study, §4.4); `hits` is the sum.
 * Pairs without prediction or label count as missing. @throws InputError without pairs
 */
export function preferenceAccuracy(pairs: readonly Pair<Preference>[]): Share {
  requireSome(pairs, 'pairs');
  const complete = completePairs(pairs);
  const points = complete.map(({ predicted, gold }) => (predicted === gold ? 1 : predicted === 'tie' ? 0.5 : 0));
  const hits = points.reduce<number>((sum, point) => sum + point, 0);
  return share(hits, complete.length, pairs.length - complete.length);
}

/**
 * The label of averaged preferences from 1 (the first is much better) to 5 (the second is): [1, 2.5) win,
 * [2.5, 3.5] tie, (3.5, 5] loss. Null without preferences.
 * @throws RangeError for a preference outside 1–5
 */
export function humanPreference(preferences: readonly (number | null)[]): Preference | null {
  const present = preferences.filter((preference) => preference !== null);
  const outside = present.find((preference) => !(preference >= 1 && preference <= 5));
  if (outside !== undefined) throw new RangeError(`A preference lies outside 1–5: ${outside}`);
  const average = mean(present);
  if (average === null) return null;
  if (average < 2.5) return 'win';
  return average <= 3.5 ? 'tie' : 'loss';
}
