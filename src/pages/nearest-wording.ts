/** Finds the passage of a text that is nearest to a missing quote. */
import { counts } from '../domain/groups.ts';
import type { Span } from '../domain/page.ts';
import { splitSentences } from '../text/sentences.ts';
import { printableLine, shorten } from '../text/printable.ts';
import { WORD_OR_LETTER } from '../text/unspaced.ts';

/** Minimum share of the quote's words in the passage. */
const MIN_SHARE = 0.5;
const MAX_SHOWN_CHARS = 120;
/** Of the sentence before and behind a wording. */
const MAX_REST_CHARS = 300;

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
  const found = nearestSpan(text, quote);
  return found && text.slice(found.start, found.end);
}

/**
 * The sentences that it stands in for the most part, where they are no longer than people read: cut, it may say something
 * else.
 */
export function nearestSentence(text: string, quote: string): string | null {
  const found = nearestSpan(text, quote);
  if (found === null) return null;
  const from = Math.max(0, found.start - MAX_REST_CHARS);
  const to = Math.min(text.length, found.end + MAX_REST_CHARS);
  const sentences = splitSentences(text.slice(from, to), 'most')
    .map(({ start, end }) => ({ start: from + start, end: from + end }))
    .filter(({ start, end }) => {
      const shared = Math.min(end, found.end) - Math.max(start, found.start);
      return shared * 2 >= Math.min(end - start, found.end - found.start);
    });
  const { start } = sentences[0] ?? found;
  const { end } = sentences.at(-1) ?? found;
  const isCut = { start: start === from && from > 0, end: end === to && to < text.length };
  return text.slice(isCut.start ? found.start : start, isCut.end ? found.end : end);
}

function nearestSpan(text: string, quote: string): Span | null {
  const wanted = [...quote.toLowerCase().matchAll(WORD_OR_LETTER)].map(([word]) => word);
  // Two lists of plain values: an object for each word of a long page would keep the collector of garbage busy.
  const words: string[] = [];
  const starts: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD_OR_LETTER)) {
    words.push(word.toLowerCase());
    starts.push(index);
  }
  let best = { score: Math.max(1, wanted.length * MIN_SHARE), start: 0, end: 0 };
  const inQuote = counts(wanted);
  const inWindow = new Map<string, number>();
  let shared = 0;
  // The window moves word by word: what it shares changes by the word that comes and the one that goes.
  const move = (word: string | undefined, by: 1 | -1) => {
    const times = word === undefined ? undefined : inQuote.get(word);
    if (word === undefined || times === undefined) return;
    const count = (inWindow.get(word) ?? 0) + by;
    inWindow.set(word, count);
    if (count === (by === 1 ? 1 : 0)) shared += by * times;
  };
  for (const word of words.slice(0, wanted.length)) move(word, 1);
  for (let at = 0; at < Math.max(1, words.length - wanted.length + 1); at += 1) {
    if (at > 0) {
      move(words[at - 1], -1);
      move(words[at + wanted.length - 1], 1);
    }
    if (shared < Math.floor(best.score)) continue;
    const placed = wanted.filter((word, index) => words[at + index] === word).length;
    const score = shared + placed / (wanted.length + 1);
    const last = Math.min(at + wanted.length, words.length) - 1;
    if (score > best.score)
      best = { score, start: starts[at] ?? 0, end: (starts[last] ?? 0) + (words[last]?.length ?? 0) };
  }
  return best.end === 0 ? null : best;
}
