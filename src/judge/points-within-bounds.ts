/** Points of other scales, as those of items. Pure. */
import { MAX_WEIGHT } from '../domain/checklist.ts';
import { DEFAULT_WEIGHT } from './new-item.ts';

/**
 * Points beyond what an item may have are brought into bounds together: their shares stay, also beside items without points.
 * @param points null: none are given, which counts as the default
 * @returns factor 1 where all are as given
 */
export function pointsWithinBounds(points: readonly (number | null)[]): {
  readonly factor: number;
  readonly points: readonly (number | null)[];
} {
  const largest = Math.max(0, ...points.map((each) => Math.abs(each ?? 0)));
  if (largest <= MAX_WEIGHT) return { factor: 1, points };
  const factor = MAX_WEIGHT / largest;
  // The product may come out a hair above the bound, where no file of a checklist could be read again.
  const scaled = (each: number) => Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, each * factor));
  return { factor, points: points.map((each) => scaled(each ?? DEFAULT_WEIGHT)) };
}
