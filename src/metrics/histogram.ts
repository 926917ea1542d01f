/** How values are distributed. */
import { counts } from '../domain/groups.ts';
import { ROUNDING } from './is-above.ts';

interface Bin {
  /** The middle of the bin: a multiple of the width. */
  readonly at: number;
  readonly count: number;
}

/** Every bin from the least to the greatest value; a value between two bins is in the upper one. @param width above 0 */
export function histogram(values: readonly number[], width: number): readonly Bin[] {
  // Sums of decimals lie a little below a bin's edge that they are meant to be on.
  const places = values.map((value) => Math.floor(value / width + 0.5 + ROUNDING));
  if (values.length === 0) return [];
  const found = counts(places);
  const [first, last] = [Math.min(...found.keys()), Math.max(...found.keys())];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const place = first + index;
    // Multiples of .1 in decimals, as they are printed.
    return { at: Number((place * width).toFixed(10)), count: found.get(place) ?? 0 };
  });
}
