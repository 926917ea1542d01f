/** Agreement of any number of raters with any gaps, for labels, ranks and numbers. */
import type { Agreement } from '../../src/metrics/cohen-kappa.ts';

/** What the distance of two values is: any difference; ranks between them; their difference, squared. */
export type Level = 'nominal' | 'ordinal' | 'interval';

/**
 * Krippendorff's alpha = 1 − observed / expected disagreement, over the values that can be paired (Krippendorff,
 * Content Analysis, 2013, ch. 12). Items with fewer than two values are left out and counted.
 * @param items the values of each item; null: a rater gave none. Labels that are no numbers are nominal only:
 *   number them
 */
export function krippendorffAlpha(items: readonly (readonly (number | null)[])[], level: Level): Agreement {
  const units = items.map((values) => values.filter((value) => value !== null)).filter((values) => values.length >= 2);
  const missing = items.length - units.length;
  const total = units.reduce((sum, values) => sum + values.length, 0);
  const totals = new Map<number, number>();
  for (const value of units.flat()) totals.set(value, (totals.get(value) ?? 0) + 1);
  const values = [...totals.keys()].sort((a, b) => a - b);
  const distance = distanceOf(level, values, totals);
  let observed = 0;
  for (const unit of units) {
    for (const one of unit) for (const other of unit) observed += distance(one, other) / (unit.length - 1);
  }
  let expected = 0;
  for (const one of values) {
    for (const other of values) {
      expected += (totals.get(one) ?? 0) * (totals.get(other) ?? 0) * distance(one, other);
    }
  }
  // One value throughout: nobody could have disagreed.
  if (expected === 0) return { value: null, scored: units.length, missing };
  return { value: 1 - ((total - 1) * observed) / expected, scored: units.length, missing };
}

function distanceOf(
  level: Level,
  values: readonly number[],
  totals: ReadonlyMap<number, number>,
): (one: number, other: number) => number {
  if (level === 'nominal') return (one, other) => (one === other ? 0 : 1);
  if (level === 'interval') return (one, other) => (one - other) ** 2;
  // Half of each end and all that lies between, which is the distance of mid-ranks.
  const midRanks = new Map<number, number>();
  let below = 0;
  for (const value of values) {
    const count = totals.get(value) ?? 0;
    midRanks.set(value, below + count / 2);
    below += count;
  }
  return (one, other) => ((midRanks.get(one) ?? 0) - (midRanks.get(other) ?? 0)) ** 2;
}
