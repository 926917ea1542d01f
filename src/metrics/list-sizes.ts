/** How many items checklists have (checklist study, tables 5 and 6). */
import { mean, populationDeviation } from './mean.ts';

export interface ListSizes {
  readonly lists: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Of the population: divided by the number of lists. */
  readonly deviation: number;
  readonly sum: number;
}

/** @param counts the number of items of each list @returns null of no lists */
export function listSizes(counts: readonly number[]): ListSizes | null {
  const [average, deviation] = [mean(counts), populationDeviation(counts)];
  if (average === null || deviation === null) return null;
  const different = new Set(counts);
  const sum = counts.reduce((all, count) => all + count, 0);
  return {
    lists: counts.length,
    min: Math.min(...different),
    max: Math.max(...different),
    mean: average,
    deviation,
    sum,
  };
}
