/** Finds what a claimed quote quotes: the exact span of a page's canonical text. */
import type { Span } from '../domain/page.ts';
import { normalizeQuote } from './normalize-quote.ts';

export type QuoteAligner = (claimed: string) => Span | null;

/**
 * Finds quotes of one text, which is normalized once.
 *
 * It gives the first span of `text` that says what `claimed` says, up to white space, quote marks, dashes, "…" for
 * "...", soft hyphens and Unicode form, and nothing else: other case, a missing or changed word or an ellipsis for words
 * that were left out is no match. The span never cuts a surrogate pair, a ligature or a combining sequence; null where
 * there is none, or where the claim has no visible character.
 */
export function quoteAligner(text: string): QuoteAligner {
  const { text: folded, starts, ends } = normalizeQuote(text);
  return (claimed) => {
    const wanted = normalizeQuote(claimed).text.trim();
    if (wanted === '') return null;
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const last = at + wanted.length - 1;
      const start = starts[at] ?? 0;
      const end = ends[last] ?? 0;
      const cutsStart = at > 0 && starts[at - 1] === start;
      const cutsEnd = last + 1 < folded.length && ends[last + 1] === end;
      if (!cutsStart && !cutsEnd) return { start, end };
    }
    return null;
  };
}
