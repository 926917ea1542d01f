/** Where a text comes nearest to a quote that it does not have. */
import { printableLine, shorten } from '../text/printable.ts';
import { UNSPACED } from './words-by-stretch.ts';

/** Of the quote's words; a text that has fewer of them side by side does not say the like. */
const MIN_SHARE = 0.5;
const MAX_SHOWN_CHARS = 120;
/** Each letter is one where words are written without spaces. */
const WORD = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, 'gu');

/** For a message: “the quote”, and what comes nearest to it there. */
export function quoteAndNearest(text: string, quote: string): string {
  const shown = [quote, nearestWording(text, quote) ?? []].flat();
  return shown.map((part) => `“${shorten(printableLine(part), MAX_SHOWN_CHARS)}”`).join('; nearest there: ');
}

/**
 * As many words side by side as the quote has, with the most of its words among them; of several such, those with the
 * most at their own place, then the first. Null where half of the quote's words are nowhere together.
 */
export function nearestWording(text: string, quote: string): string | null {
  const wanted = [...quote.toLowerCase().matchAll(WORD)].map(([word]) => word);
  const there = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  let best = { score: Math.max(1, wanted.length * MIN_SHARE), start: 0, end: 0 };
  for (let at = 0; at < Math.max(1, there.length - wanted.length + 1); at += 1) {
    const window = there.slice(at, at + wanted.length);
    const shared = wanted.filter((word) => window.some((other) => other.word === word)).length;
    if (shared < Math.floor(best.score)) continue;
    const placed = wanted.filter((word, index) => window[index]?.word === word).length;
    const [score, last] = [shared + placed / (wanted.length + 1), window.at(-1)];
    if (score > best.score)
      best = { score, start: window[0]?.index ?? 0, end: (last?.index ?? 0) + (last?.word.length ?? 0) };
  }
  return best.end === 0 ? null : text.slice(best.start, best.end);
}
