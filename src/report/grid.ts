/** Lays text out in columns that wrap, without rules; widths are those that a terminal shows (CJK counts double). */
import Table from 'cli-table3';
import type { Colors } from '../cli/output/colors.ts';

/** What a renderer is told of where its text goes. */
export interface Layout {
  readonly colors: Colors;
  /** Columns. */
  readonly width: number;
}

export interface Column {
  /** In columns, without the gap to the next one. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Columns between two columns. */
export const GAP = 2;
/** Text holds no escape character but those of its paint. */
const ESCAPE = '\u001b';
const PAINT = `${ESCAPE}\\[\\d+m`;
const WORD = new RegExp(`(?<=^|\\s|${PAINT})[^\\s${ESCAPE}]+`, 'gu');
const TRAILING_SPACE = new RegExp(`\\s+((?:${PAINT})*)$`, 'u');
const NO_RULES = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid', 'middle'].flatMap((name) => [
    [name, ''],
    [`${name}-mid`, ''],
    [`${name}-left`, ''],
    [`${name}-right`, ''],
  ]),
);

/**
 * Cells are painted with foreground colours, bold or underline only: those are carried over line breaks.
 * @returns lines without white space at their ends, each with a line break
 */
export function grid(columns: readonly Column[], rows: readonly (readonly string[])[], indent = 0): string {
  const table = new Table({
    chars: NO_RULES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [] },
    colWidths: columns.map(({ width }) => width + GAP),
    colAligns: columns.map(({ align = 'left' }) => align),
    wordWrap: true,
  });
  for (const row of rows)
    table.push(row.map((cell, index) => breakLongWords(cell, columns[index]?.width ?? Infinity)));
  return table
    .toString()
    .split('\n')
    .map((line) => `${' '.repeat(indent)}${line}`.replace(TRAILING_SPACE, '$1') + '\n')
    .join('');
}

/** One wrapped, indented paragraph. */
export function paragraph(text: string, width: number, indent = 0): string {
  return grid([{ width: width - indent }], [[text]], indent);
}

/** An address on a line of its own, however long: broken, it could not be copied. */
export function address(text: string, { colors }: Pick<Layout, 'colors'>, indent = 0): string {
  return `${' '.repeat(indent)}${colors.cyan(text)}\n`;
}

/** Words that no line can hold, such as text without spaces, would be cut off. */
function breakLongWords(text: string, width: number): string {
  return text.replace(WORD, (word) => {
    const characters = Array.from(word);
    // From the CJK blocks on, a character may be two columns wide.
    const size = characters.some((character) => character >= '\u2e80') ? Math.floor(width / 2) : width;
    if (characters.length <= size) return word;
    return (word.match(new RegExp(`.{1,${size}}`, 'gu')) ?? []).join(' ');
  });
}
