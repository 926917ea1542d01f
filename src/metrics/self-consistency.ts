/** How far one judge agrees with itself when it is asked the same again. */
import { counts, type Agreement } from './kappa.ts';
import { mean, requireSome } from './mean.ts';

/**
 * The chance that two different samples of one item are equal, averaged over items; in [0, 1]. Items with fewer than two
 * readable samples are left out and counted.
 * @param items the samples of each item; null: unscored
 * @throws InputError where there are no items
 */
export function selfConsistency(items: readonly (readonly (string | number | null)[])[]): Agreement {
  requireSome(items, 'items');
  const readable = items
    .map((samples) => samples.filter((sample) => sample !== null))
    .filter(({ length }) => length > 1);
  const agreements = readable.map((samples) => {
    const same = [...counts(samples).values()].reduce((sum, count) => sum + count * (count - 1), 0);
    return same / (samples.length * (samples.length - 1));
  });
  return { value: mean(agreements), scored: readable.length, missing: items.length - readable.length };
}
