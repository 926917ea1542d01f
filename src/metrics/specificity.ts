/** How rare the rarest word of a criterion is (EvalAgent, §4.1 and appendix F.1). */
import { words } from '../text/words.ts';
import { counts } from './kappa.ts';

/**
 * S(c) = max over the words w of c of log(1 + |R|) / f(w), divided by log(1 + |R|), which leaves 1 / min f(w), in (0, 1];
 * f counts the occurrences of w in the whole pool R. The paper does not print its normalization: this one fits the values
 * that it prints (.5, .1, .07, .009, .005). Tokens are lower-cased words (`words` of src/text).
 * @param pool criteria of all systems that are compared, those measured among them
 * @returns null for a criterion without words; a word that the pool has not counts as occurring once
 */
export function specificityIn(pool: Iterable<string>): (criterion: string) => number | null {
  const frequencies = counts([...pool].flatMap(words));
  return (criterion) => {
    const rarest = words(criterion).reduce((least, word) => Math.min(least, frequencies.get(word) ?? 1), Infinity);
    return rarest === Infinity ? null : 1 / rarest;
  };
}
