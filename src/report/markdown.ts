/** A report as a Markdown document. */
import { printable, printableLine } from '../text/printable.ts';
import { isEmpty, spansOf } from './report.ts';
import type { Block, Inline, ListItem, Report, Span, TextPiece } from './report.ts';
import { sectionTitle, simplified } from './simplified.ts';
import { barText } from './bar.ts';
import { webAddress } from './words.ts';

export function toMarkdown({ title, instruction, blocks }: Report): string {
  const parts = [
    `# ${escapeMarkdown(title)}`,
    ...(instruction === undefined ? [] : [`> ${escapeMarkdown(instruction)}`]),
  ];
  return `${[...parts, ...texts(blocks)].join('\n\n')}\n`;
}

function texts(blocks: readonly Block[]): readonly string[] {
  return blocks.filter((block) => !isEmpty(block)).map(blockText);
}

function blockText(shown: Block): string {
  const block = simplified(shown);
  switch (block.kind) {
    case 'section':
      return [`## ${escapeMarkdown(sectionTitle(block))}`, ...texts(block.parts)].join('\n\n');
    case 'beside':
      return texts(block.parts).join('\n\n');
    case 'lines':
      return block.parts.map(inlineText).join('  \n');
    case 'table':
      return [
        block.columns.map(({ head }) => escapeMarkdown(head)),
        block.columns.map(({ align }) => (align === 'right' ? '--:' : '---')),
        ...[...block.parts, ...block.foot].map((cells) => cells.map(inlineText)),
      ]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n');
    case 'list':
      return block.parts.map(itemText).join('\n');
    case 'plot':
      return `*${escapeMarkdown(block.plot.title)}: the HTML report has a picture of it.*`;
    case 'text': {
      if (block.parts.some(({ mark }) => mark !== undefined)) return quoted(block.parts);
      const text = printable(block.parts.map((piece) => piece.text).join(''));
      const fence = fenceAround(text, 3);
      return `${fence}text\n${text.trimEnd()}\n${fence}`;
    }
  }
}

/** Lines below a head belong to its paragraph; other blocks stand apart. */
function itemText({ head, note, blocks = [], id }: ListItem): string {
  const isParagraph = blocks[0]?.kind === 'lines' || blocks[0]?.kind === 'facts';
  const second = note === undefined ? '' : `  \n${inlineText(note)}`;
  const body = texts(blocks).map((text, index) => (index === 0 && isParagraph ? '  \n' : '\n\n') + text);
  return `- ${anchor(id)}${inlineText(head)}${second}${body.join('')}`.replace(/\n(?!\n)/gu, '\n  ');
}

function anchor(id: string | undefined): string {
  return id === undefined ? '' : `<a id="${id}"></a>`;
}

function inlineText(inline: Inline): string {
  return spansOf(inline).map(spanText).join('');
}

function spanText({ text, tone, href, bar }: Span): string {
  if (bar !== undefined) return barText(bar).trimEnd();
  return outsideSpaces(text, (words) => {
    const shown = tone === 'strong' ? `**${escapeMarkdown(words)}**` : escapeMarkdown(words);
    if (href === undefined) return shown;
    const address = href.startsWith('#') ? href : webAddress(href);
    if (address !== null) return `[${inLabel(shown)}](<${address.replace(/[<>]/gu, encodeURIComponent)}>)`;
    const code = codeSpan(printableLine(href));
    return words === href ? code : `${shown} (${code})`;
  });
}

/** Some readers of Markdown take the backslash from an escaped bracket before they look for links in a label. */
function inLabel(escaped: string): string {
  return escaped.replaceAll('\\[', '&#91;').replaceAll('\\]', '&#93;');
}

/** Marks enclose words only: Markdown ignores stars beside a space. */
function outsideSpaces(text: string, marked: (words: string) => string): string {
  const words = text.trim();
  return words === '' ? text : text.replace(words, () => marked(words));
}

/** As HTML tags: Markdown ignores stars and tildes between a letter and a full stop. No tag spans lines. */
function quoted(pieces: readonly TextPiece[]): string {
  const marked = pieces.map(({ mark = 'kept', text, id }) => {
    const tag = { kept: null, removed: 'del', added: 'ins', good: 'mark', bad: 'mark', warn: 'mark' }[mark];
    const tagged = (words: string) =>
      tag === null ? escapeMarkdown(words) : `<${tag}>${escapeMarkdown(words)}</${tag}>`;
    const tags = printable(text)
      .split('\n')
      .map((line) => outsideSpaces(line, tagged));
    return anchor(id) + tags.join('\n');
  });
  return marked
    .join('')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** One line in which nothing is markup, neither Markdown nor HTML. */
export function escapeMarkdown(text: string): string {
  return (
    printableLine(text)
      .replace(/[\\`*_{}[\]<>#|~$&]/gu, '\\$&')
      // What would begin a list or a rule where it begins a line.
      .replace(/^([-+=]|\d+(?=[.)]))/u, (start) => (/\d/u.test(start) ? start : `\\${start}`))
      .replace(/^(\d+)([.)])/u, '$1\\$2')
      // GitHub makes links of bare addresses.
      .replace(/\b(https?|ftp):\/\//giu, '$1:\\/\\/')
      .replace(/\bwww\./giu, 'www\\.')
  );
}

/** One line verbatim, between more backticks than it contains. */
export function codeSpan(line: string): string {
  const fence = fenceAround(line, 1);
  return fence === '`' ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** At least `least` backticks, and more than any run of them in the text. */
export function fenceAround(text: string, least: number): string {
  const runs = [...text.matchAll(/`+/gu)].map(([run]) => run.length + 1);
  return '`'.repeat(Math.max(least, ...runs));
}
