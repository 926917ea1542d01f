/** Means, shares and totals of values that come in groups, such as the criteria of each task. */
import { ratio } from '../metrics/mean.ts';
import { figureOf, NO_INTERVALS, plainFigure, type Figure, type FigureOptions, type Kind } from './figure.ts';

/** A sum over some of the values: means over groups drawn anew are sums over sums. */
export interface Sum {
  readonly sum: number;
  readonly count: number;
}

/** The mean of all values. Values of one group hang together, so intervals draw groups; of a single group, its values. */
export function meanOfGroups(groups: readonly (readonly number[])[], options: FigureOptions & Kind): Figure {
  const sums = groups.length > 1 ? groups.map(sumOf) : groups.flat().map((value) => sumOf([value]));
  return meanFigure(sums, options);
}

/** Σ sum / Σ count, such as the share of items of several lists; null where nothing was counted. */
export function meanFigure(sums: readonly Sum[], options: FigureOptions & Kind): Figure {
  const scoredOf = (drawn: readonly Sum[]) => drawn.reduce((all, { count }) => all + count, 0);
  const counted = sums.filter(({ count }) => count > 0);
  if (counted.length === 0) return plainFigure(null, 0);
  // Resamples of one group among empty ones have its value, or none.
  if (counted.length === 1 && sums.length > 1)
    return plainFigure(meanOfSums(counted), scoredOf(counted), 0, NO_INTERVALS.single);
  return figureOf(sums, (drawn) => ({ value: meanOfSums(drawn), scored: scoredOf(drawn) }), options);
}

/** Σ of the groups' counts; null without groups. */
export function totalFigure(counts: readonly number[], options: FigureOptions): Figure {
  return figureOf(counts, (drawn) => ({ value: sumOf(drawn).sum }), options);
}

export function sumOf(values: readonly number[]): Sum {
  return { sum: values.reduce((sum, value) => sum + value, 0), count: values.length };
}

/** Null where there are no values. */
export function meanOfSums(sums: readonly Sum[]): number | null {
  const [sum, count] = sums.reduce(([all, many], part) => [all + part.sum, many + part.count], [0, 0]);
  return ratio(sum, count);
}
