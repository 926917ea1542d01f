/** Lines of a PDF from positioned text items, without running heads and page numbers. */
import { groupsBy } from '../../domain/groups.ts';
import type { TextLine } from '../lines-to-blocks.ts';

/** A text item of pdf.js; lengths in points. */
export interface TextItem {
  readonly str: string;
  /** [a, b, c, d, x, y] of the text matrix. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
}

interface PlacedLine {
  text: string;
  readonly x: number;
  readonly y: number;
  right: number;
  size: number;
  readonly pageNumber: number;
}

/** Ligatures as presentation forms. Other compatibility forms stay. */
const LIGATURE = /[\uFB00-\uFB06]/g;
/** In font sizes: height differences within a line (superscripts), and gaps that are a space. */
const SAME_LINE = 0.5;
const WORD_GAP = 0.2;
/** In line distances: more is a paragraph gap. */
const PARAGRAPH_GAP = 1.25;
/** In body font sizes: a larger font is a heading. */
const HEADING_SIZE = 1.12;
/** How many lines at a page's top and bottom may be running heads. */
const EDGE_LINES = 2;
const MAX_HEADING_CHARS = 150;

/** One page's lines, in the order of the content stream (which is the reading order, columns included). */
export function layOutLines(items: readonly TextItem[], pageNumber: number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  let ended = true;
  let previous = '';
  for (const item of items) {
    const x = item.transform[4] ?? 0;
    const y = item.transform[5] ?? 0;
    const size = Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) || item.height;
    const line = lines.at(-1);
    if (item.str !== '') {
      const sameLine =
        line !== undefined &&
        Math.abs(line.y - y) <= SAME_LINE * Math.max(line.size, size) &&
        (!ended || x >= line.right - 1);
      if (sameLine) {
        const spaced = previous.endsWith(' ') || item.str.startsWith(' ') || x - line.right <= WORD_GAP * size;
        line.text += spaced ? item.str : ` ${item.str}`;
        previous = item.str;
        line.right = Math.max(line.right, x + item.width);
        if (item.str.trim() !== '') line.size = Math.max(line.size, size);
      } else if (item.str.trim() !== '') {
        lines.push({ text: item.str, x, y, right: x + item.width, size, pageNumber });
        previous = item.str;
      }
      ended = false;
    }
    if (item.hasEOL) ended = true;
  }
  return lines.map((line) => ({
    ...line,
    text: line.text.replace(LIGATURE, (form) => form.normalize('NFKC')).trim(),
  }));
}

/** The lines of all pages, with paragraph gaps and headings from their positions. */
export function joinPages(pages: readonly (readonly PlacedLine[])[]): TextLine[] {
  const running = runningLines(pages);
  const body = pages.map((page) => page.filter((line) => !running.has(line)));
  const all = body.flat();
  const bodySize = mostCommon(all, (line) => line.size);
  const leading = mostCommon(
    body
      .flatMap((page) =>
        page.slice(1).map((line, index) => ({ text: line.text, step: (page[index]?.y ?? 0) - line.y })),
      )
      .filter(({ step }) => step > 0),
    ({ step }) => step,
  );
  const headingSizes = [...new Set(all.map((line) => round(line.size)))]
    .filter((size) => size > bodySize * HEADING_SIZE)
    .sort((a, b) => b - a);
  return body.flatMap((page) => {
    const rights = columnRights(page);
    return page.map((line, index): TextLine => {
      const above = page[index - 1];
      const step = above === undefined ? 0 : above.y - line.y;
      const level = headingSizes.indexOf(round(line.size)) + 1;
      return {
        text: line.text,
        indent: line.x,
        pageNumber: line.pageNumber,
        // A step upwards is a new column.
        gapBefore:
          above !== undefined && step > PARAGRAPH_GAP * Math.max(leading, 1.1 * Math.max(line.size, above.size)),
        endsShort: hadRoom(line, page[index + 1], rights[index] ?? line.right),
        ...(level > 0 && line.text.length <= MAX_HEADING_CHARS ? { headingLevel: Math.min(level, 6) } : {}),
      };
    });
  });
}

/** True if the first word of the next line would have fit: then the line break is intended. */
function hadRoom(line: PlacedLine, next: PlacedLine | undefined, columnRight: number): boolean {
  if (next === undefined) return line.right < line.x + (columnRight - line.x) * 0.8;
  const firstWord = next.text.split(' ', 1)[0]?.length ?? 0;
  const charWidth = (next.right - next.x) / Math.max(1, next.text.length);
  return line.right + (firstWord + 2) * charWidth < columnRight;
}

/** Per line, the right edge of its column; a step upwards begins another column. */
function columnRights(page: readonly PlacedLine[]): number[] {
  const rights: number[] = [];
  let start = 0;
  page.forEach((_, index) => {
    const next = page[index + 1];
    if (next !== undefined && next.y <= (page[index]?.y ?? 0) + next.size) return;
    const right = Math.max(...page.slice(start, index + 1).map((line) => line.right));
    while (rights.length <= index) rights.push(right);
    start = index + 1;
  });
  return rights;
}

const PAGE_NUMBER = /^(?:page)?[-–(\s]*(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:\/|of)\s*\d{1,4})?[-–)\s]*$/i;

/** Page numbers, and lines at the edges of several pages that only differ in digits. */
function runningLines(pages: readonly (readonly PlacedLine[])[]): ReadonlySet<PlacedLine> {
  const edges = pages.flatMap((page) => {
    const byHeight = [...page].sort((a, b) => b.y - a.y);
    return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])];
  });
  const alike = groupsBy(edges, ({ text, y }) => `${text.replace(/\d+/g, '#')} ${Math.round(y / 4)}`);
  const isRepeated = ({ length }: readonly PlacedLine[]) => length >= 3 || (length === 2 && pages.length === 2);
  return new Set([
    ...edges.filter(({ text }) => PAGE_NUMBER.test(text)),
    ...[...alike.values()].filter(isRepeated).flat(),
  ]);
}

function round(value: number): number {
  return Math.round(value * 2) / 2;
}

function mostCommon<Line extends { readonly text: string }>(
  lines: readonly Line[],
  value: (line: Line) => number,
): number {
  const weights = new Map<number, number>();
  for (const line of lines) weights.set(round(value(line)), (weights.get(round(value(line))) ?? 0) + line.text.length);
  const [best] = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return best?.[0] ?? 0;
}
