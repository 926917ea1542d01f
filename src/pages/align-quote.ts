/** Finds what a claimed quote quotes: the exact span of a page's canonical text. */
import type { Span } from '../domain/page.ts';
import { normalizeQuote } from './normalize-quote.ts';

/** Where to look: `start` inclusive, `end` exclusive, in UTF-16 units; by default the whole text. */
export interface AlignOptions {
  readonly start?: number;
  readonly end?: number;
}

export type QuoteAligner = (claimed: string, options?: AlignOptions) => Span | null;

/**
 * The first span of `text` that says what `claimed` says, up to white space, quote marks, dashes, "…" for "...",
 * soft hyphens and Unicode form, and nothing else: other case, a missing or changed word or an ellipsis for words
 * that were left out is no match. The span never cuts a surrogate pair, a ligature or a combining sequence.
 * @returns null where there is none, or where the claim has no visible character.
 */
export function alignQuote(text: string, claimed: string, options?: AlignOptions): Span | null {
  return quoteAligner(text)(claimed, options);
}

/** The same for many quotes of one text, which is normalized once. */
export function quoteAligner(text: string): QuoteAligner {
  const { text: folded, starts, ends } = normalizeQuote(text);
  return (claimed, options = {}) => {
    const wanted = normalizeQuote(claimed).text.trim();
    if (wanted === '') return null;
    const limit = options.end ?? text.length;
    const first = options.start === undefined ? 0 : lowerBound(starts, options.start);
    for (let at = folded.indexOf(wanted, first); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const last = at + wanted.length - 1;
      const start = starts[at] ?? 0;
      const end = ends[last] ?? 0;
      if (end > limit) return null;
      const cutsStart = at > 0 && starts[at - 1] === start;
      const cutsEnd = last + 1 < folded.length && ends[last + 1] === end;
      if (!cutsStart && !cutsEnd) return { start, end };
    }
    return null;
  };
}

/** The first index whose value is at least `value`; the values never fall. */
function lowerBound(values: readonly number[], value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
