/** A table on a terminal: columns share the width by what they need; where that is too little, rows are stacked. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { Layout } from './formats.ts';
import type { Column } from './report.ts';

/** Columns of the terminal between two columns of the table. */
const GAP = 2;
/** Running text in fewer columns is hard to read. */
const READABLE = 20;
/** Longer words, such as paths, may be broken. */
const MAX_WORD = 32;
/** A main column gets this much more room than another one. */
const MAIN_WEIGHT = 1.5;
const MAX_STACK_INDENT = 4;

type Cells = readonly string[];

/** @param rows painted cells, each of one line */
export function tableLines(columns: readonly Column[], rows: readonly Cells[], layout: Layout): Cells {
  const heads = columns.map(({ head }) => head && layout.colors.gray(head));
  const all = heads.some(Boolean) ? [heads, ...rows] : rows;
  const widths = fittedWidths(columns, all, layout.width - GAP * (columns.length - 1));
  if (widths !== null) return all.flatMap((row) => rowLines(columns, row, widths));
  const main = columns.findIndex(({ isMain }) => isMain);
  const indent = Math.min(MAX_STACK_INDENT, widest(all.map(([first = '']) => first)) + GAP);
  return all.flatMap((row) => stackedLines(row, Math.max(1, main), row === heads ? [] : heads, indent, layout));
}

/** One column of the terminal after the other to the narrowest, main ones by their weight. Null: no room. */
function fittedWidths(columns: readonly Column[], rows: readonly Cells[], room: number): readonly number[] | null {
  const cells = columns.map((_, index) => rows.map((row) => row[index] ?? ''));
  /** Each on one line. */
  const natural = cells.map(widest);
  /** So that no word breaks. */
  const words = cells.map((texts) => widest(texts.flatMap((text) => text.split(/\s+/u))));
  const widths = words.map((word, index) =>
    Math.min(natural[index] ?? 0, Math.max(READABLE, Math.min(word, MAX_WORD))),
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
    const padded = cells.map((cell, index) => {
      const text = cell[line] ?? '';
      const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(text)));
      return columns[index]?.align === 'right' ? padding + text : text + padding;
    });
    return padded.join(' '.repeat(GAP)).trimEnd();
  });
}

/** What fits is left alone: a bar may begin with nothing. */
function wrappedCell(text: string, width: number): Cells {
  if (stringWidth(text) <= width) return [text];
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
}

/** The first and the main cell of a row on one line, and the others below with the names of their columns. */
function stackedLines(row: Cells, main: number, heads: Cells, indent: number, { width }: Layout): Cells {
  const top = [row[0] ?? '', row[main] ?? ''].filter(isVisible).join(' '.repeat(GAP));
  const others = heads.flatMap((head, index) => {
    const cell = (row[index] ?? '').trim();
    if (index === 0 || index === main || !isVisible(cell)) return [];
    return [head === '' ? cell : `${head}: ${cell}`];
  });
  const [first = '', ...more] = wrappedCell(top, width - indent);
  const below = [...more, ...wrappedCell(others.join(' · '), width - indent)];
  return [first, ...below.map((line) => ' '.repeat(indent) + line)].filter(isVisible).map((line) => line.trimEnd());
}

function widest(texts: Cells): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

function isVisible(text: string): boolean {
  return stripVTControlCharacters(text).trim() !== '';
}
