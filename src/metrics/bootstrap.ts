/** How sure a figure is, by drawing the items again (Efron 1979; checklist study, appendix A.3). */
import { quantile } from './quantile.ts';
import { requireSome } from './require-some.ts';
import { seededRandom } from './seeded-random.ts';

export interface BootstrapOptions {
  /** Default 1,000, as in the study. */
  readonly resamples?: number | undefined;
  /** Default 42. The same seed draws the same items. */
  readonly seed?: number | undefined;
}

/** The 95 % percentile interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly resamples: number;
  /** Resamples for which the figure is undefined: they are left out. */
  readonly undefinedResamples: number;
}

/** Draws as many items as there are, with replacement. Null where no resample has a figure. @throws InputError without items */
export function bootstrap<Item>(
  items: readonly Item[],
  figure: (drawn: readonly Item[]) => number | null,
  { resamples = 1000, seed = 42 }: BootstrapOptions = {},
): Interval | null {
  requireSome(items, 'items');
  const random = seededRandom(seed);
  const drawn = [...items];
  const figures: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let at = 0; at < drawn.length; at += 1) {
      const item = items[Math.floor(random() * items.length)];
      if (item !== undefined) drawn[at] = item;
    }
    const value = figure(drawn);
    if (value !== null) figures.push(value);
  }
  return intervalOf(figures, resamples);
}

/** @param figures of the resamples that have one; they are sorted in place */
export function intervalOf(figures: number[], resamples: number): Interval | null {
  const sorted = figures.sort((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)];
  if (low === null || high === null) return null;
  return { low, high, resamples, undefinedResamples: resamples - figures.length };
}
