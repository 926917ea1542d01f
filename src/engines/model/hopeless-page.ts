/** The lexical prefilter: pages that no rater could find advice on. Generous, because what it drops is gone. */
import type { Page } from '../../domain/page.ts';
import { sentences } from '../../text/sentences.ts';
import { contentStems, wordCount } from '../../text/words.ts';
import { ADVICE_LIKE, adviceScore } from './advice-cues.ts';

/** A page with less than a short paragraph has nothing to rate. */
const MIN_WORDS = 40;
/** With the space after it; longer ones are rare, and so are pages of nothing else. */
const MAX_WORD_CHARS = 50;
/** One such sentence stands on any page ("Subscribe to our newsletter."). */
const MIN_ADVICE_LIKE = 3;

/** Why nobody need rate the page; null where somebody should. */
export function hopelessBecause(page: Page, queries: readonly string[]): string | null {
  if (wordCount(page.text.slice(0, MIN_WORDS * MAX_WORD_CHARS)) < MIN_WORDS)
    return `it has fewer than ${MIN_WORDS} words`;
  // The cues are English words.
  if (page.language !== null && page.language !== 'eng') return null;
  const wanted = new Set(contentStems(queries.join(' ')));
  const namesWanted = (said: string) => contentStems(said).some((stem) => wanted.has(stem));
  let hasWanted = namesWanted(page.title ?? '');
  let adviceLike = 0;
  // Sentence by sentence, because most pages show in the first few that they are worth rating.
  for (const sentence of sentencesOf(page)) {
    hasWanted ||= namesWanted(sentence);
    if (adviceLike < MIN_ADVICE_LIKE && adviceScore(sentence) >= ADVICE_LIKE) adviceLike += 1;
    if (hasWanted && adviceLike >= MIN_ADVICE_LIKE) return null;
  }
  return hasWanted
    ? `fewer than ${MIN_ADVICE_LIKE} of its sentences read like advice`
    : 'it has not one word in common with the queries';
}

function* sentencesOf({ text, blocks }: Page): Generator<string> {
  for (const { start, end } of blocks) yield* sentences(text.slice(start, end));
}
