/** What reports are written with: short names for making blocks and the text in them. */
import type { Bar, Block, Column, Inline, ListItem, ListLook } from './blocks.ts';
import type { Plot, PlotPoint, PlotSeries, Row, Span, Tone } from './blocks.ts';

export type * from './blocks.ts';

const painted =
  (tone: Tone) =>
  (text: string): Span => ({ text, tone });
export const paint: Readonly<Record<Tone, (text: string) => Span>> = {
  strong: painted('strong'),
  good: painted('good'),
  bad: painted('bad'),
  warn: painted('warn'),
  soft: painted('soft'),
  accent: painted('accent'),
};
export function badge(text: string, tone?: Tone): Span {
  return { text, isBadge: true, ...(tone === undefined ? {} : { tone }) };
}
/** Drawn in place of text: a share of 1, and what is open. */
export function bar(
  share: number,
  columns: number,
  { tone = 'good', ...place }: Pick<Bar, 'openShare' | 'from'> & { readonly tone?: Tone } = {},
): Span {
  return { text: '', tone, bar: { ...place, share, columns } };
}

type Cell<Item> = (item: Item, index: number) => Inline;

/** A column with its cell for each item. */
export interface ColumnOf<Item> extends Column {
  readonly cell: Cell<Item>;
}
const columnOf =
  (looks: Omit<Column, 'head'>) =>
  <Item>(head: string, cell: Cell<Item>): ColumnOf<Item> => ({ ...looks, head, cell });
export const left = columnOf({});
export const right = columnOf({ align: 'right' });
export const main = columnOf({ isMain: true });
export const unbroken = columnOf({ isUnbroken: true });

/** A row for each item. @param asked false: a column that there is no reason for @param foot rows of sums */
export function table<Item>(
  items: readonly Item[],
  asked: readonly (ColumnOf<Item> | false)[],
  foot: readonly Row[] = [],
): Block {
  const columns = asked.filter((column) => column !== false);
  const parts = items.map((item, index) => columns.map(({ cell }) => cell(item, index)));
  return { kind: 'table', columns, parts, foot };
}

/** Inline text from a template: say`A ${paint.strong('50 %')}`. */
export function say(strings: TemplateStringsArray, ...parts: readonly (Inline | number)[]): Inline {
  return strings.flatMap((text, index) => {
    const part = parts[index] ?? '';
    return [text, typeof part === 'number' ? String(part) : part];
  });
}

export function section(title: string, ...blocks: readonly Block[]): Block {
  return { kind: 'section', title, parts: blocks };
}

/** Null and empty lines are left out. */
export function lines(...parts: readonly (Inline | null)[]): Block {
  return { kind: 'lines', parts: parts.filter((line) => line !== null).filter((line) => line !== '') };
}

/** Lines that the reader should not miss; null and empty ones are left out. */
export function notes(tone: Tone, ...parts: readonly (string | null)[]): Block {
  const shown = parts.filter((line) => line !== null).filter((line) => line !== '');
  return { kind: 'note', tone, parts: shown.map((line) => paint[tone](line)) };
}

/** Facts without a value are left out. */
export function facts(values: Readonly<Record<string, Inline | null>>): Block {
  const parts = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  return { kind: 'facts', parts };
}

export function list(items: readonly (ListItem | string)[], look: ListLook = 'bullets'): Block {
  return { kind: 'list', look, parts: items.map((item) => (typeof item === 'string' ? { head: item } : item)) };
}

export function plotted(plot: Plot): Block {
  return { kind: 'plot', plot, parts: plot.series.filter(({ points }) => points.length > 0) };
}

/** A line for each item, under its name. */
export function curves<Item extends { readonly name: string }>(
  items: readonly Item[],
  pointsOf: (item: Item, index: number) => readonly PlotPoint[],
): readonly PlotSeries[] {
  return items.map((item, index) => ({ name: item.name, isLine: true, points: pointsOf(item, index) }));
}

/** Over the names of items: a series for each of their figures. */
export function plottedByName<Item extends { readonly name: string }>(
  looks: Omit<Plot, 'series' | 'categories'>,
  items: readonly Item[],
  figures: readonly (readonly [name: string, of: (item: Item) => Figured | null])[],
): Block {
  const series = figures.map(([name, of]) => ({ name, points: items.flatMap((item, x) => pointAt(x, of(item))) }));
  return plotted({ ...looks, categories: items.map(({ name }) => name), series });
}

/** A figure that may be undefined, with its interval where it has one. */
export interface Figured {
  readonly value: number | null;
  readonly interval?: PlotPoint['interval'];
}

export function pointAt(x: number, figure: Figured | null): readonly PlotPoint[] {
  return figure?.value == null ? [] : [{ x, y: figure.value, interval: figure.interval ?? null }];
}

/** @param text null: there is none, and the block is empty; an empty text is shown as one */
export function verbatim(text: string | null): Block {
  return { kind: 'text', parts: text === null ? [] : [{ text }] };
}

/** To be pasted into a shell. */
export function command(text: string): Block {
  return { kind: 'text', parts: [{ text }], isCommand: true };
}

export function spansOf(inline: Inline): readonly Span[] {
  if (typeof inline === 'string') return inline === '' ? [] : [{ text: inline }];
  return 'text' in inline ? [inline] : inline.flatMap(spansOf);
}

export function isEmpty(block: Block): boolean {
  if (block.kind === 'section' || block.kind === 'beside') return block.parts.every(isEmpty);
  return block.parts.length === 0;
}
