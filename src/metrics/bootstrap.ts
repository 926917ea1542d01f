/** Bootstrap confidence intervals (Efron 1979; checklist study, appendix A.3). */
import { seededRandom } from '../domain/seeded-random.ts';
import { requireSome } from './mean.ts';
import { InputError } from '../domain/errors.ts';

export interface BootstrapOptions {
  /** Default 1,000, as in the study. */
  readonly resamples?: number | undefined;
  /** Default 42. */
  readonly seed?: number | undefined;
}

/** The 95 % percentile interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
  readonly resamples: number;
  /** Ignored resamples, for which the figure is undefined. */
  readonly undefinedResamples: number;
}

/** Resamples the items with replacement. Null if no resample has a figure. @throws InputError without items */
export function bootstrap<Item>(
  items: readonly Item[],
  figure: (drawn: readonly Item[]) => number | null,
  { resamples = 1000, seed = 42 }: BootstrapOptions = {},
): Interval | null {
  requireSome(items, 'items');
  return resampledInterval(resamplingOf(items, figure), { resamples, seed });
}

/** The figure of one resample. */
export type Resample<Result = number | null> = (random: () => number) => Result;

/** Draws as many items as there are, with replacement. */
export function resamplingOf<Item, Result>(
  items: readonly Item[],
  figure: (drawn: readonly Item[]) => Result,
): Resample<Result> {
  return (random) => {
    const drawn = [...items];
    for (let at = 0; at < drawn.length; at += 1) {
      const item = items[Math.floor(random() * items.length)];
      if (item !== undefined) drawn[at] = item;
    }
    return figure(drawn);
  };
}

/** Null if no resample has a figure. */
export function resampledInterval(
  resample: Resample,
  { resamples = 1000, seed = 42 }: BootstrapOptions,
): Interval | null {
  const random = seededRandom(seed);
  const figures: number[] = [];
  for (let drawn = 0; drawn < resamples; drawn += 1) {
    const value = resample(random);
    if (value !== null) figures.push(value);
  }
  return intervalOf(figures, resamples);
}

/** @param figures of the resamples; sorted in place */
export function intervalOf(figures: number[], resamples: number): Interval | null {
  const sorted = figures.sort((a, b) => a - b);
  const [low, high] = [quantile(sorted, 0.025), quantile(sorted, 0.975)];
  if (low === null || high === null) return null;
  return { low, high, resamples, undefinedResamples: resamples - figures.length };
}

/** Linear interpolation (type 7 of Hyndman and Fan 1996, as in NumPy). Null for an empty list. @param sorted ascending */
export function quantile(sorted: readonly number[], share: number): number | null {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1);
}

export interface PairedDifference {
  /** First minus second; null if either is undefined. */
  readonly difference: number | null;
  /** Null if no resample has both figures. */
  readonly interval: Interval | null;
  /** True if the 95 % interval excludes 0 and there are enough pairs. */
  readonly isSignificant: boolean;
}

/** With fewer pairs, even unanimous ones occur by chance with p > 0.05 (2 × ½ⁿ). */
const MIN_PAIRS = 6;

/**
 * Paired bootstrap: the same resamples for both systems.
 * @param first results of the first system
 * @param second results of the second system for the same items, in the same order
 * @throws InputError without items, or for different numbers of items
 */
export function pairedBootstrap<Item>(
  first: readonly Item[],
  second: readonly Item[],
  figure: (drawn: readonly Item[]) => number | null,
  options: BootstrapOptions = {},
): PairedDifference {
  if (first.length !== second.length)
    throw new InputError(`Paired figures need the same items: there are ${first.length} and ${second.length}.`);
  const pairs = first.flatMap((one, at) => second.slice(at, at + 1).map((other) => ({ one, other })));
  const difference = (drawn: readonly { readonly one: Item; readonly other: Item }[]) => {
    const [ofFirst, ofSecond] = [figure(drawn.map(({ one }) => one)), figure(drawn.map(({ other }) => other))];
    return ofFirst === null || ofSecond === null ? null : ofFirst - ofSecond;
  };
  const interval = bootstrap(pairs, difference, options);
  const isSignificant = pairs.length >= MIN_PAIRS && interval !== null && (interval.low > 0 || interval.high < 0);
  return { difference: difference(pairs), interval, isSignificant };
}
