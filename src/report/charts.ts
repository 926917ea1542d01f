/** Charts as data: a plot of figures, or bars. A table beside a chart says the same, or its label does. */
import type { Tone } from './report.ts';

export interface Plot {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** What stands at x = 0, 1, 2 …, in place of numbers. */
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

export interface Bars {
  readonly title: string;
  /** Read to those who cannot see it. */
  readonly label: string;
  readonly rows: readonly BarRow[];
  /** Funnels are centred. */
  readonly isCentred?: true;
}

export interface BarRow {
  readonly name: string;
  /** From left to right, as shares of the full width. */
  readonly parts: readonly { readonly share: number; readonly tone: Extract<Tone, 'good' | 'accent' | 'soft'> }[];
  readonly figure: string;
}
