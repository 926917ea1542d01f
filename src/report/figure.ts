/** A figure and how sure it is, as people read it. */
import type { Figure } from '../measure/figure.ts';
import type { PairedDifference } from '../metrics/bootstrap.ts';
import { paint, say, type Inline } from './report.ts';
import { fixed } from './words.ts';

/** "0.412"; “–” where it is undefined. */
export function decimals(value: number | null, places = 3): string {
  return value === null ? '–' : fixed(value, places);
}

interface Shown {
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** "0.38 – 0.44"; empty where none was drawn. */
export function intervalText({ interval }: Pick<Shown, 'interval'>, places = 3): string {
  return interval === null ? '' : `${fixed(interval.low, places)} – ${fixed(interval.high, places)}`;
}

/** The figure with its interval in brackets. */
export function figureText(figure: Shown, places = 3): Inline {
  const interval = intervalText(figure, places);
  const value = paint.strong(decimals(figure.value, places));
  return interval === '' ? value : say`${value} ${paint.soft(`(${interval})`)}`;
}

export function differenceText({ difference, interval }: Omit<PairedDifference, 'isSignificant'>): Inline {
  return figureText({ value: difference, interval });
}

export function significanceText({ isSignificant }: Pick<PairedDifference, 'isSignificant'>): Inline {
  return isSignificant ? paint.strong('not by chance') : '';
}

export function betweenText({ first, second }: { readonly first: string; readonly second: string }): string {
  return `${first} – ${second}`;
}

export const INTERVALS = 'Intervals are of 95 %, by the bootstrap.';

/** A figure in a row of CSV. */
export function figureCells({ value, interval, scored, missing }: Figure) {
  return { value, ...intervalCells(interval), scored, missing };
}

export function intervalCells(interval: Shown['interval']) {
  return { low: interval?.low ?? null, high: interval?.high ?? null };
}

export const FIGURE_COLUMNS = ['value', 'low', 'high', 'scored', 'missing'] as const;
