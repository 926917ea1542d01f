/** Aligns a claimed quote with the exact span of a page's text. */
import type { Page, Span } from '../domain/page.ts';
import { HIDDEN, STAND_INS } from '../text/model-protocol.ts';
import { oncePer } from './once-per.ts';

/**
 * @param near of several matches the one nearest to this offset; absent: the first
 * @param within those in one of these spans go before others
 */
export type QuoteAligner = (claimed: string, near?: number, within?: readonly Span[]) => Span | null;

/** What stands so often says nothing of its place. */
const MAX_MATCHES = 500;

/**
 * Finds a span of `text` that matches `claimed`. Ignores differences in white space, quote marks, dashes, invisible
 * characters, Unicode form, and look-alikes of control token brackets. Other case, a changed word or an ellipsis do not
 * match. The span never cuts a surrogate pair, a ligature or a combining sequence. Null without a match, or for an empty
 * claim.
 */
export function quoteAligner(text: string): QuoteAligner {
  let normalized: ReturnType<typeof normalizeQuote> | undefined;
  return (claimed, near = 0, within = []) => {
    const wanted = normalizeQuote(claimed).text.trim();
    if (wanted === '') return null;
    const { text: folded, starts, ends } = (normalized ??= normalizeQuote(text));
    const inSpans = within.length === 0 ? null : nearest(lowerBound(starts, within[0]?.start ?? 0), within);
    return inSpans ?? nearest(0, null);

    /** @param from in the normalized text */
    function nearest(from: number, spans: readonly Span[] | null): Span | null {
      let best: Span | null = null;
      let matches = 0;
      for (
        let at = folded.indexOf(wanted, from);
        at >= 0 && matches < MAX_MATCHES;
        at = folded.indexOf(wanted, at + 1)
      ) {
        matches += 1;
        const last = at + wanted.length - 1;
        const start = starts[at] ?? 0;
        const end = ends[last] ?? 0;
        const cutsStart = at > 0 && starts[at - 1] === start;
        const cutsEnd = last + 1 < folded.length && ends[last + 1] === end;
        if (cutsStart || cutsEnd || spans?.some((span) => span.start <= start && end <= span.end) === false) continue;
        if (best === null || Math.abs(start - near) < Math.abs(best.start - near)) best = { start, end };
        // Later ones are farther away.
        if (start >= near) break;
      }
      return best;
    }
  };
}

/** The first place whose value is not below `least`. @param ascending sorted */
function lowerBound(ascending: Uint32Array, least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of a page that is asked several times: its text is normalized once. */
export const pageAligner = oncePer(({ text }: Page) => quoteAligner(text));

/** Invisible, often lost or added in copies, and mostly not shown to models. */
const IGNORED = new RegExp(`[${HIDDEN}]`, 'gu');
/** Brackets by their look-alikes in prompts. */
const ORIGINALS = new Map([...[...STAND_INS].reverse().map(([sign, standIn]) => [standIn, sign] as const), ['◁', '<']]);
const WHITE_SPACE = /^\s$/;
const QUOTE_MARK = /^["'`´‘’‚‛“”„‟′″‵‶‹›«»＂＇]$/;
const DASH = /^[-‐‑‒–—―−﹘﹣－]$/;
/** ASCII characters that stay the same, except one before a character that may combine with it. */
const PLAIN_RUN = /[\w!#$%&()*+,./:;<=>?@[\\\]^{|}~]+(?![^\0-\x7f])/y;
/** A character with its combining characters: the unit of Unicode normalization (Hangul jamo and kana marks included). */
const PIECE = new RegExp(
  String.raw`[\uAC00-\uD7A3\u1100-\u1112][\u1161-\u1175\u11A8-\u11C2]+\p{M}*|[^](?:[${HIDDEN}]{0,8}(?:\p{M}|\p{EMod}|\uFF9E|\uFF9F)|[\u200C\u200D])*`,
  'uy',
);

/** Keeps case. NFKC expands "…" and ligatures. */
export function normalizeQuote(original: string) {
  const pieces: string[] = [];
  // Plain arrays take five times as long to grow.
  let starts = new Uint32Array(original.length);
  let ends = new Uint32Array(original.length);
  let length = 0;
  const place = (start: number, end: number): void => {
    if (length === starts.length) [starts, ends] = [doubled(starts), doubled(ends)];
    starts[length] = start;
    ends[length] = end;
    length += 1;
  };
  const add = (folded: string, start: number, end: number): void => {
    const isRun = (folded === ' ' || folded === '-') && pieces.at(-1)?.endsWith(folded) === true;
    if (isRun) {
      ends[length - 1] = end;
      return;
    }
    if (folded !== '') pieces.push(folded);
    for (let left = folded.length; left > 0; left -= 1) place(start, end);
  };
  let at = 0;
  while (at < original.length) {
    PLAIN_RUN.lastIndex = at;
    if (PLAIN_RUN.test(original)) {
      pieces.push(original.slice(at, PLAIN_RUN.lastIndex));
      for (; at < PLAIN_RUN.lastIndex; at += 1) place(at, at + 1);
    }
    if (at === original.length) break;
    const end =
      isPlain(original.charCodeAt(at)) && !(original.charCodeAt(at + 1) > 0x7f) ? at + 1 : pieceEnd(original, at);
    add(fold(original.slice(at, end)), at, end);
    at = end;
  }
  return { text: pieces.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}

function doubled(places: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * places.length);
  longer.set(places);
  return longer;
}

function isPrintable(piece: string): boolean {
  return piece.length === 1 && piece.charCodeAt(0) >= 0x20 && piece.charCodeAt(0) < 0x7f;
}

function isPlain(code: number): boolean {
  return code <= 0x7f;
}

function pieceEnd(text: string, start: number): number {
  PIECE.lastIndex = start;
  PIECE.test(text);
  return Math.max(start + 1, PIECE.lastIndex);
}

function fold(original: string): string {
  const piece = isPrintable(original) ? original : original.replace(IGNORED, '');
  if (piece === '') return '';
  if (WHITE_SPACE.test(piece)) return ' ';
  if (QUOTE_MARK.test(piece)) return '"';
  if (DASH.test(piece)) return '-';
  if (piece.length === 1 && isPlain(piece.charCodeAt(0))) return piece;
  const bracket = ORIGINALS.get(piece);
  if (bracket !== undefined) return bracket;
  // Spacing accents decompose into a space and a mark. That space does not separate words.
  return piece.normalize('NFKC').replace(/\s/g, '');
}
