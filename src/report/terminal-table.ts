/** A table on a terminal: columns share the width by what they need; where that is too little, rows are stacked. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { printableLine } from '../text/printable.ts';
import type { Layout } from './layout.ts';
import type { Column } from './report.ts';
import { partsOf, stepsOf, wrap } from './wrap.ts';

/** Columns of the terminal between two columns of the table. */
const GAP = 2;
/** Running text in fewer columns is hard to read; where room is short, only main columns have so many. */
const READABLE = 20;
const NARROW = 12;
/** Longer words, such as paths, may be broken. */
const MAX_WORD = 32;
/** A main column gets this much more room than another one. */
const MAIN_WEIGHT = 1.5;
const MAX_STACK_INDENT = 4;

type Cells = readonly string[];

/** Of the columns; where rows are stacked, of their first cells. */
export type TableWidths = readonly number[] | { readonly first: number };

/** @param rows painted cells, each of one line, that are to find room: of all tables with these columns */
export function tableWidths(columns: readonly Column[], rows: readonly Cells[], { width }: Layout): TableWidths {
  const all = [columns.map(({ head }) => printableLine(head)), ...rows];
  const fitted = (breaks: Breaks) => fittedWidths(columns, all, width - GAP * (columns.length - 1), breaks);
  return fitted(null) ?? fitted(stepsOf) ?? fitted(partsOf) ?? { first: widest(all.map(([first = '']) => first)) };
}

/** @param rows painted cells, each of one line */
export function tableLines(
  columns: readonly Column[],
  rows: readonly Cells[],
  widths: TableWidths,
  layout: Layout,
): Cells {
  const heads = columns.map(({ head }) => head && layout.colors.dim(printableLine(head)));
  const all = heads.some(Boolean) ? [heads, ...rows] : rows;
  if (!('first' in widths)) return all.flatMap((row) => rowLines(columns, row, widths));
  return stackedLines(columns, all, all === rows ? [] : heads, widths.first, layout.width);
}

/** What a word is broken into where room is tight; null: it stays whole. */
type Breaks = ((word: string) => Cells) | null;

/** So that no word breaks; where room is tight, so that words break at their marks alone, and numbers not at all. */
function leastWidth({ align, isMain, isUnbroken }: Column, [head = '', ...texts]: Cells, breaks: Breaks): number {
  if (isUnbroken === true) return widest([head, ...texts]);
  if (breaks !== null && align === 'right') return widest([...wordsOf(head).flatMap(breaks), ...texts]);
  const words = [head, ...texts].flatMap(wordsOf);
  if (breaks === null) return Math.max(READABLE, Math.min(widest(words), MAX_WORD));
  return Math.max(isMain === true ? READABLE : NARROW, widest(words.flatMap(breaks)));
}

/** One column of the terminal after the other to the narrowest, main ones by their weight. Null: no room. */
function fittedWidths(columns: readonly Column[], rows: readonly Cells[], room: number, breaks: Breaks) {
  const cells = columns.map((_, index) => rows.map((row) => row[index] ?? ''));
  /** Each on one line. */
  const natural = cells.map(widest);
  const widths = natural.map((width, index) =>
    Math.min(width, leastWidth(columns[index] ?? { head: '' }, cells[index] ?? [], breaks)),
  );
  let left = room - widths.reduce((sum, width) => sum + width, 0);
  if (left < 0) return null;
  for (; left > 0; left -= 1) {
    const sizes = widths.map((width, index) => {
      if (width >= (natural[index] ?? 0)) return Number.POSITIVE_INFINITY;
      return columns[index]?.isMain === true ? width / MAIN_WEIGHT : width;
    });
    const smallest = Math.min(...sizes);
    if (smallest === Number.POSITIVE_INFINITY) break;
    const index = sizes.indexOf(smallest);
    widths[index] = (widths[index] ?? 0) + 1;
  }
  return widths;
}

function rowLines(columns: readonly Column[], row: Cells, widths: readonly number[]): Cells {
  const cells = widths.map((width, index) => wrappedCell(row[index] ?? '', width));
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) => {
    const padding = cells.map((cell, index) => padded(cell[line] ?? '', widths[index] ?? 0, columns[index]));
    return padding.join(' '.repeat(GAP)).trimEnd();
  });
}

function padded(text: string, width: number, column?: Column): string {
  const padding = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return column?.align === 'right' ? padding + text : text + padding;
}

/** Cells that fit are not wrapped: wrapping would trim a bar that begins with spaces. */
function wrappedCell(text: string, width: number): Cells {
  return stringWidth(text) <= width ? [text] : wrap(text, width);
}

/** The first and the main cell of each row, side by side where there is room; the others below with their heads. */
function stackedLines(
  columns: readonly Column[],
  rows: readonly Cells[],
  heads: Cells,
  firstWidth: number,
  width: number,
): Cells {
  const main = Math.max(1, columns.map(({ isMain }) => isMain).indexOf(true));
  const indent = Math.min(MAX_STACK_INDENT, firstWidth + GAP);
  return rows.flatMap((row) => {
    const first = row[0] ?? '';
    const mainCell = row[main] ?? '';
    const top = firstWidth > width / 2 ? [first, mainCell] : [padded(first, firstWidth) + ' '.repeat(GAP) + mainCell];
    const others = row.flatMap((cell, index) => {
      if (index === 0 || index === main || row === heads || !isVisible(cell)) return [];
      const head = heads[index] ?? '';
      return [head === '' ? cell.trim() : `${head}: ${cell.trim()}`];
    });
    const parts = top.flatMap((text) => wrappedCell(text, width - indent));
    const [line = '', ...below] = [...parts, ...joinedParts(others, width - indent)];
    return [line, ...below.map((text) => ' '.repeat(indent) + text)].filter(isVisible).map((text) => text.trimEnd());
  });
}

/** A part that a line holds is not broken; a longer one begins where a half of its line is left. */
function joinedParts(parts: Cells, width: number): Cells {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1) ?? '';
    const joined = last === '' ? part : `${last} · ${part}`;
    const isApart = stringWidth(joined) > width && (stringWidth(part) <= width || stringWidth(last) > width / 2);
    if (isApart) lines.push(...wrappedCell(part, width));
    else lines.splice(-1, 1, ...wrappedCell(joined, width));
  }
  return lines;
}

function wordsOf(text: string): Cells {
  return text.split(/\s+/u);
}

function widest(texts: Cells): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

function isVisible(text: string): boolean {
  return stripVTControlCharacters(text).trim() !== '';
}
