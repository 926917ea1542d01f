/** How values from 0 to 1 are spread (EvalAgent, figures 4 and 10). */
import { quantile } from './bootstrap.ts';
import { ROUNDING } from './is-above.ts';

export interface Spread {
  /** The share of values in each tenth of [0, 1]; 1 is in the last one. Ten, or none where there are no values. */
  readonly tenths: readonly number[];
  /** Interpolated; null where there are no values. */
  readonly quartiles: { readonly low: number; readonly median: number; readonly high: number } | null;
}

const TENTHS = 10;

/** @param values in [0, 1] */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, median, high] = [quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75)];
  if (low === null || median === null || high === null) return { tenths: [], quartiles: null };
  const counts = Array.from({ length: TENTHS }, () => 0);
  for (const value of sorted) {
    // 1 − .9 lies a little below .1.
    const tenth = Math.min(TENTHS - 1, Math.floor(value * TENTHS + ROUNDING));
    counts[tenth] = (counts[tenth] ?? 0) + 1;
  }
  return { tenths: counts.map((count) => count / sorted.length), quartiles: { low, median, high } };
}
