/** A report as a Markdown document. */
import type { DiffPiece } from '../../text/word-diff.ts';
import { printable } from '../../text/printable.ts';
import { escapeMarkdown } from '../escape-markdown.ts';
import { judgementSections } from '../judgement/markdown.ts';
import type { Block, Report, Span } from './report.ts';

export function reportToMarkdown({ heading, task, blocks }: Report): string {
  const sections = [
    `# ${escapeMarkdown(heading)}`,
    ...(task === null ? [] : [`> ${escapeMarkdown(task.instruction)}`]),
    ...blocks.flatMap(blockSections),
  ];
  return `${sections.join('\n\n')}\n`;
}

function blockSections(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`## ${escapeMarkdown(block.text)}`];
    case 'line':
      return [block.spans.map(spanText).join('')];
    case 'rows':
      return [
        [
          row(block.columns.map(({ head }) => escapeMarkdown(head))),
          row(block.columns.map(({ align }) => (align === 'right' ? '--:' : '---'))),
          ...block.rows.map((cells) => row(cells.map(spanText))),
        ].join('\n'),
      ];
    case 'text':
      return [fenced(block.text)];
    case 'diff':
      return [diffText(block.pieces)];
    case 'judgement':
      return judgementSections(block.judgement);
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function spanText({ text, tone }: Span): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  const escaped = escapeMarkdown(words);
  return before + (tone === 'strong' && escaped !== '' ? `**${escaped}**` : escaped) + after;
}

/** A fence longer than any run of backticks in the text: it stays text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${printable(text).trimEnd()}\n${fence}`;
}

/** Tags, since stars and tildes mark nothing between a letter and a full stop; each within its line. */
function diffText(pieces: readonly DiffPiece[]): string {
  return pieces
    .map(({ change, text }) =>
      text
        .split('\n')
        .map((part) => markedLine(change, part))
        .join('\n'),
    )
    .join('')
    .split('\n')
    .map((each) => `> ${each}`.trimEnd())
    .join('\n');
}

const MARKS: Readonly<Record<DiffPiece['change'], readonly [string, string]>> = {
  kept: ['', ''],
  removed: ['<del>', '</del>'],
  added: ['<ins>', '</ins>'],
};

function markedLine(change: DiffPiece['change'], text: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  const [open, close] = MARKS[change];
  return words === '' ? text : `${before}${open}${escapeMarkdown(words)}${close}${after}`;
}
