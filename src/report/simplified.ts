/** Blocks that HTML draws in a way of its own, as the lines and lists that every format has. */
import { printable } from '../text/printable.ts';
import { lines, list, paint, say, type Block, type ListItem, type Quote } from './report.ts';

export type SimpleBlock = Exclude<Block, { kind: 'facts' | 'quotes' | 'note' }>;

export function simplified(block: Block): SimpleBlock {
  switch (block.kind) {
    case 'facts':
      return simplified(lines(...block.parts.map(({ name, value }) => say`${name}: ${value}`)));
    case 'note':
      // Without colours a warning would look like any other line.
      return simplified(lines(...block.parts.map((line) => (block.tone === 'warn' ? ['Note: ', line] : line))));
    case 'quotes':
      return simplified(list(block.parts.map(quoteItem)));
    default:
      return block;
  }
}

function quoteItem({ text, before, after, labels, remark, about }: Quote): ListItem {
  const leadIn = oneLine(before);
  const leadOut = oneLine(after);
  return {
    head: [labels, leadIn && `${leadIn} `, paint.strong(`»${text}«`), leadOut && ` ${leadOut}`, remark],
    blocks: [lines(...about)],
  };
}

/** Blocks of a page are separated like lines of verse. */
function oneLine(text: string): string {
  return printable(text)
    .trim()
    .replace(/\s*\n\s*/gu, ' / ');
}

/** "Kept (12)". */
export function sectionTitle({ title, count }: Extract<Block, { kind: 'section' }>): string {
  return count === undefined ? title : `${title} (${count})`;
}
