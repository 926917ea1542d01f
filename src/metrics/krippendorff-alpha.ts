/** Agreement of any number of raters with any gaps, for labels, ranks and numbers. */
import type { Agreement } from './kappa.ts';
import { midRankIn } from './correlation.ts';
import { requireSome } from './mean.ts';

/** What the distance of two values is: any difference; ranks between them; their difference, squared. */
export const LEVELS = ['nominal', 'ordinal', 'interval'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Krippendorff's alpha = 1 − observed / expected disagreement, over the values that can be paired (Krippendorff,
 * Content Analysis, 2013, ch. 12). Items with fewer than two values are left out and counted. Linear in the values but
 * for sorting: how far a group disagrees comes from counts or sums, so no two values are ever compared.
 * @param items the values of each item; null: a rater gave none. Labels that are no numbers are nominal only:
 *   number them
 * @throws InputError where there are no items
 */
export function krippendorffAlpha(items: readonly (readonly (number | null)[])[], level: Level): Agreement {
  requireSome(items, 'items');
  const units: (readonly number[])[] = [];
  const pooled: number[] = [];
  for (const item of items) {
    const unit = givenValues(item);
    if (unit.length < 2) continue;
    units.push(unit);
    for (const value of unit) pooled.push(value);
  }
  const missing = items.length - units.length;
  const disagreement =
    level === 'nominal' ? differingPairs() : squaredDistances(level === 'ordinal' ? midRankIn(pooled) : Number);
  let observed = 0;
  for (const unit of units) observed += disagreement(unit) / (unit.length - 1);
  const expected = disagreement(pooled);
  // One value throughout: nobody could have disagreed.
  if (expected === 0) return { value: null, scored: units.length, missing };
  return { value: 1 - ((pooled.length - 1) * observed) / expected, scored: units.length, missing };
}

/** Most items have no gap: they are not copied for each of thousands of resamples. */
function givenValues(values: readonly (number | null)[]): readonly number[] {
  return isWhole(values) ? values : values.filter((value) => value !== null);
}

function isWhole(values: readonly (number | null)[]): values is readonly number[] {
  return !values.includes(null);
}

/** Over all ordered pairs of values: how many differ. */
function differingPairs() {
  const counts = new Map<number, number>();
  return (values: readonly number[]): number => {
    counts.clear();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    let same = 0;
    for (const count of counts.values()) same += count * count;
    return values.length * values.length - same;
  };
}

/**
 * Over all ordered pairs of values: the sum of (a − b)², from sums alone; they are taken from the first value on, so that
 * equal ones come to exactly 0.
 * @param placeOf where a value lies: the ordinal distance is that of mid-ranks
 */
function squaredDistances(placeOf: (value: number) => number) {
  return (values: readonly number[]): number => {
    const origin = placeOf(values[0] ?? 0);
    let [sum, squares] = [0, 0];
    for (const value of values) {
      const distance = placeOf(value) - origin;
      sum += distance;
      squares += distance * distance;
    }
    return 2 * (values.length * squares - sum * sum);
  };
}
