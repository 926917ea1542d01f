/** A report for a terminal. */
import type { DiffPiece } from '../../text/word-diff.ts';
import { printable, printableLine } from '../../text/printable.ts';
import type { Colors } from '../../cli/output/colors.ts';
import { GAP, grid, paragraph, type Layout } from '../grid.ts';
import { judgementTable } from '../judgement/table.ts';
import type { Block, Report, Span, Tone } from './report.ts';

export function reportToTerminal({ blocks }: Report, layout: Layout): string {
  return blocks
    .map((block, index) => {
      const follows = block.kind === 'line' && blocks[index - 1]?.kind === 'line';
      return `${index === 0 || follows ? '' : '\n'}${blockText(block, layout)}`;
    })
    .join('');
}

function blockText(block: Block, layout: Layout): string {
  const { colors, width } = layout;
  switch (block.kind) {
    case 'heading':
      return paragraph(colors.bold(printableLine(block.text)), width);
    case 'line':
      return paragraph(block.spans.map((span) => painted(span, colors)).join(''), width);
    case 'rows': {
      const { columns, rows } = block;
      const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0) + GAP, -GAP);
      const widths = columns.map(({ width: own, align }) => ({
        width: own ?? Math.max(MIN_REST_COLUMNS, width - fixed),
        ...(align === undefined ? {} : { align }),
      }));
      const head = columns.map((column) => colors.gray(column.head));
      return grid(widths, [head, ...rows.map((row) => row.map((span) => painted(span, colors)))]);
    }
    case 'text':
      return `${printable(block.text).trimEnd()}\n`;
    case 'diff':
      return `${shortened(block.pieces)
        .map((piece) => diffText(piece, colors))
        .join('')
        .trimEnd()}\n`;
    case 'judgement':
      return judgementTable(block.judgement, layout);
  }
}

const MIN_REST_COLUMNS = 20;

/** Spaces at the ends part it from its neighbours. */
function painted({ text, tone }: Span, colors: Colors): string {
  return paintOf(tone, colors)(printable(text).replace(/\s+/gu, ' '));
}

function paintOf(tone: Tone, colors: Colors): (text: string) => string {
  switch (tone) {
    case 'plain':
      return (text) => text;
    case 'strong':
      return colors.bold;
    case 'good':
      return colors.green;
    case 'bad':
      return colors.red;
    case 'warn':
      return colors.yellow;
    case 'soft':
      return colors.gray;
  }
}

/** Marks as of a word diff in git: they show where no colours do. */
function diffText({ change, text }: DiffPiece, colors: Colors): string {
  const shown = printable(text);
  if (change === 'kept') return shown;
  return change === 'removed' ? colors.red(`[-${shown}-]`) : colors.green(`{+${shown}+}`);
}

/** What is kept is shown around changes only: so much of it before and after, in characters. */
const AROUND_CHARS = 200;

function shortened(pieces: readonly DiffPiece[]): readonly DiffPiece[] {
  return pieces.map((piece, index) => {
    const { change, text } = piece;
    const head = index === 0 ? 0 : AROUND_CHARS;
    const tail = index === pieces.length - 1 ? 0 : AROUND_CHARS;
    if (change !== 'kept' || text.length <= head + tail) return piece;
    const cut = text.length - head - tail;
    const end = tail === 0 ? '' : text.slice(-tail);
    return { change, text: `${text.slice(0, head)}\n[… ${cut} characters kept …]\n${end}` };
  });
}
