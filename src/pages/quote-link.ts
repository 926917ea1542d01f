/** Links to a quote in a document: text fragments for HTML, page numbers for PDFs. */
import type { Page, Span, Via } from '../domain/page.ts';
import { UNSPACED } from '../text/unspaced.ts';
import { oncePer } from './once-per.ts';
import { readWords, type Word } from './words-by-stretch.ts';

/** @returns null if a link is impossible: another scheme or type, or an ambiguous quote */
export function quoteLink(source: { readonly url: string; readonly via: Via }, page: Page, span: Span): string | null {
  if (source.url.startsWith('library:')) return source.url;
  if (!/^https?:/i.test(source.url) || !URL.canParse(source.url)) return null;
  const url = new URL(source.url);
  if (page.mediaKind === 'pdf') {
    const pageNumber = pageNumberAt(page, span.start);
    if (pageNumber === null) return null;
    url.hash = `page=${pageNumber}`;
    return url.href;
  }
  const directive = page.mediaKind === 'html' ? textDirective(page, span) : null;
  if (directive === null) return null;
  // Replace an existing text directive: search engines add them.
  const [fragment = ''] = url.hash.slice(1).split(':~:');
  url.hash = '';
  return `${url.href.replace(/#$/, '')}#${fragment}:~:text=${directive}`;
}

/** @returns from 1; null if the page is not a PDF */
export function pageNumberAt(page: Page, offset: number): number | null {
  const block = page.blocks.findLast(({ start }) => start <= offset);
  if (block?.pageNumber === undefined) return null;
  return block.pageNumber + (block.breaks ?? []).filter((turn) => turn <= offset).length;
}

/** Longer quotes are linked by their first and last words: browsers match short strings more reliably. */
const MAX_EXACT_WORDS = 12;
const EDGE_WORDS = 5;
const MAX_CONTEXT_WORDS = 8;
/** Fewer words may also occur in a menu, which is not in the page's text. */
const SURE_WORDS = 6;

/**
 * The value of `text=` (https://wicg.github.io/scroll-to-text-fragment/); null if the span has no words, or if no context
 * makes them unique. Browsers match a term within one block, as whole words, and ignore case and diacritics. A prefix or
 * suffix may be in the neighbouring block.
 */
function textDirective(page: Page, span: Span): string | null {
  const { words, folded } = readingOf(page);
  const first = words.findIndex((word) => word.end > span.start);
  const last = words.findLastIndex((word) => word.start < span.end);
  if (first < 0 || last < first) return null;

  const startOf = (index: number): number => words[index]?.start ?? 0;
  const endOf = (index: number): number => words[index]?.end ?? 0;
  const term = (from: number, to: number): string => page.text.slice(startOf(from), endOf(to));
  /** True if the first match of the words at or after `after` is at their own position. */
  const isFound = (from: number, to: number, after: number): boolean =>
    firstMatch(folded, fold(term(from, to)), after) === startOf(from);

  const isWhole = last - first < MAX_EXACT_WORDS && words[first]?.stretch === words[last]?.stretch;
  const startTo = isWhole ? last : first + Math.min(EDGE_WORDS - 1, run(words, first, 1), last - first - 1);
  const terms = [term(first, startTo)];
  let suffix: readonly string[] = [];

  if (!isWhole) {
    const endFrom = Math.max(startTo + 1, last - Math.min(EDGE_WORDS - 1, run(words, last, -1)));
    // A browser ends the range at the first match of its end after its start.
    const after = counts(0, run(words, last, 1)).find((count) => isFound(endFrom, last + count, endOf(startTo)));
    if (after === undefined) return null;
    terms.push(term(endFrom, last));
    if (after > 0) suffix = [`-${encode(term(last + 1, last + after))}`];
  }
  if (terms.some((text) => !isSearchable(text))) return null;
  const range = [...terms.map(encode), ...suffix];

  for (const { before, after } of contexts(words, first, last, isWhole)) {
    const isNear = isFound(first - before, isWhole ? last + after : startTo, 0);
    if (!isNear) continue;
    const prefix = before === 0 ? [] : [`${encode(term(first - before, first - 1))}-`];
    const next = after === 0 ? [] : [`-${encode(term(last + 1, last + after))}`];
    return [...prefix, ...range, ...next].join(',');
  }
  return null;
}

interface Context {
  readonly before: number;
  readonly after: number;
}

/** Contexts from short to long, within the quote's stretch first. A short quote without context comes last: a menu may have it, too. */
function contexts(words: readonly Word[], first: number, last: number, isWhole: boolean): readonly Context[] {
  const none = { before: 0, after: 0 };
  const wanted = isWhole ? SURE_WORDS - (last - first + 1) : 0;
  const beyond = (from: number, step: 1 | -1): number =>
    words[from + step]?.stretch === (words[from]?.stretch ?? 0) + step
      ? Math.min(MAX_CONTEXT_WORDS, 1 + run(words, from + step, step))
      : 0;
  const upTo = (count: number, side: keyof Context): readonly Context[] =>
    counts(Math.max(1, Math.min(wanted, count)), count).map((words) => ({ ...none, [side]: words }));
  const before = run(words, first, -1);
  const after = isWhole ? run(words, last, 1) : 0;
  const around = [
    ...upTo(before, 'before'),
    ...upTo(after, 'after'),
    ...upTo(before === 0 ? beyond(first, -1) : 0, 'before'),
    ...upTo(isWhole && after === 0 ? beyond(last, 1) : 0, 'after'),
  ];
  return wanted > 0 ? [...around, none] : [none, ...around];
}

const readingOf = oncePer((page: Page) => ({ words: readWords(page), folded: fold(page.text) }));

/** Number of words of the same stretch after `from` in the direction of `step`, up to the context limit. */
function run(words: readonly Word[], from: number, step: 1 | -1): number {
  let count = 0;
  while (count < MAX_CONTEXT_WORDS && words[from + step * (count + 1)]?.stretch === words[from]?.stretch) count += 1;
  return count;
}

function counts(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** The position where a browser finds the words, searching from `after`; -1 if nowhere. */
function firstMatch(folded: string, sought: string, after: number): number {
  const isJoined = (at: number): boolean => {
    const [left, right] = [folded.charAt(at - 1), folded.charAt(at)];
    return [left, right].every((char) => /[\p{L}\p{N}]/u.test(char) && !UNSPACED.test(char));
  };
  let at = folded.indexOf(sought, after);
  while (at >= 0 && (isJoined(at) || isJoined(at + sought.length))) at = folded.indexOf(sought, at + 1);
  return at;
}

/** Lower-case base letters, with normalized white space and quotation marks. The length stays the same. */
function fold(text: string): string {
  return text.replace(/[^\x20-\x40\x5b-\x7e]/gu, (char) => {
    if (/\s/.test(char)) return ' ';
    if (/[‘’‚‛]/.test(char)) return "'";
    if (/[“”„‟]/.test(char)) return '"';
    const base = (/^[^]/u.exec(char.normalize('NFD'))?.[0] ?? char).toLowerCase();
    return base.length === char.length ? base : char;
  });
}

function isSearchable(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/\p{Surrogate}/u.test(text);
}

/** `encodeURIComponent` keeps the dash, which separates the parts of a directive. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
