/** Lexical redundancy of the criteria of one list. */
import { jaccard } from '../text/similarity.ts';
import { contentStems } from '../text/words.ts';
import { mean } from './mean.ts';

/**
 * Mean over criteria of the maximum Jaccard similarity of content stems with another criterion, in [0, 1]. Ignores synonyms.
 * Quadratic: use it for the criteria of one task. Null for fewer than two criteria.
 */
export function redundancy(criteria: readonly string[]): number | null {
  const stems = criteria.map((criterion) => new Set(contentStems(criterion)));
  if (stems.length < 2) return null;
  return mean(
    stems.map((left, at) => Math.max(...stems.map((other, place) => (place === at ? 0 : jaccard(left, other))))),
  );
}
