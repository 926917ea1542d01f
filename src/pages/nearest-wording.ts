/** Finds the passage of a text that is nearest to a missing quote. */
import { printableLine, shorten } from '../text/printable.ts';
import { UNSPACED } from '../text/words.ts';

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
  // Two lists of plain values: an object for each word of a long page would keep the collector of garbage busy.
  const words: string[] = [];
  const starts: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    words.push(word.toLowerCase());
    starts.push(index);
  }
  let best = { score: Math.max(1, wanted.length * MIN_SHARE), start: 0, end: 0 };
  for (let at = 0; at < Math.max(1, words.length - wanted.length + 1); at += 1) {
    const window = words.slice(at, at + wanted.length);
    const shared = wanted.filter((word) => window.includes(word)).length;
    if (shared < Math.floor(best.score)) continue;
    const placed = wanted.filter((word, index) => window[index] === word).length;
    const score = shared + placed / (wanted.length + 1);
    const last = at + window.length - 1;
    if (score > best.score)
      best = { score, start: starts[at] ?? 0, end: (starts[last] ?? 0) + (words[last]?.length ?? 0) };
  }
  return best.end === 0 ? null : text.slice(best.start, best.end);
}
