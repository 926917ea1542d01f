/** The lines of a response by what Markdown makes of them; what stands in a fenced block is code and nothing else. */
import type { CheckedPart } from '../../../domain/check.ts';
import { sentences } from '../../../text/sentences.ts';
import { LETTER_OR_DIGIT } from '../../../text/words.ts';
import { asMarked, countPhrase, normal, WORD_CHARACTER, type Certainty } from './phrases.ts';
import { trimEndWhere } from './trim-end.ts';

export type LineKind = 'blank' | 'fence' | 'code' | 'heading' | 'bullet' | 'numbered' | 'divider' | 'quote' | 'text';

export interface Line {
  readonly kind: LineKind;
  readonly text: string;
  readonly content: string;
}

// Each begins at the line's start and takes the rest at once: nothing is tried again, however long the line.
const FENCE = /^\s{0,3}(`{3,}|~{3,})/u;
const KINDS: readonly (readonly [LineKind, RegExp])[] = [
  ['heading', /^\s{0,3}#{1,6}(?=\s|$)(?<content>.*)$/su],
  ['bullet', /^\s*[-*•+]\s(?<content>.*)$/su],
  ['numbered', /^\s*\d{1,4}[.)]\s(?<content>.*)$/su],
  ['quote', /^\s{0,3}>(?<content>.*)$/su],
];

/** Three or more of one mark, and nothing else. */
function isDivider(line: string): boolean {
  if (!/^\s{0,3}[-*_]/u.test(line)) return false;
  const marks = line.replace(/\s/gu, '');
  return marks.length >= 3 && (/^-+$/u.test(marks) || /^\*+$/u.test(marks) || /^_+$/u.test(marks));
}

export function linesOf(text: string): Line[] {
  let fence: string | null = null;
  return text.split(/\r\n?|\n/u).map((line): Line => {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      const closes: boolean = mark?.startsWith(fence) === true && line.trim() === mark;
      if (closes) fence = null;
      return { kind: closes ? 'fence' : 'code', text: line, content: line };
    }
    if (mark !== undefined) {
      fence = mark;
      return { kind: 'fence', text: line, content: line };
    }
    if (line.trim() === '') return { kind: 'blank', text: line, content: '' };
    if (isDivider(line)) return { kind: 'divider', text: line, content: '' };
    for (const [kind, pattern] of KINDS) {
      const match = pattern.exec(line);
      if (match === null) continue;
      const content = (match.groups?.['content'] ?? '').trim();
      return { kind, text: line, content: kind === 'heading' ? trimEndWhere(content, /[#\s]/u) : content };
    }
    return { kind: 'text', text: line, content: line.trim() };
  });
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
export const isProse = (line: Line): boolean => line.kind !== 'heading' && line.kind !== 'divider';

/** Whether a heading has the words, or a line is their label: "**Background**", "2. Background:", "Background: …". */
export function hasHeading(wanted: string, text: string, certainty: Certainty): boolean {
  const words = unmarked(wanted) || wanted;
  return linesOf(text).some(({ kind, content }) => {
    if (kind === 'code' || kind === 'fence') return false;
    if (kind === 'heading' && countPhrase(content, words, certainty) > 0) return true;
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

/** Blocks apart by blank lines; a heading or a divider is no paragraph. */
export function paragraphsOf(text: string): string[] {
  return blocksOf(linesOf(text))
    .map((block) => block.filter(isProse))
    .filter((block) => block.length > 0)
    .map((block) => block.map((line) => line.text).join('\n'));
}

/** Sentences of prose; a list item counts for what it says. */
export function sentencesOf(text: string): string[] {
  const prose = linesOf(text)
    .filter((line) => isProse(line) && line.kind !== 'fence' && line.kind !== 'code')
    .map((line) => line.content)
    .join('\n');
  return sentences(prose).filter((sentence) => LETTER_OR_DIGIT.test(sentence));
}

const contentsOf = (text: string, ...kinds: LineKind[]): string[] =>
  linesOf(text)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ content }) => content);

export function partsOf(part: CheckedPart, text: string): string[] {
  switch (part) {
    case 'sentence':
      return sentencesOf(text);
    case 'paragraph':
      return paragraphsOf(text);
    case 'line':
      return linesOf(text).flatMap((line) => (line.kind === 'blank' ? [] : [line.text.trim()]));
    case 'list item':
      return contentsOf(text, 'bullet', 'numbered');
    case 'heading':
      return contentsOf(text, 'heading');
  }
}
