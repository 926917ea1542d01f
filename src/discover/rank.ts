/** The order of criteria: by relevance; ties by support, then by specificity, then by the text itself. */
import type { Criterion } from '../domain/criterion.ts';

/** Best first. Unscored criteria come last: no verdict is not a low score, but it cannot lead a list either. */
export function rankCriteria(criteria: readonly Criterion[]): Criterion[] {
  const counts = new Map<string, number>();
  for (const { text } of criteria)
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const keyed = criteria.map((criterion) => {
    const { relevance, support, text } = criterion;
    return {
      criterion,
      score: relevance.status === 'scored' ? relevance.score : -1,
      support,
      // Fewest occurrences over the pool of any word: small means specific (EvalAgent, specificity S).
      rarest: Math.min(...wordsOf(text).map((word) => counts.get(word) ?? 1)),
      text,
    };
  });
  return keyed
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.support.sites - a.support.sites ||
        b.support.sources - a.support.sources ||
        a.rarest - b.rarest ||
        (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
    .map(({ criterion }) => criterion);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
