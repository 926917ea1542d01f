/** A figure without an interval. */
import type { Figure } from '../../measure/figure.ts';

/** @param scored items that it was taken over */
export function plainFigure(value: number | null, scored: number, missing = 0): Figure {
  return { value, scored, missing, interval: null };
}
