/** The lines of a response by what Markdown makes of them; what stands in a fenced block is code and nothing else. */
import { isEnd, isFull } from '../../../text/line-breaks.ts';
import { isBlank } from '../../../text/model-protocol.ts';
import { type SentenceReading, splitSentences } from '../../../text/sentences.ts';
import { LETTER_OR_DIGIT } from '../../../text/words.ts';
import { withLoneItems } from './lone-items.ts';
import { ADDRESS } from './markup.ts';
import { asMarked, countPhrase, normal, WORD_CHARACTER, type Certainty } from './phrases.ts';
import { trimEndWhere } from './trim-end.ts';

export type LineKind = 'blank' | 'fence' | 'code' | 'heading' | 'bullet' | 'numbered' | 'divider' | 'quote' | 'text';

export interface Line {
  readonly kind: LineKind;
  readonly text: string;
  readonly content: string;
  /** A block of code begins in it. */
  readonly opensCode?: true;
  /** It looks like its kind, but may be text: "It began in / 1990. It ended", "— Hello!", a line above dashes or in bold. */
  readonly mayBeText?: true;
}

// Each begins at the line's start and takes the rest at once: nothing is tried again, however long the line.
// In a list, a fence is indented as its item is; what stands behind backticks on their line is no fence if it has backticks, too.
const FENCE = /^\s*(`{3,}(?=[^`]*$)|~{3,})/u;
/** The indentation of a closing fence beyond that of the opening one. */
const MAX_FENCE_SHIFT = 3;
const KINDS: readonly (readonly [LineKind, RegExp])[] = [
  ['heading', /^\s{0,3}#{1,6}(?=\s|$)(?<content>.*)$/su],
  ['bullet', /^\s*[-*•+]\s(?<content>.*)$/su],
  // The full-width marks of Chinese and Japanese need no space.
  ['numbered', /^\s*\p{Nd}{1,4}(?:[.)]\s|[．、）](?!\p{Nd}))(?<content>.*)$/su],
  ['quote', /^\s{0,3}>(?<content>.*)$/su],
];
/** A sign that no keyboard has, before text, as in "● One"; it may as well be a dash of speech, "©" or an arrow. */
const SIGN_AS_BULLET =
  /^\s*(?![\p{ASCII}\p{L}\p{N}\p{M}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Sc}\p{Terminal_Punctuation}…])\S\uFE0F?\s(?<content>.*)$/su;
/** A line in bold that is no sentence, "**Background**", may head what follows. */
const BOLD_ALONE = /^\s{0,3}(?<mark>\*\*|__)(?<content>[^\s*_](?:[^*_]*[^\s*_.!…])?)\k<mark>:?$/u;
/** It makes a heading of the line above it. */
const UNDERLINE = /^\s{0,3}(?:={2,}|-{3,})\s*$/u;

/** Three or more of one mark, and nothing else. */
function isDivider(line: string): boolean {
  if (!/^\s{0,3}[-*_]/u.test(line)) return false;
  const marks = line.replace(/\s/gu, '');
  return marks.length >= 3 && (/^-+$/u.test(marks) || /^\*+$/u.test(marks) || /^_+$/u.test(marks));
}

interface Fence {
  readonly mark: string;
  readonly indent: number;
}

export function linesOf(text: string): Line[] {
  let fence: Fence | null = null;
  const lines: Line[] = [];
  for (const line of text.split(/\r\n?|\n/u)) {
    const mark = FENCE.exec(line)?.[1];
    const indent = indentOf(line);
    if (fence !== null) {
      const isMark = mark?.startsWith(fence.mark) === true && line.trim() === mark;
      const closes: boolean = isMark && indent <= fence.indent + MAX_FENCE_SHIFT;
      if (closes) fence = null;
      lines.push({ kind: closes ? 'fence' : 'code', text: line, content: line });
    } else if (mark !== undefined) {
      fence = { mark, indent };
      lines.push({ kind: 'fence', text: line, content: line, opensCode: true });
    } else {
      const before = lines.at(-1);
      if (before?.kind === 'text' && UNDERLINE.test(line)) {
        lines[lines.length - 1] = { ...before, kind: 'heading', mayBeText: true };
        lines.push({ kind: 'divider', text: line, content: '' });
        continue;
      }
      const read = outsideFence(line, before);
      const markInItem = isItem(read) ? FENCE.exec(read.content)?.[1] : undefined;
      if (markInItem !== undefined) fence = { mark: markInItem, indent: line.indexOf(markInItem) };
      lines.push(markInItem === undefined ? read : { ...read, opensCode: true });
    }
  }
  return withLoneItems(lines);
}

function outsideFence(line: string, before: Line | undefined): Line {
  if (line.trim() === '') return { kind: 'blank', text: line, content: '' };
  if (isDivider(line)) return { kind: 'divider', text: line, content: '' };
  for (const [kind, pattern] of KINDS) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const content = (match.groups?.['content'] ?? '').trim();
    if (kind === 'numbered' && isWrappedAfter(before, line)) return { kind, text: line, content, mayBeText: true };
    return { kind, text: line, content: kind === 'heading' ? trimEndWhere(content, /[#\s]/u) : content };
  }
  const bold = BOLD_ALONE.exec(line)?.groups?.['content'];
  if (bold !== undefined) return { kind: 'heading', text: line, content: bold, mayBeText: true };
  const content = SIGN_AS_BULLET.exec(line)?.groups?.['content'];
  if (content !== undefined) return { kind: 'bullet', text: line, content: content.trim(), mayBeText: true };
  return { kind: 'text', text: line, content: line.trim() };
}

/** Whether `line` may go on what stands in a full line without an end; one that is set in further belongs to an item before. */
function isWrappedAfter(before: Line | undefined, line: string): boolean {
  if (before === undefined || (before.kind !== 'text' && before.mayBeText !== true)) return false;
  return isFull(before.text) && !isEnd(before.content) && indentOf(before.text) <= indentOf(line);
}

export const indentOf = (line: string): number => line.length - line.trimStart().length;

export const isItem = ({ kind }: Line): boolean => kind === 'bullet' || kind === 'numbered';
export const isCode = ({ kind }: Line): boolean => kind === 'code' || kind === 'fence';

/** Marks within code are shown as they are. */
export function withoutCode(text: string): string {
  const lines = linesOf(text).map((line) => (isCode(line) ? '' : line.text));
  return lines.join('\n').replace(/`[^`\n]+`/gu, ' ');
}

export function blocksOf(lines: readonly Line[]): Line[][] {
  const blocks: Line[][] = [];
  let open: Line[] = [];
  for (const line of lines) {
    if (line.kind !== 'blank') open.push(line);
    else if (open.length > 0) {
      blocks.push(open);
      open = [];
    }
  }
  if (open.length > 0) blocks.push(open);
  return blocks;
}

/** The text without headings and dividers: what people call its paragraphs and sentences. */
const isProse = (line: Line, reading: SentenceReading): boolean =>
  line.kind !== 'divider' && (line.kind !== 'heading' || (line.mayBeText === true && reading !== 'fewest'));

/** Whether a heading has the words, or a line is their label: "**Background**", "2. Background:", "Background: …". */
export function hasHeading(wanted: string, text: string, certainty: Certainty): boolean {
  const words = unmarked(wanted) || wanted;
  return linesOf(text).some((line) => {
    if (isCode(line)) return false;
    const { kind, content } = line;
    const isHeading = kind === 'heading' && (line.mayBeText !== true || certainty === 'perhaps');
    if (isHeading && countPhrase(content, words, certainty) > 0) return true;
    return [content, content.split(':')[0] ?? ''].some((label) => isLabel(label, words, certainty));
  });
}

/** A number before the words is no part of them, unless it is wanted, too. */
function isLabel(label: string, words: string, certainty: Certainty): boolean {
  const bare = unmarked(label);
  return [bare, bare.replace(NUMBERING, '')].some((form) => {
    const [given, wanted] = asMarked(normal(form), words, certainty);
    return given.toLowerCase() === wanted.toLowerCase();
  });
}

const NUMBERING = /^[^\p{L}]+(?=\p{L})/u;
const PUNCTUATION = new RegExp(`(?!${WORD_CHARACTER})[^)]`, 'u');
const unmarked = (text: string): string => trimEndWhere(text.replace(/^[^\p{L}\p{N}]+/u, ''), PUNCTUATION);

/** Nobody breaks lines for their width behind so many. */
const MAX_WRAPPED_CHARS = 120;

/**
 * Blocks apart by blank lines in which something is to be seen; a heading or a divider is no paragraph. Code may be one, and so may
 * each line of a block whose long lines all end as sentences do: some programs set no blank lines.
 */
export function paragraphsOf(text: string, reading: SentenceReading): string[] {
  return blocksOf(linesOf(text))
    .map((block) => block.filter((line) => isProse(line, reading) && (reading !== 'fewest' || !isCode(line))))
    .flatMap((block) => {
      const wide = block.filter((line) => widthOf(line) > MAX_WRAPPED_CHARS);
      const areApart =
        reading === 'most' &&
        wide.length > 0 &&
        wide.every(({ text }) => isSaidToEnd(text)) &&
        block.every(({ kind }) => kind === 'text');
      return areApart ? block.map((line) => line.text) : [block.map((line) => line.text).join('\n')];
    })
    .filter((block) => !isBlank(block));
}

/** Whether the mark of a sentence's end stands behind the last word. */
function isSaidToEnd(text: string): boolean {
  const said = trimEndWhere(text, /[^\p{L}\p{N}]/u);
  return /[\p{Sentence_Terminal}…]/u.test(text.slice(said.length));
}

const HTML_BREAK = /<(?:br\s{0,9}\/?|\/p)>/giu;

/** Sentences of prose; a list item counts for what it says. */
export function sentencesOf(text: string, reading: SentenceReading): string[] {
  const prose = proseOf(reading === 'most' ? text.replace(HTML_BREAK, '\n') : text, reading);
  return splitSentences(withPlainEnds(prose), reading)
    .map(({ start, end }) => prose.slice(start, end))
    .filter((sentence) => LETTER_OR_DIGIT.test(sentence));
}

/** With no end of a sentence in an address, and one question mark for all languages but Armenian; as long as it was. */
export const withPlainEnds = (text: string): string =>
  text.replace(ADDRESS, (address) => address.replace(/[.?!;]/gu, '/')).replace(GREEK_QUESTION_MARK, '?');

const GREEK_QUESTION_MARK = /(?<=\p{Script=Greek}["'*_\p{Pe}\p{Pf}]{0,3});/gu;

/** A greeting, a name or a label that stands alone between blank lines need be no sentence, nor need a row of a table. */
function isPerhapsNone(block: readonly Line[]): boolean {
  const said = block.map(({ content }) => content).join(' ');
  return (
    block.every(({ kind }) => kind === 'text') && !isSaidToEnd(said) && splitSentences(said, 'fewest').length === 1
  );
}

/** Prose with a line for what may be a sentence of its own: lines that were broken for their width are joined. */
function proseOf(text: string, reading: SentenceReading): string {
  const passages: Line[][] = [];
  let before: Line | undefined;
  const lines = linesOf(text);
  const isNone = (block: readonly Line[]) => block.every(isTableRow) || isPerhapsNone(block);
  const blocks = reading === 'fewest' ? blocksOf(lines) : [];
  // Where nothing else stands, it is what the text says.
  const left = new Set(blocks.every(isNone) ? [] : [...lines.filter(isTableRow), ...blocks.filter(isNone).flat()]);
  for (const line of lines) {
    const isSaid = isProse(line, reading) && !isCode(line) && line.kind !== 'blank' && !left.has(line);
    if (isSaid && before !== undefined && goesOn(before, line)) passages.at(-1)?.push(line);
    else if (isSaid && before !== undefined && reading === 'fewest' && line.mayBeText)
      passages.at(-1)?.push({ ...line, content: line.text.trim() });
    else if (isSaid) passages.push([line]);
    before = isSaid ? line : undefined;
  }
  const breaks = passages.map((lines) => lines.slice(1).map((line, at) => ({ before: lines[at] ?? line, line })));
  const widest = passages
    .flat()
    // A long address alone on its line had no room anywhere.
    .reduce((width, line) => (/\S\s+\S/u.test(line.text) ? Math.max(width, widthOf(line)) : width), 0);
  // Lines of verse and of addresses begin with capitals, and end before they are full; those of chats are short.
  const hadNoRoom = (one: LineBreak) => widthOf(one.before) + 1 + firstWord(one.line).length > widest;
  const isWrapped = breaks
    .flat()
    .some((one) => isFull(one.before.text) && hadNoRoom(one) && /^[^\p{L}]*(?!\p{Lu})\p{L}/u.test(one.line.content));
  return passages
    .map((lines, at) => {
      const isOne = reading === 'fewest' || (isWrapped && breaks[at]?.every(hadNoRoom) === true);
      return lines.map(({ content }) => content).join(isOne ? ' ' : '\n');
    })
    .join('\n');
}

interface LineBreak {
  readonly before: Line;
  readonly line: Line;
}

const widthOf = ({ text }: Line): number => text.trimEnd().length;
const firstWord = ({ content }: Line): string => /^\S*/u.exec(content)?.[0] ?? '';

const isTableRow = (line: Line): boolean => line.content.startsWith('|');

function goesOn(before: Line, line: Line): boolean {
  if (isTableRow(before) || isTableRow(line)) return false;
  // "It is, as they / – and we – know, old."
  if (line.mayBeText === true && /^\s*\p{Pd}/u.test(line.text)) return isFull(before.text);
  return line.kind === 'text' || (line.kind === 'quote' && before.kind === 'quote');
}
