/** Paragraphs, list items and headings rebuilt from lines of text, as plain text and PDFs give them. */
import { tidy, type DraftBlock } from './draft.ts';

export interface TextLine {
  readonly text: string;
  /** Distance from the left edge: spaces in plain text, points in a PDF. */
  readonly indent: number;
  /** True where more room than between two lines of a paragraph is above it. */
  readonly gapBefore: boolean;
  /** Heading level where the type says so. */
  readonly headingLevel?: number;
  /** 1-based page of a PDF. */
  readonly pageNumber?: number;
  /** A line that ends well before the right edge ends its paragraph. */
  readonly endsShort?: boolean;
}

/** Typed list marks: bullets, `-`, `1.`, `2)`, `(a)`, `iv.`. */
const LIST_MARK = /^(?:[•◦▪▫‣●○■□–*·\uF0B7\u2219-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s+(?=\S)/;
const BULLET = /^[•◦▪▫‣●○■□*·\uF0B7\u2219-]\s+/;
const SENTENCE_END = /[.!?:…]["'”’)\]]*$/;
/** Hyphens that a typesetter puts at a line's end; a soft one is never part of the word. */
const LINE_END_HYPHEN = /(\p{L})[-\u2010\u00AD]$/u;

interface OpenBlock {
  readonly kind: 'paragraph' | 'list-item' | 'heading';
  readonly first: TextLine;
  readonly level?: number;
  text: string;
  last: TextLine;
}

export function linesToBlocks(lines: readonly TextLine[]): DraftBlock[] {
  const blocks: DraftBlock[] = [];
  let open: OpenBlock | null = null;
  let indents: number[] = [];
  const close = (): void => {
    const text = open === null ? '' : tidy(open.text.replace(BULLET, ''));
    if (open !== null && text !== '') {
      blocks.push({
        kind: open.kind,
        text,
        ...(open.level === undefined ? {} : { level: open.level }),
        ...(open.first.pageNumber === undefined ? {} : { pageNumber: open.first.pageNumber }),
      });
    }
    open = null;
  };
  for (const line of lines) {
    if (open !== null && continues(open, line)) {
      open.text = joinLine(open.text, line.text);
      open.last = line;
      continue;
    }
    close();
    if (line.headingLevel !== undefined) {
      open = { kind: 'heading', first: line, level: line.headingLevel, text: line.text, last: line };
      indents = [];
    } else if (LIST_MARK.test(line.text)) {
      indents = [...indents.filter((indent) => indent < line.indent - 1), line.indent];
      open = { kind: 'list-item', first: line, level: indents.length, text: line.text, last: line };
    } else {
      indents = [];
      open = { kind: 'paragraph', first: line, text: line.text, last: line };
    }
  }
  close();
  return blocks;
}

function continues(open: OpenBlock, line: TextLine): boolean {
  if (open.kind === 'heading' || line.headingLevel !== undefined) {
    return open.first.headingLevel === line.headingLevel && !line.gapBefore && open.last.pageNumber === line.pageNumber;
  }
  if (LIST_MARK.test(line.text) && (open.kind === 'list-item' || SENTENCE_END.test(open.text))) return false;
  const turnsPage = open.last.pageNumber !== line.pageNumber;
  if (turnsPage) return LINE_END_HYPHEN.test(open.text) || !SENTENCE_END.test(open.text);
  if (line.gapBefore) return false;
  if (open.kind === 'list-item' && line.indent < open.first.indent - 1) return false;
  if (open.kind === 'list-item' && line.indent <= open.first.indent + 1 && open.last !== open.first && open.last.indent > line.indent + 1) {
    return false;
  }
  if (open.last.endsShort === true && SENTENCE_END.test(open.text)) return false;
  return !(open.kind === 'paragraph' && line.indent > open.last.indent + 1 && SENTENCE_END.test(open.text));
}

/** A word that was divided at the line's end is made whole; a compound's own hyphen before a capital or digit stays. */
function joinLine(text: string, next: string): string {
  const trimmed = text.trimEnd();
  if (!LINE_END_HYPHEN.test(trimmed)) return `${trimmed} ${next}`;
  if (/^\p{Ll}/u.test(next)) return trimmed.slice(0, -1) + next;
  return trimmed.endsWith('\u00AD') ? trimmed.slice(0, -1) + next : trimmed + next;
}
