/** One figure with how sure it is. */
import {
  seededRandom,
  resampledInterval,
  resamplingOf,
  type BootstrapOptions,
  type Interval,
  type Resample,
} from '../metrics/bootstrap.ts';
import { mean, ratio } from '../metrics/mean.ts';

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
}

type Drawn = Pick<Figure, 'value' | 'scored'>;

export const NO_INTERVALS = {
  single: 'n = 1',
  notASample: 'not of a sample',
  notDrawn: 'not drawn',
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
  const resample = resamplingOf(items, (drawn): Drawn => ({ scored: drawn.length, ...measure(drawn) }));
  return { ...figure, resample, ...intervalBy(resample, items.length, options) };
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
    const sum = (of: (part: Drawn) => number) => parts.reduce((all, part) => all + of(part), 0);
    return ratio(
      sum(({ value, scored }) => (value ?? 0) * scored),
      sum(({ value, scored }) => (value === null ? 0 : scored)),
    );
  },
};

/** Over separate data, each resampled by itself (a stratified bootstrap). */
export function averageOver(figures: readonly Figure[], average: Average, options: FigureOptions): Figure {
  return together(figures, AVERAGE_OF[average], (random) => () => random, options);
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
  options: FigureOptions,
): Figure {
  const [only, ...others] = figures;
  if (only !== undefined && others.length === 0) return only;
  const sum = (of: (figure: Figure) => number) => figures.reduce((all, figure) => all + of(figure), 0);
  const scored = sum((figure) => figure.scored);
  const figure = { value: average(figures), scored, missing: sum(({ missing }) => missing) };
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
    return { value: average(parts), scored: parts.reduce((all, part) => all + part.scored, 0) };
  };
  return { ...figure, resample, ...intervalBy(resample, scored, options) };
}

function intervalBy(
  resample: Resample<Drawn>,
  items: number,
  options: FigureOptions,
): Pick<Figure, 'interval' | 'noInterval'> {
  if (resamplesFor(items, options) === 0) return { interval: null, noInterval: NO_INTERVALS.notDrawn };
  const interval = resampledInterval((random) => resample(random).value, drawOptions(items, options));
  return interval === null ? { interval, noInterval: NO_INTERVALS.undefined } : { interval };
}

export function resamplesFor(items: number, { resamples }: FigureOptions): number {
  return resamples ?? (items > MAX_ITEMS_DRAWN ? 0 : 1000);
}

export function drawOptions(items: number, options: FigureOptions): BootstrapOptions {
  return { resamples: resamplesFor(items, options), seed: options.seed };
}
