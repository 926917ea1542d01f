/** Kendall's rank correlation. */
import type { Agreement } from './accuracy.ts';
import { completeNumbers, type NumberPair } from './correlation.ts';
import { requireSome } from './mean.ts';

/**
 * Kendall's τ-b (Kendall 1945), corrected for ties, in [-1, 1]; n log n (Knight 1966). Null for fewer than two complete
 * pairs, or if one side is constant.
 * @throws InputError without pairs
 */
export function kendallTau(pairs: readonly NumberPair[]): Agreement {
  requireSome(pairs, 'pairs');
  const { xs, ys } = completeNumbers(pairs);
  const scored = xs.length;
  const { codes: xCodes } = coded(xs);
  const { codes: yCodes, distinct } = coded(ys);
  // Sort by x, then y, encoded as one number for speed.
  const sorted = Float64Array.from(xCodes, (code, index) => code * distinct + (yCodes[index] ?? 0)).sort();
  const xAt = (index: number) => Math.floor((sorted[index] ?? 0) / distinct);
  const tiedX = tiedPairs(scored, (one, other) => xAt(one) === xAt(other));
  const tiedBoth = tiedPairs(scored, (one, other) => sorted[one] === sorted[other]);
  const ySorted = sorted.map((key) => key % distinct);
  const discordant = sortCountingSwaps(ySorted);
  const tiedY = tiedPairs(scored, (one, other) => ySorted[one] === ySorted[other]);
  const all = (scored * (scored - 1)) / 2;
  const concordantLess = all - tiedX - tiedY + tiedBoth - 2 * discordant;
  const spread = Math.sqrt(all - tiedX) * Math.sqrt(all - tiedY);
  return { value: spread === 0 ? null : concordantLess / spread, scored, missing: pairs.length - scored };
}

/** Dense ranks of the values, ascending. */
function coded(values: readonly number[]): { readonly codes: readonly number[]; readonly distinct: number } {
  const order = Float64Array.from(new Set(values)).sort();
  const places = new Map(Array.from(order, (value, place) => [value, place]));
  return { codes: values.map((value) => places.get(value) ?? 0), distinct: order.length };
}

/** Number of tied pairs in a sorted list: a run of t makes t (t − 1) / 2. */
function tiedPairs(length: number, isSame: (one: number, other: number) => boolean): number {
  let tied = 0;
  for (let at = 1, run = 0; at < length; at += 1) {
    run = isSame(at - 1, at) ? run + 1 : 0;
    tied += run;
  }
  return tied;
}

/** Merge sort in place; returns the number of inversions. */
function sortCountingSwaps(values: Float64Array): number {
  let swaps = 0;
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(values.length);
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        const isLeft = right >= end || (left < middle && (from[left] ?? 0) <= (from[right] ?? 0));
        if (!isLeft) swaps += middle - left;
        to[at] = from[isLeft ? left++ : right++] ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return swaps;
}
