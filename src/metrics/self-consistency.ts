/** Agreement of a judge with itself over repeated samples. */
import { counts } from '../domain/groups.ts';
import type { Agreement } from './accuracy.ts';
import { mean, requireSome } from './mean.ts';

/**
 * Probability that two samples of one item are equal, averaged over items; in [0, 1]. Items with fewer than two readable
 * samples count as missing.
 * @param items samples per item; null: unscored
 * @throws InputError without items
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
