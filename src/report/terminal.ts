/** A report for a terminal: wrapped to its width, painted with its colours. */
import wrapAnsi from 'wrap-ansi';
import { printable, printableLine } from '../text/printable.ts';
import type { Colors, Layout } from './formats.ts';
import {
  isEmpty,
  spansOf,
  type Block,
  type Inline,
  type ListItem,
  type Report,
  type Span,
  type TextPiece,
} from './report.ts';
import { tableLines } from './terminal-table.ts';
import { barText, shorten } from './words.ts';

const INDENT = 4;
const MAX_INSTRUCTION_CHARS = 300;
/** What a word diff keeps is shown around changes only: so much of it before and after, in characters. */
const AROUND_CHARS = 200;

export function toTerminal({ title, instruction = '', blocks }: Report, layout: Layout): string {
  const head = [
    layout.colors.bold(printableLine(title)),
    shorten(printableLine(instruction), MAX_INSTRUCTION_CHARS),
  ];
  return joined([
    ...head.filter(Boolean).flatMap((text) => wrapped(text, layout.width)),
    '',
    ...parted(blocks, layout),
  ]);
}

/** Blocks alone, for a report that needs no title. */
export function blocksToTerminal(blocks: readonly Block[], layout: Layout): string {
  return joined(parted(blocks, layout));
}

function joined(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}

/** With an empty line between two blocks. */
function parted(blocks: readonly Block[], layout: Layout): readonly string[] {
  return blocks
    .filter((block) => !isEmpty(block))
    .flatMap((block, index) => [...(index === 0 ? [] : ['']), ...blockLines(block, layout)]);
}

function blockLines(block: Block, layout: Layout): readonly string[] {
  const { colors, width } = layout;
  switch (block.kind) {
    case 'section': {
      const title = colors.bold(colors.underline(printableLine(block.title)));
      return [...wrapped(title, width), '', ...parted(block.blocks, layout)];
    }
    case 'beside':
      return parted(block.blocks, layout);
    case 'lines':
      return block.lines.flatMap((line) => inlineLines(line, layout, 0));
    case 'table': {
      const rows = block.rows.map((row) => row.map((cell) => painted(cell, colors)));
      return tableLines(block.columns, rows, layout);
    }
    case 'list':
      return listLines(block.items, layout);
    case 'text':
      return shortened(block.pieces)
        .map((piece) => pieceText(piece, colors))
        .join('')
        .split('\n');
  }
}

/** Items that are one line each get a bullet; the others are parted by empty lines. */
function listLines(items: readonly ListItem[], layout: Layout): readonly string[] {
  const bullet = items.every(({ blocks }) => blocks.every(isEmpty)) ? '· ' : '';
  const inner = { ...layout, width: layout.width - INDENT };
  return items.flatMap(({ head, blocks }, index) => {
    const body = indented(parted(blocks, inner), INDENT);
    const isParted = index > 0 && bullet === '' && (body.length > 0 || items[index - 1]?.blocks.length !== 0);
    return [
      ...(isParted ? [''] : []),
      ...inlineLines([bullet, head], layout, bullet.length, INDENT),
      ...body,
    ];
  });
}

/** Addresses stand below, each on a line of its own however long: broken, they could not be copied. */
function inlineLines(
  inline: Inline,
  { colors, width }: Layout,
  hang: number,
  addressIndent = hang,
): readonly string[] {
  const [first = '', ...more] = wrapped(painted(inline, colors), width - hang);
  const addresses = spansOf(inline).flatMap(({ href = '#', text }) =>
    href.startsWith('#') || href === text ? [] : [colors.cyan(printableLine(href))],
  );
  return [first, ...indented(more, hang), ...indented(addresses, addressIndent)];
}

function indented(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === '' ? line : ' '.repeat(columns) + line));
}

function wrapped(text: string, width: number): readonly string[] {
  const lines = wrapAnsi(text, Math.max(1, width), { hard: true }).split('\n');
  return lines.map((line) => line.trimEnd());
}

function painted(inline: Inline, colors: Colors): string {
  return spansOf(inline)
    .map(({ text, tone, bar }) => {
      const shown = printable(text).replace(/\s+/gu, ' ');
      const drawn = bar === undefined ? '' : barText(bar);
      const painted = drawn.trimEnd() + shown;
      return (
        (painted === '' ? '' : paint(tone, colors)(painted)) +
        ' '.repeat(drawn.length - drawn.trimEnd().length)
      );
    })
    .join('');
}

function paint(tone: Span['tone'], colors: Colors): (text: string) => string {
  const { bold: strong, green: good, red: bad, yellow: warn, gray: soft } = colors;
  return tone === undefined ? String : { strong, good, bad, warn, soft }[tone];
}

/** Signs as of a word diff in git: they show where no colours do. */
function pieceText({ mark, text }: TextPiece, colors: Colors): string {
  const shown = printable(text);
  if (mark === 'removed') return colors.red(`[-${shown}-]`);
  return mark === 'added' ? colors.green(`{+${shown}+}`) : paint(mark, colors)(shown);
}

function shortened(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.map((piece, index) => {
    const { mark, text } = piece;
    const head = index === 0 ? 0 : AROUND_CHARS;
    const tail = index === pieces.length - 1 ? 0 : AROUND_CHARS;
    const cut = text.length - head - tail;
    if (pieces.length === 1 || mark !== undefined || cut <= 0) return piece;
    return {
      text: `${text.slice(0, head)}\n[… ${cut} characters kept …]\n${text.slice(text.length - tail)}`,
    };
  });
}
