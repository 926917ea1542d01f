/** Specificity: rarity of the rarest word of a criterion (EvalAgent, §4.1 and appendix F.1). */
import { words } from '../text/words.ts';
import { counts } from '../domain/groups.ts';

/**
 * S(c) = max over the words w of c of log(1 + |R|) / f(w), divided by log(1 + |R|), which leaves 1 / min f(w), in (0, 1];
 * f(w) is the number of occurrences in the pool R. The paper does not state its normalization; this one fits its values
 * (.5, .1, .07, .009, .005). Tokens are lower-case words (`words` of src/text).
 * @param pool criteria of all compared systems, the measured ones included
 * @returns null for a criterion without words; a word that is not in the pool counts as occurring once
 */
export function specificityIn(pool: Iterable<string>): (criterion: string) => number | null {
  const frequencies = counts([...pool].flatMap(words));
  return (criterion) => {
    const rarest = words(criterion).reduce((least, word) => Math.min(least, frequencies.get(word) ?? 1), Infinity);
    return rarest === Infinity ? null : 1 / rarest;
  };
}
