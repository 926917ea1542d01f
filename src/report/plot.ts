/** A plot of figures as data. A table beside it says the same, or its label does. */

export interface Plot {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Names at x = 0, 1, 2 …, in place of numbers. */
  readonly categories?: readonly string[];
  /** Default: from the least to the greatest value. */
  readonly yRange?: readonly [number, number];
  /** Read to those who cannot see it; default: the title. */
  readonly label?: string;
  readonly size?: 'small';
  readonly series: readonly PlotSeries[];
}

export interface PlotSeries {
  readonly name: string;
  readonly isLine?: true;
  readonly points: readonly PlotPoint[];
}

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly interval?: { readonly low: number; readonly high: number } | null;
  /** Shown while one points at it. */
  readonly name?: string;
}
