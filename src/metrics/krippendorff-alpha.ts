/** Krippendorff's alpha: agreement of any number of raters, with gaps, for labels, ranks and numbers. */
import type { Agreement } from './accuracy.ts';
import { midRankIn } from './correlation.ts';
import { requireSome } from './mean.ts';

/** The distance of two values: 0 or 1; squared rank difference; squared difference. */
export const LEVELS = ['nominal', 'ordinal', 'interval'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * Krippendorff's alpha = 1 − observed / expected disagreement, over the values that can be paired (Krippendorff,
 * Content Analysis, 2013, ch. 12). Items with fewer than two values count as missing. Linear time but for sorting:
 * disagreement is computed from counts or sums, not from pairs.
 * @param items values per item; null: missing
 * @throws InputError without items
 */
export function krippendorffAlpha(items: readonly (readonly (string | number | null)[])[], level: 'nominal'): Agreement;
export function krippendorffAlpha(items: readonly (readonly (number | null)[])[], level: Level): Agreement;
export function krippendorffAlpha<Value>(items: readonly (readonly (Value | null)[])[], level: Level): Agreement {
  requireSome(items, 'items');
  const units: (readonly Value[])[] = [];
  const pooled: Value[] = [];
  for (const item of items) {
    const unit = givenValues(item);
    if (unit.length < 2) continue;
    units.push(unit);
    for (const value of unit) pooled.push(value);
  }
  const missing = items.length - units.length;
  const disagreement =
    level === 'nominal'
      ? differingPairs()
      : squaredDistances(level === 'ordinal' ? midRankIn(pooled.map(Number)) : (value) => value);
  let observed = 0;
  for (const unit of units) observed += disagreement(unit) / (unit.length - 1);
  const expected = disagreement(pooled);
  // Only one value: disagreement was impossible.
  if (expected === 0) return { value: null, scored: units.length, missing };
  return { value: 1 - ((pooled.length - 1) * observed) / expected, scored: units.length, missing };
}

/** Does not copy items without gaps: there are thousands of resamples. */
function givenValues<Value>(values: readonly (Value | null)[]): readonly Value[] {
  return values.includes(null) ? values.filter((value) => value !== null) : (values as readonly Value[]);
}

function differingPairs() {
  const counts = new Map<unknown, number>();
  return (values: readonly unknown[]): number => {
    counts.clear();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    let same = 0;
    for (const count of counts.values()) same += count * count;
    return values.length * values.length - same;
  };
}

/**
 * Sum of (a − b)² over all ordered pairs, computed from sums relative to the first value, so that equal values give exactly 0.
 * @param placeOf position of a value: its mid-rank for the ordinal distance
 */
function squaredDistances(placeOf: (value: number) => number) {
  return (values: readonly unknown[]): number => {
    const origin = placeOf(Number(values[0] ?? 0));
    let [sum, squares] = [0, 0];
    for (const value of values) {
      const distance = placeOf(Number(value)) - origin;
      sum += distance;
      squares += distance * distance;
    }
    return 2 * (values.length * squares - sum * sum);
  };
}
