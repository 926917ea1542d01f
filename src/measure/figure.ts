/** One figure with how sure it is. */
import {
  resampledInterval,
  resamplingOf,
  type BootstrapOptions,
  type Interval,
  type Resample,
} from '../metrics/bootstrap.ts';
import { mean } from '../metrics/mean.ts';

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
  readonly resample?: Resample;
}

export const NO_INTERVALS = {
  single: 'n = 1',
  notASample: 'not of a sample',
  notDrawn: 'not drawn',
  undefined: 'undefined in every resample',
} as const;
export type NoInterval = (typeof NO_INTERVALS)[keyof typeof NO_INTERVALS];

export interface FigureOptions extends BootstrapOptions {
  /** 0: no intervals. Default: 1,000, and none for more than 20,000 items. */
  readonly resamples?: number | undefined;
}

/** A figure without an interval: a number that is not of a sample, or one without a value. @param scored items that it was taken over */
export function plainFigure(value: number | null, scored: number, missing = 0): Figure {
  const figure = { value, scored, missing, interval: null };
  return value === null ? figure : { ...figure, noInterval: NO_INTERVALS.notASample };
}

type Measured = Pick<Figure, 'value'> & Partial<Pick<Figure, 'scored' | 'missing'>>;

/** An interval of fewer than two items would be their value. */
const MIN_ITEMS_DRAWN = 2;

/** @param items at least one */
export function figureOf<Item>(
  items: readonly Item[],
  measure: (items: readonly Item[]) => Measured,
  options: FigureOptions,
): Figure {
  const { value, scored = items.length, missing = 0 } = measure(items);
  const figure = { value, scored, missing };
  if (value === null) return { ...figure, interval: null };
  if (items.length < MIN_ITEMS_DRAWN) return { ...figure, interval: null, noInterval: NO_INTERVALS.single };
  const resample = resamplingOf(items, (drawn) => measure(drawn).value);
  return { ...figure, resample, ...intervalBy(resample, items.length, options) };
}

/**
 * The mean of figures over separate data. Each is resampled by itself (a stratified bootstrap). Without one of the values
 * there is no mean: it leaves no data out.
 */
export function macroAverage(figures: readonly Figure[], options: FigureOptions): Figure {
  const [only, ...others] = figures;
  if (only !== undefined && others.length === 0) return only;
  const sum = (of: (figure: Figure) => number) => figures.reduce((all, figure) => all + of(figure), 0);
  const scored = sum((figure) => figure.scored);
  const counted = { scored, missing: sum(({ missing }) => missing), interval: null };
  const value = meanOfAll(figures.map((figure) => figure.value));
  if (value === null) return { value, ...counted };
  const resamples = figures.flatMap(({ resample }) => resample ?? []);
  if (resamples.length < figures.length) {
    const noInterval = figures.find(({ resample }) => resample === undefined)?.noInterval ?? NO_INTERVALS.notASample;
    return { value, ...counted, noInterval };
  }
  const resample: Resample = (random) => meanOfAll(resamples.map((each) => each(random)));
  return { value, ...counted, resample, ...intervalBy(resample, scored, options) };
}

function meanOfAll(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : mean(known);
}

function intervalBy(
  resample: Resample,
  items: number,
  options: FigureOptions,
): Pick<Figure, 'interval' | 'noInterval'> {
  if (resamplesFor(items, options) === 0) return { interval: null, noInterval: NO_INTERVALS.notDrawn };
  const interval = resampledInterval(resample, drawOptions(items, options));
  return interval === null ? { interval, noInterval: NO_INTERVALS.undefined } : { interval };
}

export function resamplesFor(items: number, { resamples }: FigureOptions): number {
  return resamples ?? (items > MAX_ITEMS_DRAWN ? 0 : 1000);
}

export function drawOptions(items: number, options: FigureOptions): BootstrapOptions {
  return { resamples: resamplesFor(items, options), seed: options.seed };
}
