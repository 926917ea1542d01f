/** Paired permutation test: a difference beside those that come of swapping the two systems at random (Fisher 1935). */
import { seededRandom } from '../domain/seeded-random.ts';
import type { BootstrapOptions } from './bootstrap.ts';
import { InputError } from '../domain/errors.ts';
import { requireSome } from './mean.ts';
import { isAbove } from './is-above.ts';

interface PermutationTest {
  /** First minus second; null if either is undefined. */
  readonly difference: number | null;
  /** Two-sided; null without a difference, or without resamples. */
  readonly p: number | null;
  /** True: by all swaps, not by some of them. */
  readonly isExact: boolean;
}

/**
 * Within each pair the two results are swapped or not: by all 2ⁿ ways where there are no more than `resamples`, else by as
 * many random ones, p being (1 + those at least as far from 0) / (1 + all) (Phipson and Smyth 2010). Ways
 * for which the figure is undefined are ignored, as resamples are.
 * @param first results of the first system
 * @param second results of the second system for the same items, in the same order
 * @throws InputError without items, or for different numbers of items
 */
export function permutationTest<Item>(
  first: readonly Item[],
  second: readonly Item[],
  figure: (drawn: readonly Item[]) => number | null,
  { resamples = 1000, seed = 42 }: BootstrapOptions = {},
): PermutationTest {
  requireSome(first, 'items');
  if (first.length !== second.length)
    throw new InputError(`Paired figures need the same items: there are ${first.length} and ${second.length}.`);
  const differenceWith = (isSwapped: (at: number) => boolean): number | null => {
    const swaps = first.map((_, at) => isSwapped(at));
    const pick = (one: readonly Item[], other: readonly Item[]) =>
      one.flatMap((_, at) => (swaps[at] === true ? other : one).slice(at, at + 1));
    const [ofFirst, ofSecond] = [figure(pick(first, second)), figure(pick(second, first))];
    return ofFirst === null || ofSecond === null ? null : ofFirst - ofSecond;
  };
  const difference = differenceWith(() => false);
  const isExact = 2 ** first.length <= resamples;
  if (difference === null || resamples === 0) return { difference, p: null, isExact };
  const isAsFar = (other: number) => !isAbove(Math.abs(difference), Math.abs(other));
  const random = seededRandom(seed);
  const ways = isExact ? 2 ** first.length : resamples;
  let [asFar, defined] = [0, 0];
  for (let way = 0; way < ways; way += 1) {
    const isSwapped = isExact ? (at: number) => (way >> at) % 2 === 1 : () => random() < 0.5;
    const other = differenceWith(isSwapped);
    if (other === null) continue;
    defined += 1;
    if (isAsFar(other)) asFar += 1;
  }
  return { difference, p: isExact ? asFar / defined : (1 + asFar) / (1 + defined), isExact };
}
