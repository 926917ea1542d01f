/** Where a text comes nearest to a quote that it does not have. */
import { printableLine, shorten } from '../text/printable.ts';
import { wordSpans } from '../text/words.ts';

/** Of the quote's words; a text that has fewer of them side by side does not say the like. */
const MIN_SHARE = 0.5;

const MAX_SHOWN_CHARS = 120;

/** For a message: “the quote”, and what comes nearest to it there. */
export function quoteAndNearest(text: string, quote: string): string {
  const nearest = nearestWording(text, quote);
  const shown = [quote, ...(nearest === null ? [] : [nearest])];
  return shown.map((part) => `“${shorten(printableLine(part), MAX_SHOWN_CHARS)}”`).join('; nearest there: ');
}

/**
 * As many words side by side as the quote has, with the most of its words among them; of several such, those with the
 * most at their own place, then the first. Null where half of the quote's words are nowhere together.
 */
export function nearestWording(text: string, quote: string): string | null {
  const wanted = wordSpans(quote).map(({ word }) => word);
  const there = wordSpans(text);
  const length = Math.min(wanted.length, there.length);
  /** How often each word is still to be found in the window. */
  const missing = new Map<string, number>();
  for (const word of wanted) missing.set(word, (missing.get(word) ?? 0) + 1);
  let shared = 0;
  const take = (word: string | undefined, change: 1 | -1) => {
    const left = word === undefined ? undefined : missing.get(word);
    if (word === undefined || left === undefined) return;
    if (change === 1 ? left > 0 : left >= 0) shared += change;
    missing.set(word, left - change);
  };
  let best = { shared: Math.max(1, wanted.length * MIN_SHARE), placed: -1, start: -1 };
  for (let end = 0; end < there.length; end += 1) {
    const start = end + 1 - length;
    take(there[end]?.word, 1);
    if (start > 0) take(there[start - 1]?.word, -1);
    if (start < 0 || shared < best.shared) continue;
    const placed = wanted.filter((word, index) => there[start + index]?.word === word).length;
    if (shared > best.shared || placed > best.placed) best = { shared, placed, start };
  }
  const [first, last] = [there[best.start], there[best.start + length - 1]];
  return first === undefined || last === undefined ? null : text.slice(first.start, last.end);
}
