/** One figure with how sure it is. */
import { bootstrap, type BootstrapOptions, type Interval } from '../metrics/bootstrap.ts';

/** Without being asked to, nobody draws more items than this: their intervals are narrow, and take minutes. */
const MAX_ITEMS_DRAWN = 20_000;

export interface Figure {
  /** Null where it is undefined. */
  readonly value: number | null;
  /** Items that it was taken over, and those left out for lack of a value. */
  readonly scored: number;
  readonly missing: number;
  /** Of 95 %; null where none was drawn, or none is defined. */
  readonly interval: Interval | null;
}

export interface FigureOptions extends BootstrapOptions {
  /** 0: no intervals. Default: 1,000, and none for more than 20,000 items. */
  readonly resamples?: number | undefined;
}

/** A figure without an interval. @param scored items that it was taken over */
export function plainFigure(value: number | null, scored: number, missing = 0): Figure {
  return { value, scored, missing, interval: null };
}

type Measured = Pick<Figure, 'value'> & Partial<Pick<Figure, 'scored' | 'missing'>>;

/** @param items at least one */
export function figureOf<Item>(
  items: readonly Item[],
  measure: (items: readonly Item[]) => Measured,
  options: FigureOptions,
): Figure {
  const { value, scored = items.length, missing = 0 } = measure(items);
  const isDrawn = value !== null && resamplesFor(items.length, options) > 0;
  return {
    value,
    scored,
    missing,
    interval: isDrawn ? bootstrap(items, (drawn) => measure(drawn).value, drawOptions(items.length, options)) : null,
  };
}

export function resamplesFor(items: number, { resamples }: FigureOptions): number {
  return resamples ?? (items > MAX_ITEMS_DRAWN ? 0 : 1000);
}

export function drawOptions(items: number, options: FigureOptions): BootstrapOptions {
  return { resamples: resamplesFor(items, options), seed: options.seed };
}
