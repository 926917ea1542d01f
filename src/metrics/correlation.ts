/** Pearson and Spearman correlation. */
import { counts } from '../domain/groups.ts';
import type { Agreement } from './accuracy.ts';
import { mean, requireSome } from './mean.ts';

/** Null: missing value. */
export type NumberPair = readonly [number | null, number | null];

/**
 * Pearson's r, in [-1, 1]. Null for fewer than two complete pairs, or if one side is constant.
 * @throws InputError without pairs
 */
export function pearson(pairs: readonly NumberPair[]): Agreement {
  requireSome(pairs, 'pairs');
  const { xs, ys } = completeNumbers(pairs);
  return { value: correlation(xs, ys), scored: xs.length, missing: pairs.length - xs.length };
}

/** For lists of the same length; null if undefined. */
export function correlation(xs: readonly number[], ys: readonly number[]): number | null {
  // Rounding can give constant values a small variance.
  if (isConstant(xs) || isConstant(ys)) return null;
  const [meanX, meanY] = [mean(xs) ?? 0, mean(ys) ?? 0];
  let [together, ofX, ofY] = [0, 0, 0];
  for (const [index, x] of xs.entries()) {
    const [fromX, fromY] = [x - meanX, (ys[index] ?? 0) - meanY];
    together += fromX * fromY;
    ofX += fromX ** 2;
    ofY += fromY ** 2;
  }
  const spread = Math.sqrt(ofX) * Math.sqrt(ofY);
  return spread === 0 ? null : Math.max(-1, Math.min(1, together / spread));
}

/** The two sides of the complete pairs. */
export function completeNumbers(pairs: readonly NumberPair[]): { readonly xs: number[]; readonly ys: number[] } {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const [x, y] of pairs) {
    if (x === null || y === null) continue;
    xs.push(x);
    ys.push(y);
  }
  return { xs, ys };
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Spearman's ρ: Pearson's r of the mid-ranks, exact with ties. Null if r is null. @throws InputError without pairs */
export function spearman(pairs: readonly NumberPair[]): Agreement {
  requireSome(pairs, 'pairs');
  const { xs, ys } = completeNumbers(pairs);
  return { value: correlation(midRanks(xs), midRanks(ys)), scored: xs.length, missing: pairs.length - xs.length };
}

/** Mid-ranks from 1: equal values share the mean of their ranks. */
export function midRanks(values: readonly number[]): number[] {
  return values.map(midRankIn(values));
}

export function midRankIn(values: readonly number[]): (value: number) => number {
  const found = counts(values);
  const ranks = new Map<number, number>();
  let below = 0;
  // Sort only distinct values: a scale has few.
  for (const value of Float64Array.from(found.keys()).sort()) {
    const count = found.get(value) ?? 0;
    ranks.set(value, below + (count + 1) / 2);
    below += count;
  }
  return (value) => ranks.get(value) ?? Number.NaN;
}
