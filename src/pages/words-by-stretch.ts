/** The words of a page, grouped by stretch: text that a browser searches as one piece. */
import type { Block, Page } from '../domain/page.ts';
import { UNSPACED } from '../text/words.ts';

export interface Word {
  /** UTF-16 offsets, attached punctuation included. */
  readonly start: number;
  readonly end: number;
  /** Number of the stretch (a block, a line of code, a cell). Numbers of directly adjacent stretches differ by 1. */
  readonly stretch: number;
}

/** Ends a stretch inside a block: white space other than one space (in code), or the edge of a cell. */
const EDGE = /\s{2,}|[^\S ]/gu;
const EDGE_OF_ROW = /\s{2,}|[^\S ]| \| /gu;
/** Intl.Segmenter is slow on huge strings, and no sentence is that long. */
const MAX_SEGMENTED_CHARS = 10_000;

export function readWords(page: Page): readonly Word[] {
  const words: Word[] = [];
  let stretch = 0;
  for (const block of page.blocks) {
    for (const { start, end, hasGapBefore } of stretchesOf(page.text, block)) {
      stretch += hasGapBefore ? 2 : 1;
      for (const token of page.text.slice(start, end).matchAll(/\S+/gu))
        for (const { from, to } of wordsOfToken(token[0]))
          words.push({ start: start + token.index + from, end: start + token.index + to, stretch });
    }
    if (block.breaks?.at(-1) === block.end) stretch += 1;
  }
  return words;
}

function stretchesOf(text: string, { kind, start, end, breaks = [] }: Block) {
  const edges = [...text.slice(start, end).matchAll(kind === 'table-row' ? EDGE_OF_ROW : EDGE)];
  const gaps = [
    ...edges.map(({ 0: { length }, index }) => ({
      from: start + index,
      to: start + index + length,
      isBreak: false,
    })),
    ...breaks.map((offset) => ({ from: offset, to: offset, isBreak: true })),
    { from: end, to: end, isBreak: false },
  ].sort((a, b) => a.from - b.from);
  /** `hasGapBefore`: the original page has more text before it. */
  const stretches: { readonly start: number; readonly end: number; readonly hasGapBefore: boolean }[] = [];
  let next = { start, hasGapBefore: false };
  for (const { from, to, isBreak } of gaps) {
    const isEmpty = from <= next.start;
    if (!isEmpty) stretches.push({ ...next, end: from });
    next = { start: Math.max(next.start, to), hasGapBefore: isBreak || (isEmpty && next.hasGapBefore) };
  }
  return stretches;
}

let segmenter: Intl.Segmenter | undefined;

function wordsOfToken(token: string): { readonly from: number; readonly to: number }[] {
  if (!UNSPACED.test(token) || token.length > MAX_SEGMENTED_CHARS) return [{ from: 0, to: token.length }];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: { from: number; to: number }[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(token)) {
    const previous = words.at(-1);
    if (isWordLike === true || previous === undefined) words.push({ from: index, to: index + segment.length });
    else previous.to = index + segment.length;
  }
  return words;
}
