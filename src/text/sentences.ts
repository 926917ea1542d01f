/** Sentence boundaries. */

import type { Span } from '../domain/page.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Intl.Segmenter is slow on huge strings: a longer line is read by as much at a time. */
const MAX_SEGMENT_CHARS = 10_000;
const ABBREVIATION =
  /(?:^|[\s(“"‘'])(?:e\.g|i\.e|etc|cf|vs|approx|ca|no|nos|vol|fig|figs|eq|sec|ch|pp?|ed|eds|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|dept|est|min|max|al|resp|incl|excl|inkl|evtl|nr|bzw|vgl|z\.\s?b|d\.\s?h|[A-Z])\.$/i;
/** These go on with what they belong to. */
const ABBREVIATION_THAT_NEEDS_MORE =
  /(?:^|[\s(“"‘'])(?:e\.g|i\.e|cf|vs|approx|ca|incl|excl|inkl|evtl|resp|dr|mr|mrs|ms|prof|nr|bzw|vgl|z\.\s?b|d\.\s?h)\.$/i;
/** "U.S.", "p.m.", "Ph.D." */
const INITIALS = /\p{L}\.\p{L}\.$/u;
/** "3. Oktober", "3 Mio. Euro", "Wait ... I know", "“Why?” Ann asked" */
const MAY_GO_ON = /(?:^|\s)\p{N}{1,3}\.$|\p{N}\s\p{Lu}\p{L}{0,3}\.$|(?:\.{3}|…)$|[?!？！]["'\p{Pf}\p{Pi}」』]+$/u;
/** No word is without a vowel, but units are: "zzgl. Nebenkosten", "г. Москва"; "It is 5 km. They are old" */
const WITHOUT_VOWEL = /(?:^|(?<!\p{N})\s)(?![\p{L}\p{M}]*[aeiouyæøœɨıаеиоуыэюяієαεηιουω])(?:\p{Ll}\p{M}*){1,4}\.$/u;
/** "Abs. 2 Satz 1" */
const SHORT_WORD = /(?:^|\s)\p{L}{1,4}\.$/u;
/** "Sen. Warren", "Hr. Meier", "t.ex. Stockholm"; but "I met Ann. She left" */
const MAY_BE_TITLE = /(?:^|\s)(?:\p{Lu}\p{L}{1,3}|\p{Ll}\.\p{Ll}{2,3})\.$/u;
const CAPITAL_WORD = /^\p{Lu}[\p{L}\p{M}'’-]*/u;
/** One more than the longest abbreviation, to see the character before it. */
const MAX_ABBREVIATION_CHARS = 8;
const ABBREVIATION_THAT_MAY_END = /(?:^|[\s(“"‘'])(?:etc|inc|ltd|co|no|max|min|al)\.$/i;
/** What has none of these is one sentence and needs no segmenter. */
const ENDS = /[\p{Sentence_Terminal}\p{Emoji_Presentation}\u2024\uFE52\uFF0E\r\u0085\u2028\u2029]/u;
/** What follows an end tells in its first characters whether it is one. */
const FIRST_CHARS = 50;
const OPENS_QUOTE = /[“"‘]/u;
const STARTS_SMALL = /^[^\p{L}\p{N}]*\p{Ll}/u;
const STARTS_WITH_FIGURE = /^[^\p{L}\p{N}]*\p{N}/u;
/** Some places may be the end of a sentence or not: "We took plan B. Ask Ed. He knows." Whoever counts takes both. */
export type SentenceReading = 'likely' | 'fewest' | 'most';
let segmenter: Intl.Segmenter | undefined;

/** Sentences in order, trimmed. The full stop of an abbreviation is not likely to end a sentence. */
export function splitSentences(text: string, reading: SentenceReading = 'likely'): Span[] {
  const spans: Span[] = [];
  for (const line of linesOf(text)) {
    const words = text.slice(line.start, line.end);
    let open: Span | undefined;
    let opensQuote = false;
    const starts = sentenceStarts(words, reading);
    for (const [at, index] of starts.entries()) {
      const segment = words.slice(index, starts[at + 1]);
      const piece = trimmed(text, line.start + index, line.start + index + segment.length);
      if (piece === undefined) continue;
      open = open === undefined ? piece : { start: open.start, end: piece.end };
      opensQuote ||= OPENS_QUOTE.test(segment);
      if (continues(text, open, line.end, opensQuote, reading)) continue;
      spans.push(open);
      open = undefined;
      opensQuote = false;
    }
    if (open !== undefined) spans.push(open);
  }
  return spans;
}

/** An emoji may stand for one before a capital: "I am so happy 😊 See you!" */
const FULL_STOP = /[.…]["'*_\p{Pe}\p{Pf}]*\s+|\p{Emoji_Presentation}\s+(?=\p{Lu})/gu;

/** A part but the last says too little of what begins at its end: the next one begins with its last sentence, not in the middle of it. */
function sentenceStarts(line: string, reading: SentenceReading): number[] {
  const found = [0];
  for (let from = 0; from < line.length;) {
    const part = line.slice(from, from + MAX_SEGMENT_CHARS);
    const isLast = from + part.length === line.length;
    const starts = startsIn(part, reading).filter(
      (start) => start > 0 && (isLast || start < part.length - FIRST_CHARS),
    );
    if (isLast) return [...found, ...starts.map((start) => from + start)];
    for (const start of starts) found.push(from + start);
    // Readers of pages want no sentence without end; whoever counts wants it whole.
    const cut = part.lastIndexOf(' ') + 1 || part.length;
    if (starts.length === 0 && reading === 'likely') found.push(from + cut);
    from += starts.at(-1) ?? cut;
  }
  return found;
}

function startsIn(part: string, reading: SentenceReading): number[] {
  if (!ENDS.test(part)) return [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const found = Array.from(segmenter.segment(part), ({ index }) => index);
  if (reading !== 'most') return found;
  // Unicode's rules end no sentence before a small letter, even with a figure between: "He came. 20 people left. they sang."
  const atFullStops = [...part.matchAll(FULL_STOP)].map((stop) => stop.index + stop[0].length);
  return [...new Set([...found, ...atFullStops])].sort((a, b) => a - b);
}

export function sentences(text: string): string[] {
  return splitSentences(text).map(({ start, end }) => text.slice(start, end));
}

function continues(text: string, piece: Span, lineEnd: number, opensQuote: boolean, reading: SentenceReading): boolean {
  const last = text.slice(Math.max(piece.start, piece.end - MAX_ABBREVIATION_CHARS), piece.end);
  const rest = text.slice(piece.end, lineEnd).trimStart().slice(0, FIRST_CHARS);
  if (rest === '') return false;
  if (STARTS_SMALL.test(rest) && (reading === 'fewest' || INITIALS.test(last))) return true;
  // "z. B."
  if (/(?:^|\s)\p{Ll}\.$/u.test(last) && /^\p{L}\./u.test(rest)) return true;
  if (reading === 'fewest' && (MAY_GO_ON.test(last) || (SHORT_WORD.test(last) && STARTS_WITH_FIGURE.test(rest))))
    return true;
  const isShort = () => MAY_BE_TITLE.test(last) || WITHOUT_VOWEL.test(last.normalize('NFD'));
  if (reading === 'fewest' && mayBeName(rest) && isShort()) return true;
  // A lone initial is no sentence.
  if (reading !== 'likely' && mayEnd(last, rest)) return reading === 'fewest' || piece.end - piece.start <= 2;
  if (ABBREVIATION.test(last)) return !(ABBREVIATION_THAT_MAY_END.test(last) && /^\p{Lu}/u.test(rest));
  // A sentence inside quotation marks does not end the outer one: “Why now?” is the question …
  return opensQuote && /^\p{Ll}/u.test(rest);
}

function mayBeName(rest: string): boolean {
  const word = CAPITAL_WORD.exec(rest)?.[0];
  return word !== undefined && !STOP_WORDS.has(word.toLowerCase());
}

/** Whether code cannot tell if an abbreviation ends the sentence before `rest`. */
function mayEnd(last: string, rest: string): boolean {
  if (!ABBREVIATION.test(last) && !INITIALS.test(last)) return false;
  if (ABBREVIATION_THAT_NEEDS_MORE.test(last) || STARTS_SMALL.test(rest)) return false;
  // "p. 4", "no. 1"; but "plan B. 20 came"
  return !STARTS_WITH_FIGURE.test(rest) || /\p{Lu}\.$/u.test(last);
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
    if (lineEnd > start) yield { start, end: lineEnd };
    start = lineEnd + 1;
  }
}
