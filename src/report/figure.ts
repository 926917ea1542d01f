/** A figure and how sure it is, as people read it. */
import type { Figure } from '../measure/figure.ts';
import { paint, say, type Inline } from './report.ts';

/** "0.412"; “–” where it is undefined. */
export function decimals(value: number | null, places = 3): string {
  return value === null ? '–' : value.toFixed(places);
}

interface Shown {
  readonly value: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** "0.38 – 0.44"; empty where none was drawn. */
export function intervalText({ interval }: Pick<Shown, 'interval'>, places = 3): string {
  return interval === null ? '' : `${interval.low.toFixed(places)} – ${interval.high.toFixed(places)}`;
}

/** The figure with its interval in brackets. */
export function figureText(figure: Shown, places = 3): Inline {
  const interval = intervalText(figure, places);
  const value = paint.strong(decimals(figure.value, places));
  return interval === '' ? value : say`${value} ${paint.soft(`(${interval})`)}`;
}

export const INTERVALS = 'Intervals are of 95 %, by the bootstrap.';

/** A figure in a row of CSV. */
export function figureCells({ value, interval, scored, missing }: Figure) {
  return { value: value ?? '', low: interval?.low ?? '', high: interval?.high ?? '', scored, missing };
}

export const FIGURE_COLUMNS = ['value', 'low', 'high', 'scored', 'missing'] as const;
