/** Makes a query fit what a service takes. */
import type { QueryLimits } from './engines/engine.ts';

/**
 * White space collapsed; then as many whole words from the start as fit, since a query says what it is about first and
 * then narrows it down. A single word beyond the limit is cut, never inside a character. The caller reports the
 * difference: a query that a service would refuse is searched for in part instead of not at all.
 */
export function shortenQuery(query: string, { maxChars, maxWords = Infinity }: QueryLimits): string {
  const [first = '', ...others] = query.trim().split(/\s+/u).slice(0, Math.min(maxWords, maxChars));
  let kept = cutWord(first, maxChars);
  for (const word of others) {
    if (kept.length + 1 + word.length > maxChars) break;
    kept += ` ${word}`;
  }
  return kept;
}

function cutWord(word: string, maxChars: number): string {
  if (word.length <= maxChars) return word;
  const cut = word.slice(0, maxChars);
  return /[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * The operator that most engines know: `site:a.example OR site:b.example`.
 * @returns empty where there is nothing to narrow, or where it would leave the query itself no room
 */
export function siteOperator(
  domains: readonly string[],
  { maxChars, maxWords = Infinity }: QueryLimits,
): string {
  const operator = domains.map((domain) => `site:${domain}`).join(' OR ');
  const fits = operator.length <= maxChars / 2 && operator.split(' ').length <= maxWords / 2;
  return fits ? operator : '';
}
