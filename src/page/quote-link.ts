/** Links that open a document at a quote: text fragments for HTML, page numbers for PDFs. */
import type { Page, Span, Via } from '../domain/page.ts';

/** Longer quotes are named by their first and last words: browsers match short strings more surely. */
const MAX_EXACT_WORDS = 12;
const EDGE_WORDS = 5;
const MAX_CONTEXT_WORDS = 8;

interface Word {
  readonly start: number;
  readonly end: number;
  /** The stretch of text that a browser matches as one: a block, or a cell of a table row. */
  readonly stretch: number;
}

/**
 * @returns a link, or null where no link can open the document at the quote: another scheme, another media type, a
 * quote without words, a text that repeats with the same words around it.
 * @see https://wicg.github.io/scroll-to-text-fragment/
 */
export function quoteLink(
  source: { readonly url: string; readonly via: Via },
  page: Page,
  span: Span,
): string | null {
  if (source.url.startsWith('library:')) return source.url;
  if (!/^https?:/i.test(source.url) || !URL.canParse(source.url)) return null;
  const url = new URL(source.url);
  if (page.mediaKind === 'pdf') {
    const block = page.blocks.findLast(({ start }) => start <= span.start);
    if (block?.pageNumber === undefined) return null;
    url.hash = `page=${block.pageNumber}`;
    return url.href;
  }
  const directive = page.mediaKind === 'html' ? textDirective(page, span) : null;
  if (directive === null) return null;
  return `${url.href.replace(/#$/, '')}${url.hash === '' ? '#' : ''}:~:text=${directive}`;
}

function textDirective(page: Page, span: Span): string | null {
  const { words, folded } = readingOf(page);
  const first = words.findIndex((word) => word.end > span.start);
  const last = words.findLastIndex((word) => word.start < span.end);
  if (first < 0 || last < first) return null;
  const says = (from: number, to: number): string | null => stretchText(page.text, words, from, to);

  const isWhole = last - first < MAX_EXACT_WORDS && words[first]?.stretch === words[last]?.stretch;
  const startTo = isWhole ? last : edge(words, first, last, 1);
  const endFrom = isWhole ? null : Math.max(startTo + 1, edge(words, last, first, -1));
  const start = says(first, startTo);
  const end = endFrom === null ? null : says(endFrom, last);
  if (start === null || (endFrom !== null && end === null)) return null;
  const range = [encode(start), ...(end === null ? [] : [encode(end)])];

  // A browser ends the range at the first place where its end stands after its start.
  if (end !== null && endFrom !== null) {
    const tail = words[startTo]?.end ?? 0;
    if (!isFirst(folded.slice(tail), end, (words[endFrom]?.start ?? 0) - tail)) return null;
  }
  if (isFirst(folded, start, words[first]?.start ?? 0)) return range.join(',');
  for (let count = 1; count <= MAX_CONTEXT_WORDS; count += 1) {
    const from = first - count;
    if (from < 0 || words[from]?.stretch !== words[first - 1]?.stretch) break;
    const prefix = says(from, first - 1);
    const both = page.text.slice(words[from]?.start, words[startTo]?.end);
    if (prefix !== null && isFirst(folded, both, words[from]?.start ?? 0))
      return [`${encode(prefix)}-`, ...range].join(',');
  }
  for (let count = 1; isWhole && count <= MAX_CONTEXT_WORDS; count += 1) {
    const to = last + count;
    if (to >= words.length || words[to]?.stretch !== words[last + 1]?.stretch) break;
    const suffix = says(last + 1, to);
    const both = page.text.slice(words[first]?.start, words[to]?.end);
    if (suffix !== null && isFirst(folded, both, words[first]?.start ?? 0))
      return [...range, `-${encode(suffix)}`].join(',');
  }
  return null;
}

interface Reading {
  readonly words: readonly Word[];
  readonly folded: string;
}

/** A page is read once, however often it is quoted. */
const readings = new WeakMap<Page, Reading>();

function readingOf(page: Page): Reading {
  const known = readings.get(page);
  if (known !== undefined) return known;
  const reading = { words: wordsOf(page), folded: fold(page.text) };
  readings.set(page, reading);
  return reading;
}

/** Runs between white space, stretch by stretch; what stands between two cells is no word. */
function wordsOf(page: Page): readonly Word[] {
  const words: Word[] = [];
  let stretch = 0;
  for (const block of page.blocks) {
    stretch += 1;
    for (const match of page.text.slice(block.start, block.end).matchAll(/\S+/g)) {
      if (block.kind === 'table-row' && match[0] === '|') stretch += 1;
      else if (/[\p{L}\p{N}]/u.test(match[0])) {
        words.push({
          start: block.start + match.index,
          end: block.start + match.index + match[0].length,
          stretch,
        });
      }
    }
  }
  return words;
}

/** Up to EDGE_WORDS words from `from` towards `to`, in one stretch: the index of the last. */
function edge(words: readonly Word[], from: number, to: number, step: 1 | -1): number {
  let at = from;
  for (let count = 1; count < EDGE_WORDS && at + step !== to; count += 1) {
    if (words[at + step]?.stretch !== words[from]?.stretch) break;
    at += step;
  }
  return at;
}

function stretchText(text: string, words: readonly Word[], from: number, to: number): string | null {
  const first = words[from];
  const last = words[to];
  if (first === undefined || first.stretch !== last?.stretch) return null;
  const said = text.slice(first.start, last.end).replace(/\s+/g, ' ');
  return /\p{Surrogate}/u.test(said) ? null : said;
}

/** Browsers search without regard to case, for whole words. */
function isFirst(folded: string, sought: string, expected: number): boolean {
  const wanted = fold(sought);
  for (let at = folded.indexOf(wanted); at >= 0 && at < expected; at = folded.indexOf(wanted, at + 1)) {
    const around = folded.charAt(at - 1) + folded.charAt(at + wanted.length);
    if (!/[\p{L}\p{N}]/u.test(around)) return false;
  }
  return true;
}

/** Lower case and one kind of white space, without a change of length. */
function fold(text: string): string {
  return text.replace(/[^]/gu, (char) => {
    const lower = char.toLowerCase();
    return /\s/.test(char) ? ' ' : lower.length === char.length ? lower : char;
  });
}

/** The dash and the comma part the members of a directive. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('-', '%2D');
}
