/** A report for a terminal: wrapped to its width, painted with its colours. */
import { groupsBy } from '../domain/groups.ts';
import { printable, printableLine, shorten } from '../text/printable.ts';
import type { Colors, Layout } from './layout.ts';
import { isEmpty, spansOf } from './report.ts';
import type { Block, Inline, ListItem, Report, Span, TextPiece } from './report.ts';
import { sectionTitle, simplified } from './simplified.ts';
import { tableLines, tableWidths } from './terminal-table.ts';
import { barText } from './bar.ts';
import { commandLines, wrap, wrapLines } from './wrap.ts';

const INDENT = 4;
/** Of the title and the instruction: a long brief is no wall of text above a report. */
const MAX_HEAD_CHARS = 300;
/** Unchanged text of a word diff is shown only around changes: characters before and after. */
const AROUND_CHARS = 200;

export function toTerminal({ title, instruction = '', blocks }: Report, layout: Layout): string {
  const short = (text: string) => shorten(printableLine(text), MAX_HEAD_CHARS);
  const head = layout.colors.bold(short(title));
  const top = [head, short(instruction)].filter(Boolean).flatMap((text) => wrap(text, layout.width));
  return `${top.join('\n')}\n\n${blocksToTerminal(blocks, layout)}`.trimEnd() + '\n';
}

/** Blocks alone, for a report that needs no title. */
export function blocksToTerminal(blocks: readonly Block[], layout: Layout): string {
  return `${parted(blocks, layout).join('\n').trimEnd()}\n`;
}

/** With an empty line between two blocks. */
function parted(blocks: readonly Block[], layout: Layout): readonly string[] {
  const shown = blocks.filter((block) => !isEmpty(block) && block.kind !== 'plot');
  const tables = drawnTables(shown, layout);
  return shown.flatMap((block, index) => [...(index === 0 ? [] : ['']), ...blockLines(block, layout, tables)]);
}

type Table = Extract<Block, { kind: 'table' }>;
type Tables = ReadonlyMap<Block, readonly string[]>;

/** Tables with the same columns read as one: each has room for the rows of all. */
function drawnTables(blocks: readonly Block[], layout: Layout): Tables {
  const tables = blocks.filter((block) => block.kind === 'table');
  const headsOf = ({ columns }: Table) => columns.map(({ head }) => head).join('\n');
  const rowsOf = ({ parts, foot }: Table) =>
    [...parts, ...foot].map((row) => row.map((cell) => painted(cell, layout.colors)));
  const drawn = [...groupsBy(tables, headsOf).values()].flatMap((group) => {
    const rows = group.map(rowsOf);
    const widths = tableWidths(group[0].columns, rows.flat(), layout);
    return group.map((table, at) => [table, tableLines(table.columns, rows[at] ?? [], widths, layout)] as const);
  });
  return new Map(drawn);
}

/** @param tables those of its part */
function blockLines(shown: Block, layout: Layout, tables: Tables): readonly string[] {
  const { colors, width } = layout;
  const block = simplified(shown);
  switch (block.kind) {
    case 'section': {
      const title = colors.bold(colors.underline(printableLine(sectionTitle(block))));
      return [...wrap(title, width), '', ...parted(block.parts, layout)];
    }
    case 'beside':
      return parted(block.parts, layout);
    case 'lines':
      return block.parts.flatMap((line) => inlineLines(line, layout, 0));
    case 'table':
      return tables.get(block) ?? [];
    case 'plot':
      return [];
    case 'list':
      return listLines(block.parts, layout);
    case 'text': {
      const pieces = shortened(block.parts).map((piece) => pieceText(piece, colors));
      const [text, edge] = [pieces.join(''), layout.edge && width];
      return block.isCommand === true ? commandLines(text, edge) : wrapLines(text, edge).split('\n');
    }
  }
}

/** Items that are one line each get a bullet; the others are parted by empty lines. */
function listLines(items: readonly ListItem[], layout: Layout): readonly string[] {
  const inner = { ...layout, width: layout.width - INDENT };
  const bodies = items.map(({ blocks = [] }) => indented(parted(blocks, inner), INDENT));
  const bullet = bodies.every(({ length }) => length === 0) ? '· ' : '';
  return items.flatMap(({ head, note = '' }, index) => {
    const before = bodies[index - 1] ?? [];
    const body = bodies[index] ?? [];
    const isParted = index > 0 && before.length + body.length > 0;
    const below = note === '' ? [] : indented(inlineLines(note, inner, 0), INDENT);
    const first = inlineLines([bullet, head], layout, bullet.length, INDENT);
    return [...(isParted ? [''] : []), ...first, ...below, ...body];
  });
}

/** Addresses follow below, each whole on a line of its own, unless the terminal would break it anywhere. */
function inlineLines(inline: Inline, layout: Layout, hang: number, addressIndent = hang): readonly string[] {
  const { colors, width, edge } = layout;
  const [first = '', ...more] = wrap(painted(inline, colors), width - hang);
  const addresses = spansOf(inline).flatMap(({ href = '#', text }) => {
    if (href.startsWith('#') || href === text) return [];
    const address = colors.cyan(printableLine(href));
    return edge === undefined ? [address] : wrap(address, width - addressIndent);
  });
  return [first, ...indented(more, hang), ...indented(addresses, addressIndent)];
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === '' ? line : ' '.repeat(columns) + line));
}

function painted(inline: Inline, colors: Colors): string {
  const texts = spansOf(inline).map(({ text, tone, bar }) => {
    const paint = inTone(tone, colors);
    if (bar !== undefined)
      return barText(bar)
        .replace(/[^ ░]+/u, paint)
        .replace(/░+/u, colors.dim);
    return text === '' ? '' : paint(printable(text).replace(/\s+/gu, ' '));
  });
  return texts.join('');
}

function inTone(tone: Span['tone'], colors: Colors): (text: string) => string {
  const { bold: strong, green: good, red: bad, yellow: warn, dim: soft, cyan: accent } = colors;
  return tone === undefined ? String : { strong, good, bad, warn, soft, accent }[tone];
}

/** Signs like those of git's word diff, for terminals without colours. */
function pieceText({ mark, text }: TextPiece, colors: Colors): string {
  const shown = printable(text);
  if (mark === 'removed') return colors.red(`[-${shown}-]`);
  return mark === 'added' ? colors.green(`{+${shown}+}`) : inTone(mark, colors)(shown);
}

function shortened(pieces: readonly TextPiece[]): readonly TextPiece[] {
  if (pieces.length === 1) return pieces;
  return pieces.map((piece, index) => {
    const { mark, text } = piece;
    const head = index === 0 ? '' : text.slice(0, AROUND_CHARS);
    const tail = index === pieces.length - 1 ? '' : text.slice(-AROUND_CHARS);
    const cut = text.length - head.length - tail.length;
    if (mark !== undefined || cut <= 0) return piece;
    return { text: `${head}\n[… ${cut} characters kept …]\n${tail}` };
  });
}
