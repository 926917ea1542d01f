/** The form in which quotes are compared: what typesetting, copying and Unicode change is folded, words are not. */

interface NormalizedText {
  readonly text: string;
  /** Per unit of `text`: where the original piece begins and ends that it comes from (UTF-16 offsets). */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Never visible, and often lost or added on the way: soft hyphen, zero-width space, word joiner, BOM. */
const IGNORED = /^[\u00AD\u180E\u200B\u2060\uFEFF]$/;
const WHITE_SPACE = /^\s$/;
const QUOTE_MARK = /^["'`´‘’‚‛“”„‟′″‵‶‹›«»＂＇]$/;
const DASH = /^[-‐‑‒–—―−﹘﹣－]$/;
/** Letters, digits and points that stay as they are; the last before a character that might combine with it is left out. */
const PLAIN_RUN = /[\w!#$%&()*+,./:;<=>?@[\\\]^{|}~]+(?![^\0-\x7f])/y;
/** A character with what combines with it: Unicode normalization never looks further (Hangul jamo, kana marks included). */
const PIECE =
  /[\uAC00-\uD7A3\u1100-\u1112][\u1161-\u1175\u11A8-\u11C2]+\p{M}*|[^](?:\p{M}|\p{EMod}|\u200C|\u200D|\uFF9E|\uFF9F)*/uy;

/**
 * White space runs become one space, quote marks `"`, runs of dashes `-`, and all else its compatibility form (NFKC),
 * which also spells out "…" and ligatures. Case and every other character stay.
 */
export function normalizeQuote(original: string): NormalizedText {
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
      isPlain(original.charCodeAt(at)) && !(original.charCodeAt(at + 1) > 0x7f)
        ? at + 1
        : pieceEnd(original, at);
    add(fold(original.slice(at, end)), at, end);
    at = end;
  }
  return { text: out.join(''), starts, ends };
}

/** ASCII: one unit, and no combining character of its own. */
function isPlain(code: number): boolean {
  return code <= 0x7f;
}

function pieceEnd(text: string, start: number): number {
  PIECE.lastIndex = start;
  PIECE.test(text);
  return Math.max(start + 1, PIECE.lastIndex);
}

function fold(piece: string): string {
  if (IGNORED.test(piece)) return '';
  if (WHITE_SPACE.test(piece)) return ' ';
  if (QUOTE_MARK.test(piece)) return '"';
  if (DASH.test(piece)) return '-';
  if (piece.length === 1 && isPlain(piece.charCodeAt(0))) return piece;
  // Spacing accents decompose to a space and a mark; that space parts no words.
  return piece.normalize('NFKC').replace(/\s/g, '');
}
