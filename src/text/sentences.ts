/** Sentence boundaries. */

import type { Span } from '../domain/page.ts';

/** Intl.Segmenter is slow on huge strings. No sentence crosses a line break of a page's text. */
const MAX_SEGMENT_CHARS = 10_000;
const ABBREVIATION =
  /(?:^|[\s(“"‘'])(?:e\.g|i\.e|etc|cf|vs|approx|ca|no|nos|vol|fig|figs|eq|sec|ch|pp?|ed|eds|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|dept|est|min|max|al|resp|incl|[A-Z])\.$/i;
/** One more than the longest abbreviation, to see the character before it. */
const MAX_ABBREVIATION_CHARS = 8;
const ABBREVIATION_THAT_MAY_END = /(?:^|[\s(“"‘'])(?:etc|inc|ltd|co|no|max|min|al)\.$/i;
/** A line without these is one sentence and needs no segmenter. */
const ENDS = /[\p{Sentence_Terminal}\u2024\uFE52\uFF0E\r\u0085\u2028\u2029]/u;
const OPENS_QUOTE = /[“"‘]/u;
let segmenter: Intl.Segmenter | undefined;

/** Sentences in order, trimmed. The full stop of an abbreviation does not end a sentence. */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  for (const line of linesOf(text)) {
    const words = text.slice(line.start, line.end);
    let open: Span | undefined;
    let opensQuote = false;
    for (const { segment, index } of ENDS.test(words) ? segments(words) : [{ segment: words, index: 0 }]) {
      const piece = trimmed(text, line.start + index, line.start + index + segment.length);
      if (piece === undefined) continue;
      open = open === undefined ? piece : { start: open.start, end: piece.end };
      opensQuote ||= OPENS_QUOTE.test(segment);
      if (continues(text, open, line.end, opensQuote)) continue;
      spans.push(open);
      open = undefined;
      opensQuote = false;
    }
    if (open !== undefined) spans.push(open);
  }
  return spans;
}

function segments(line: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return segmenter.segment(line);
}

export function sentences(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

function continues(text: string, piece: Span, lineEnd: number, opensQuote: boolean): boolean {
  const last = text.slice(Math.max(piece.start, piece.end - MAX_ABBREVIATION_CHARS), piece.end);
  const rest = text.slice(piece.end, lineEnd).trimStart();
  if (rest === '') return false;
  if (ABBREVIATION.test(last)) return !(ABBREVIATION_THAT_MAY_END.test(last) && /^\p{Lu}/u.test(rest));
  // A sentence inside quotation marks does not end the outer one: “Why now?” is the question …
  return opensQuote && /^\p{Ll}/u.test(rest);
}

function trimmed(text: string, start: number, end: number): Span | undefined {
  const slice = text.slice(start, end);
  const from = end - slice.trimStart().length;
  return from === end ? undefined : { start: from, end: start + slice.trimEnd().length };
}

function* linesOf(text: string): Generator<Span> {
  let start = 0;
  while (start < text.length) {
    const lineBreak = text.indexOf('\n', start);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    for (let from = start; from < lineEnd; from += MAX_SEGMENT_CHARS)
      yield { start: from, end: Math.min(lineEnd, from + MAX_SEGMENT_CHARS) };
    start = lineEnd + 1;
  }
}
