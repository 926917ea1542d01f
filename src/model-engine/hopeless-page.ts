/** The lexical prefilter: pages that no rater could find advice on. Generous, because what it drops is gone. */
import type { Page } from '../domain/page.ts';
import { splitSentences } from '../text/sentences.ts';
import { contentStems, wordCount } from '../text/words.ts';
import { ADVICE_LIKE, adviceScore } from './advice-cues.ts';

/** A page with less than a short paragraph has nothing to rate. */
const MIN_WORDS = 40;
/** One such sentence stands on any page ("Subscribe to our newsletter."). */
const MIN_ADVICE_LIKE = 3;

/** Why nobody need rate the page; null where somebody should. */
export function hopelessBecause(page: Page, queries: readonly string[]): string | null {
  if (wordCount(page.text) < MIN_WORDS) return `it has fewer than ${MIN_WORDS} words`;
  const wanted = new Set(contentStems(queries.join(' ')));
  const spans = splitSentences(page.text);
  const said = [page.title ?? '', ...spans.map(({ start, end }) => page.text.slice(start, end))];
  // Sentence by sentence, because most pages show in the first few that they are worth rating.
  if (!said.some((sentence) => contentStems(sentence).some((stem) => wanted.has(stem))))
    return 'it has not one word in common with the queries';
  let adviceLike = 0;
  for (const sentence of said.slice(1)) {
    if (adviceScore(sentence) >= ADVICE_LIKE) adviceLike += 1;
    if (adviceLike >= MIN_ADVICE_LIKE) return null;
  }
  return `fewer than ${MIN_ADVICE_LIKE} of its sentences read like advice`;
}
