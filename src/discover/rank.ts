/** The order of criteria: by relevance; ties by support, then by specificity, then by the text itself. */
import type { Criterion } from '../domain/criterion.ts';

/** Fewest occurrences over the pool of any word of the text: small means specific (EvalAgent, specificity S). */
function rarestWordCount(text: string, counts: ReadonlyMap<string, number>): number {
  return words(text).reduce(
    (least, word) => Math.min(least, counts.get(word) ?? 1),
    Number.POSITIVE_INFINITY,
  );
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Best first. Unscored criteria come last: no verdict is not a low score, but it cannot lead a list either. */
export function rankCriteria(criteria: readonly Criterion[]): Criterion[] {
  const counts = new Map<string, number>();
  for (const criterion of criteria)
    for (const word of words(criterion.text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const keyed = criteria.map((criterion) => ({ criterion, rarest: rarestWordCount(criterion.text, counts) }));
  const score = (criterion: Criterion): number =>
    criterion.relevance.status === 'scored' ? criterion.relevance.score : Number.NEGATIVE_INFINITY;
  return keyed
    .sort((a, b) => {
      const [left, right] = [score(a.criterion), score(b.criterion)];
      if (left !== right) return left < right ? 1 : -1;
      return (
        b.criterion.support.sites - a.criterion.support.sites ||
        b.criterion.support.sources - a.criterion.support.sources ||
        a.rarest - b.rarest ||
        (a.criterion.text < b.criterion.text ? -1 : a.criterion.text > b.criterion.text ? 1 : 0)
      );
    })
    .map(({ criterion }) => criterion);
}
