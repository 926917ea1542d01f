/** Quotes as models are shown them: marked in the sentence that they stand in, with the heading above it. */
import type { Advice } from '../domain/advice.ts';
import type { QuoteInPassage } from '../domain/engine.ts';
import type { Page, Span } from '../domain/page.ts';
import { shorten } from '../text/printable.ts';
import { splitSentences } from '../text/sentences.ts';
import type { DiscoveryState } from './discovery.ts';

/** Length of a short sentence with its context, in UTF-16 units: “Do not let it take over” says of what before it. */
const PASSAGE_CHARS = 140;
/** From this length (ten words), a sentence needs no context. */
const LONG_SENTENCE_CHARS = 60;
const SHARE_BEFORE = 2 / 3;
const MAX_REST_CHARS = 240;
const MAX_HEADING_CHARS = 120;

/** @param maxRestChars shown of a sentence before the quote, and after it, in UTF-16 units */
export function passagesIn(
  { sources }: Pick<DiscoveryState, 'sources'>,
  maxRestChars = MAX_REST_CHARS,
): (advice: readonly Advice[]) => QuoteInPassage[] {
  const pages = new Map<string, Page | null>(sources.map(({ source, page }) => [source.id, page]));
  return (advice) =>
    advice.map(({ id, sourceId, quote, start, end }) => {
      const page = pages.get(sourceId) ?? null;
      return { id, quote, passage: page === null ? `«${quote}»` : passageOf(page, { start, end }, maxRestChars) };
    });
}

/** “[Heading] before «quote» after”; the quote is whole, however much of its sentence is left out. */
export function passageOf(page: Page, quote: Span, maxRestChars = MAX_REST_CHARS): string {
  const { text } = page;
  const heading = headingAbove(page, quote.start);
  const sentence = sentenceAround(page, quote);
  const sentenceChars = sentence.end - sentence.start;
  const contextChars = sentenceChars >= LONG_SENTENCE_CHARS ? 0 : PASSAGE_CHARS - sentenceChars;
  const from = Math.max(
    heading?.end ?? 0,
    quote.start - maxRestChars,
    Math.min(sentence.start, quote.start - Math.round(contextChars * SHARE_BEFORE)),
  );
  const to = Math.min(
    quote.end + maxRestChars,
    Math.max(sentence.end, quote.end + Math.round(contextChars * (1 - SHARE_BEFORE))),
  );
  const cutsBefore = from > 0 && /\S/u.test(text.charAt(from - 1));
  const cutsAfter = /\S/u.test(text.charAt(to));
  const before = text.slice(from, quote.start).replace(cutsBefore ? /^\S*\s/u : /^\s+/u, '');
  const after = text.slice(quote.end, to).replace(cutsAfter ? /\s\S*$/u : /\s+$/u, '');
  const headingText =
    heading === undefined ? '' : `[${shorten(text.slice(heading.start, heading.end), MAX_HEADING_CHARS)}] `;
  return `${headingText}${before}«${text.slice(quote.start, quote.end)}»${after}`;
}

export function headingAbove({ blocks }: Page, offset: number): Span | undefined {
  return blocks.findLast(({ kind, end }) => kind === 'heading' && end <= offset);
}

/** The sentences that the quote runs over. */
function sentenceAround({ text, blocks }: Page, quote: Span): Span {
  const over = blocks
    .filter((block) => block.start < quote.end && quote.start < block.end)
    .flatMap((block) =>
      splitSentences(text.slice(block.start, block.end)).map(({ start, end }) => ({
        start: block.start + start,
        end: block.start + end,
      })),
    )
    .filter(({ start, end }) => start < quote.end && quote.start < end);
  return { start: over[0]?.start ?? quote.start, end: over.at(-1)?.end ?? quote.end };
}
