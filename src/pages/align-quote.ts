/** Finds what a claimed quote quotes: the exact span of a page's canonical text. */
import type { Span } from '../domain/page.ts';
import { HIDDEN, STAND_INS } from '../text/model-protocol.ts';

export type QuoteAligner = (claimed: string) => Span | null;

/**
 * The first span of `text` that says what `claimed` says, up to white space, quote marks, dashes, invisible characters,
 * Unicode form and the signs that stand for those of control tokens in prompts, and nothing else: other case, a changed word or an ellipsis for words left out is no match. The span never cuts a
 * surrogate pair, a ligature or a combining sequence; null where there is none, or where the claim shows nothing.
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

/** Never visible, often lost or added on the way, and for the most part not shown to models. */
const IGNORED = new RegExp(`[${HIDDEN}]`, 'gu');
/** By what stands for them in prompts. */
const ORIGINALS = new Map([...[...STAND_INS].reverse().map(([sign, standIn]) => [standIn, sign] as const), ['◁', '<']]);
const WHITE_SPACE = /^\s$/;
const QUOTE_MARK = /^["'`´‘’‚‛“”„‟′″‵‶‹›«»＂＇]$/;
const DASH = /^[-‐‑‒–—―−﹘﹣－]$/;
/** Letters, digits and points that stay as they are; the last before a character that might combine with it is left out. */
const PLAIN_RUN = /[\w!#$%&()*+,./:;<=>?@[\\\]^{|}~]+(?![^\0-\x7f])/y;
/** A character with what combines with it: Unicode normalization never looks further (Hangul jamo, kana marks included). */
const PIECE = new RegExp(
  String.raw`[\uAC00-\uD7A3\u1100-\u1112][\u1161-\u1175\u11A8-\u11C2]+\p{M}*|[^](?:[${HIDDEN}]{0,8}(?:\p{M}|\p{EMod}|\uFF9E|\uFF9F)|[\u200C\u200D])*`,
  'uy',
);

/** Case and every other character stay; compatibility forms (NFKC) spell out "…" and ligatures. */
export function normalizeQuote(original: string) {
  const out: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (folded: string, start: number, end: number): void => {
    const isRun = (folded === ' ' || folded === '-') && out.at(-1) === folded;
    if (isRun) {
      ends[ends.length - 1] = end;
      return;
    }
    for (let i = 0; i < folded.length; i += 1) {
      out.push(folded.charAt(i));
      starts.push(start);
      ends.push(end);
    }
  };
  let at = 0;
  while (at < original.length) {
    PLAIN_RUN.lastIndex = at;
    if (PLAIN_RUN.test(original))
      for (; at < PLAIN_RUN.lastIndex; at += 1) {
        out.push(original.charAt(at));
        starts.push(at);
        ends.push(at + 1);
      }
    if (at === original.length) break;
    const end =
      isPlain(original.charCodeAt(at)) && !(original.charCodeAt(at + 1) > 0x7f) ? at + 1 : pieceEnd(original, at);
    add(fold(original.slice(at, end)), at, end);
    at = end;
  }
  return { text: out.join(''), starts, ends };
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

function fold(written: string): string {
  const piece = isPrintable(written) ? written : written.replace(IGNORED, '');
  if (piece === '') return '';
  if (WHITE_SPACE.test(piece)) return ' ';
  if (QUOTE_MARK.test(piece)) return '"';
  if (DASH.test(piece)) return '-';
  if (piece.length === 1 && isPlain(piece.charCodeAt(0))) return piece;
  const original = ORIGINALS.get(piece);
  if (original !== undefined) return original;
  // Spacing accents decompose to a space and a mark; that space parts no words.
  return piece.normalize('NFKC').replace(/\s/g, '');
}
