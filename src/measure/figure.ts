/** One figure with how sure it is. */
import { seededRandom } from '../domain/seeded-random.ts';
import {
  resampledInterval,
  resamplingOf,
  type BootstrapOptions,
  type Interval,
  type Resample,
} from '../metrics/bootstrap.ts';
import { ROUNDING } from '../metrics/is-above.ts';
import { mean, ratio, sumBy } from '../metrics/mean.ts';

/** Above this many items the default is no interval: it would be narrow, and take minutes. */
const MAX_ITEMS_DRAWN = 20_000;

export interface Figure {
  /** Null where it is undefined. */
  readonly value: number | null;
  /** Items that it was taken over, and those left out for lack of a value. */
  readonly scored: number;
  readonly missing: number;
  /** Of 95 %; null where none was drawn, or none is defined. */
  readonly interval: Interval | null;
  /** Absent where there is an interval, or no value. */
  readonly noInterval?: NoInterval;
  /** For intervals of averages over several figures; absent where nothing can be drawn. */
  readonly resample?: Resample<Drawn>;
  /** Of a share: how many of what is drawn have a value; absent where it is none. */
  readonly units?: number;
}

type Drawn = Pick<Figure, 'value' | 'scored'>;

export const NO_INTERVALS = {
  single: 'n = 1',
  notASample: 'not of a sample',
  notDrawn: 'not drawn',
  /** Every resample has the same value, and it is no share: a width of 0 would call it certain. */
  alike: 'all alike',
  undefined: 'undefined in every resample',
  /** Whether something is significant, or which is best. */
  decision: 'a decision',
} as const;
export type NoInterval = (typeof NO_INTERVALS)[keyof typeof NO_INTERVALS];

export interface FigureOptions extends BootstrapOptions {
  /** 0: no intervals. Default: 1,000, and none for more than 20,000 items. */
  readonly resamples?: number | undefined;
}

/** A figure without an interval. @param scored items that it was taken over */
export function plainFigure(
  value: number | null,
  scored: number,
  missing = 0,
  noInterval: NoInterval = NO_INTERVALS.notASample,
): Figure {
  const figure = { value, scored, missing, interval: null };
  return value === null ? figure : { ...figure, noInterval };
}

type Measured = Pick<Figure, 'value'> & Partial<Pick<Figure, 'scored' | 'missing'>>;

/** True: the mean of what lies between no (0) and yes (1) for every unit. */
export interface Kind {
  readonly isShare?: boolean | undefined;
}

/** An interval of fewer than two items would be their value. */
const MIN_ITEMS_DRAWN = 2;

/** Null of no items. */
export function figureOf<Item>(
  items: readonly Item[],
  measure: (items: readonly Item[]) => Measured,
  { isShare = false, ...options }: FigureOptions & Kind,
): Figure {
  if (items.length === 0) return plainFigure(null, 0);
  const { value, scored = items.length, missing = 0 } = measure(items);
  const counted = { value, scored, missing };
  const figure = isShare
    ? { ...counted, units: items.filter((item) => measure([item]).value !== null).length }
    : counted;
  if (value === null) return { ...figure, interval: null };
  if (items.length < MIN_ITEMS_DRAWN) return { ...figure, interval: null, noInterval: NO_INTERVALS.single };
  const resample = resamplingOf(items, (drawn): Drawn => ({ scored: drawn.length, ...measure(drawn) }));
  return { ...figure, resample, ...intervalBy(resample, items.length, figure, options) };
}

/** How figures of separate data are put together: each counts the same, or by the items that it was taken over. */
export const AVERAGES = ['macro', 'pooled'] as const;
export type Average = (typeof AVERAGES)[number];

const AVERAGE_OF: Readonly<Record<Average, (parts: readonly Drawn[]) => number | null>> = {
  /** Without one of the values there is no mean: it leaves no data out. */
  macro: (parts) => {
    const values = parts.flatMap(({ value }) => value ?? []);
    return values.length < parts.length ? null : mean(values);
  },
  pooled: (parts) => {
    const scoredIn = sumBy(parts, ({ value, scored }) => (value === null ? 0 : scored));
    const sum = sumBy(parts, ({ value, scored }) => (value ?? 0) * scored);
    return ratio(sum, scoredIn);
  },
};

/** Over separate data, each resampled by itself (a stratified bootstrap). */
export function averageOver(figures: readonly Figure[], average: Average, options: FigureOptions): Figure {
  const units = figures.flatMap((figure) => figure.units ?? []);
  const areShares = average === 'pooled' && units.length === figures.length;
  const ofAll = areShares ? { units: units.reduce((all, each) => all + each, 0) } : {};
  return together(figures, AVERAGE_OF[average], (random) => () => random, { ...options, ...ofAll });
}

/** Over several measurements of the same items in the same order: a resample draws the same items for each. */
export function averageOfRepeats(figures: readonly Figure[], options: FigureOptions): Figure {
  const sameSeed = (random: () => number) => {
    const seed = Math.floor(random() * 2 ** 32);
    return () => seededRandom(seed);
  };
  return together(figures, AVERAGE_OF.macro, sameSeed, options);
}

/** @param randomsOf of one resample: the numbers by which each figure is drawn */
function together(
  figures: readonly Figure[],
  average: (parts: readonly Drawn[]) => number | null,
  randomsOf: (random: () => number) => () => () => number,
  { units, ...options }: FigureOptions & Pick<Figure, 'units'>,
): Figure {
  const [only, ...others] = figures;
  if (only !== undefined && others.length === 0) return only;
  const scored = sumBy(figures, (figure) => figure.scored);
  const averaged = { value: average(figures), scored, missing: sumBy(figures, ({ missing }) => missing) };
  const figure = units === undefined ? averaged : { ...averaged, units };
  if (figure.value === null) return { ...figure, interval: null };
  const measured = figures.filter(({ value }) => value !== null);
  const resamples = measured.flatMap(({ resample }) => resample ?? []);
  if (resamples.length < measured.length) {
    const undrawn = measured.find(({ resample }) => resample === undefined);
    return { ...figure, interval: null, noInterval: undrawn?.noInterval ?? NO_INTERVALS.notASample };
  }
  const resample: Resample<Drawn> = (random) => {
    const next = randomsOf(random);
    const parts = resamples.map((each) => each(next()));
    return { value: average(parts), scored: sumBy(parts, (part) => part.scored) };
  };
  return { ...figure, resample, ...intervalBy(resample, scored, figure, options) };
}

function intervalBy(
  resample: Resample<Drawn>,
  items: number,
  { value, units }: Pick<Figure, 'value' | 'units'>,
  options: FigureOptions,
): Pick<Figure, 'interval' | 'noInterval'> {
  if (resamplesFor(items, options) === 0) return { interval: null, noInterval: NO_INTERVALS.notDrawn };
  const interval = resampledInterval((random) => resample(random).value, drawOptions(items, options));
  if (interval === null) return { interval, noInterval: NO_INTERVALS.undefined };
  if (interval.high - interval.low > ROUNDING) return { interval };
  const limits = units === undefined ? null : limitsOfAll(value, units);
  return limits === null
    ? { interval: null, noInterval: NO_INTERVALS.alike }
    : { interval: { ...interval, ...limits } };
}

/**
 * The exact 95 % interval of a share of which all units have something, or none (Clopper and Pearson 1934); it holds for
 * units between 0 and 1 too. Null for any other share.
 */
function limitsOfAll(share: number | null, units: number): Pick<Interval, 'low' | 'high'> | null {
  const margin = 1 - 0.025 ** (1 / units);
  if (share === 1) return { low: 1 - margin, high: 1 };
  return share === 0 ? { low: 0, high: margin } : null;
}

export function resamplesFor(items: number, { resamples }: FigureOptions): number {
  return resamples ?? (items > MAX_ITEMS_DRAWN ? 0 : 1000);
}

export function drawOptions(items: number, options: FigureOptions): BootstrapOptions {
  return { resamples: resamplesFor(items, options), seed: options.seed };
}
