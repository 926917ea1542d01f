/** Rebuilds paragraphs, list items and headings from the lines of plain text and PDFs. */
import { type Draft, draftBlock, type DraftBlock, GAP, tidy, tidyAroundGaps } from './draft.ts';

export interface TextLine {
  readonly text: string;
  /** Distance from the left edge: spaces in plain text, points in a PDF. */
  readonly indent: number;
  readonly gapBefore: boolean;
  readonly headingLevel?: number;
  readonly pageNumber?: number;
  /** True if the next word would have fit: after a sentence or an item, the paragraph ends here. */
  readonly endsShort?: boolean;
}

const LIST_MARK = /^(?:[•◦▪▫‣●○■□–*·\uF0B7\u2219-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s+(?=\S)/;
const BULLET = /^[•◦▪▫‣●○■□*·\uF0B7\u2219-]\s+/;
const ITEM_END = /[.!?:;…]["'”’)\]]*$/;
const SENTENCE_END = /[.!?:…]["'”’)\]]*$/;
/** A line that says what stands below it: "**Don't**", "DO", "Please avoid:", "Never". */
const LABEL =
  /^[\p{So}*_\s]*(?=\p{Lu})(?:(?<=(?:\*\*|__)\s*).*(?:\*\*|__)|.*:\W*|[^\p{Ll}.!?,;]*|[^\s.!?,;]+(?: [^\s.!?,;]+)?)$/u;
const MAX_LABEL_CHARS = 100;
const LINE_END_HYPHEN = /([\p{L}\p{M}]+)[-\u2010\u00AD]$/u;
/** Only the end of a block decides how it continues. No word is longer. */
const END_CHARS = 200;

interface OpenBlock {
  readonly kind: 'paragraph' | 'list-item' | 'heading';
  readonly first: TextLine;
  readonly level?: number;
  /** Joined once at the end: appending to a string would copy it for each line. */
  readonly pieces: string[];
  end: string;
  last: TextLine;
}

/** @param dividesWords true if hyphens at line ends divide words: yes in PDFs, rarely in plain text */
export function linesToBlocks(lines: readonly TextLine[], dividesWords: boolean): DraftBlock[] {
  const joinLine = lineJoiner(lines, dividesWords);
  const blocks: DraftBlock[] = [];
  let open: OpenBlock | null = null;
  let indents: number[] = [];
  const close = (): void => {
    const tidied = open === null ? null : tidyAroundGaps(open.pieces.join('').replace(BULLET, ''));
    if (open !== null && tidied !== null && tidied.text !== '') {
      const { kind, level, first } = open;
      blocks.push(draftBlock({ kind, ...tidied, level, pageNumber: first.pageNumber }));
    }
    open = null;
  };
  for (const line of lines) {
    if (open !== null && continues(open, line)) {
      const turns = (line.pageNumber ?? 0) - (open.last.pageNumber ?? 0);
      const joint = joinLine(open.end, line.text);
      if (joint === null) open.pieces.push((open.pieces.pop() ?? '').slice(0, -1));
      open.pieces.push(joint ?? '', GAP.repeat(turns), line.text);
      open.end = endOf((joint === null ? open.end.slice(0, -1) : open.end + joint) + endOf(line.text));
      open.last = line;
      continue;
    }
    close();
    const block = { first: line, last: line, pieces: [line.text], end: endOf(line.text) };
    if (line.headingLevel !== undefined) {
      open = { ...block, kind: 'heading', level: line.headingLevel };
      indents = [];
    } else if (LIST_MARK.test(line.text)) {
      indents = [...indents.filter((indent) => indent < line.indent - 1), line.indent];
      open = { ...block, kind: 'list-item', level: indents.length };
    } else {
      indents = [];
      open = { ...block, kind: 'paragraph' };
    }
  }
  close();
  return blocks;
}

export function isLabel(line: string): boolean {
  return line.length <= MAX_LABEL_CHARS && LABEL.test(line);
}

function endOf(text: string): string {
  return text.slice(-END_CHARS);
}

function continues(open: OpenBlock, line: TextLine): boolean {
  if (open.kind === 'heading' || line.headingLevel !== undefined)
    return open.first.headingLevel === line.headingLevel && !line.gapBefore && open.last.pageNumber === line.pageNumber;
  const isLabelled = open.kind === 'list-item' || SENTENCE_END.test(open.end) || isLabel(open.first.text);
  if (LIST_MARK.test(line.text) && isLabelled) return false;
  const turnsPage = open.last.pageNumber !== line.pageNumber;
  if (turnsPage) return LINE_END_HYPHEN.test(open.end) || !SENTENCE_END.test(open.end);
  if (line.gapBefore) return false;
  if (open.kind === 'list-item' && line.indent <= open.first.indent && isLabel(line.text)) return false;
  if (open.kind === 'list-item' && line.indent < open.first.indent - 1) return false;
  if (
    open.kind === 'list-item' &&
    line.indent <= open.first.indent + 1 &&
    open.last !== open.first &&
    open.last.indent > line.indent + 1
  ) {
    return false;
  }
  if (open.last.endsShort === true && ITEM_END.test(open.end)) return false;
  return !(open.kind === 'paragraph' && line.indent > open.last.indent + 1 && SENTENCE_END.test(open.end));
}

/**
 * Rejoins divided words. A hyphen may belong to a compound: other uses of the word decide.
 * @returns a function of the trimmed end and the next line; its result is the separator, or null to drop the hyphen
 */
function lineJoiner(lines: readonly TextLine[], dividesWords: boolean): (end: string, next: string) => string | null {
  const all = lines.map((line) => line.text).join('\n');
  const words = new Set(all.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu));
  const plainDivides = dividesWords && !/[\u2010\u00AD]$/m.test(all);
  return (end, next) => {
    const start = LINE_END_HYPHEN.exec(end)?.[1];
    if (start === undefined) return ' ';
    if (!end.endsWith('-')) return null;
    const rest = /^[\p{L}\p{M}]+/u.exec(next.slice(0, END_CHARS))?.[0];
    if (rest === undefined || !/^\p{Ll}/u.test(next)) return '';
    if (words.has(`${start}-${rest}`.toLowerCase())) return '';
    return plainDivides || words.has((start + rest).toLowerCase()) ? null : '';
  };
}

const MAX_TITLE_CHARS = 120;

export function extractText(source: string): Draft {
  let gapBefore = false;
  const lines: TextLine[] = [];
  for (const raw of source.split(/\r\n?|[\n\f\u2028\u2029]/)) {
    const text = raw.trim();
    if (text !== '') lines.push({ text, indent: raw.replaceAll('\t', '    ').search(/\S/), gapBefore });
    gapBefore = text === '';
  }
  const blocks = linesToBlocks(lines, false);
  const first = lines[0];
  const standsAlone = lines.length > 1 && lines[1]?.gapBefore === true;
  const title = first === undefined || !standsAlone || /[.,;]$/.test(first.text) ? '' : tidy(first.text);
  return {
    title: title === '' || title.length > MAX_TITLE_CHARS ? null : title,
    byline: null,
    site: null,
    publishedOn: null,
    declaredLanguage: null,
    blocks,
  };
}
