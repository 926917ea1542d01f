/** Finds the passage of a text that is nearest to a missing quote. */
import { printableLine, shorten } from '../text/printable.ts';
import { UNSPACED } from './words-by-stretch.ts';

/** Minimum share of the quote's words in the passage. */
const MIN_SHARE = 0.5;
const MAX_SHOWN_CHARS = 120;
/** In scripts without spaces each letter is a word. */
const WORD = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, 'gu');

/** For messages: “the quote” and the nearest passage. */
export function quoteAndNearest(text: string, quote: string): string {
  const shown = [quote, nearestWording(text, quote) ?? []].flat();
  return shown.map((part) => `“${shorten(printableLine(part), MAX_SHOWN_CHARS)}”`).join('; nearest there: ');
}

/**
 * The window of as many words as the quote with the most words in common, then with the most in the same position, then the
 * first. Null if no window has half of the quote's words.
 */
export function nearestWording(text: string, quote: string): string | null {
  const wanted = [...quote.toLowerCase().matchAll(WORD)].map(([word]) => word);
  const textWords = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  let best = { score: Math.max(1, wanted.length * MIN_SHARE), start: 0, end: 0 };
  for (let at = 0; at < Math.max(1, textWords.length - wanted.length + 1); at += 1) {
    const window = textWords.slice(at, at + wanted.length);
    const shared = wanted.filter((word) => window.some((other) => other.word === word)).length;
    if (shared < Math.floor(best.score)) continue;
    const placed = wanted.filter((word, index) => window[index]?.word === word).length;
    const score = shared + placed / (wanted.length + 1);
    const last = window.at(-1);
    if (score > best.score)
      best = { score, start: window[0]?.index ?? 0, end: (last?.index ?? 0) + (last?.word.length ?? 0) };
  }
  return best.end === 0 ? null : text.slice(best.start, best.end);
}
