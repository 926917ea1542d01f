/** What people read of a pair: names, where judges are shown two letters. Pure. */
import type { NamedResponse, Winner } from '../domain/comparison.ts';
import { shortPaths } from '../text/short-paths.ts';

export type PairNames = Readonly<Record<Winner, string>>;

/** Without the folders that both stand in; told apart where they are the same. */
export function pairNames(pair: Readonly<Record<'a' | 'b', Pick<NamedResponse, 'name'>>>): PairNames {
  const [a, b] = [pair.a.name, pair.b.name];
  if (a === b) return { a: `${a} (first)`, b: `${b} (second)`, tie: 'a tie' };
  const [ofA = a, ofB = b] = shortPaths([a, b]);
  return { a: ofA, b: ofB, tie: 'a tie' };
}

const LABEL = /\b[Rr]esponse ([AB])\b/gu;

/**
 * A judge's words with names in place of its labels. A letter alone may be an article: where one is left, it is said
 * which response the letters meant.
 * @param shown names in the order in which the judge was shown the two
 */
export function withNames(reason: string, shown: readonly [string, string]): string {
  const [first, second] = shown;
  const named = reason.replace(LABEL, (_label, letter: string) => `“${letter === 'A' ? first : second}”`);
  return /\b[AB]\b/u.test(reason.replace(LABEL, '')) ? `${named} (A: ${first}, B: ${second})` : named;
}
