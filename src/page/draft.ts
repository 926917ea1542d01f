/** What the reader of each format returns, and how it becomes a page's canonical text. */
import type { Block, BlockKind } from '../domain/page.ts';

export interface DraftBlock extends Omit<Block, 'start' | 'end'> {
  /** Without line breaks except in code; never empty. */
  readonly text: string;
}

export interface Draft {
  readonly title: string | null;
  readonly byline: string | null;
  readonly site: string | null;
  /** YYYY-MM-DD. */
  readonly publishedOn: string | null;
  /** The language that the document declares (BCP 47): a hint only. */
  readonly declaredLanguage: string | null;
  readonly blocks: readonly DraftBlock[];
}

/** A block without what only its reader needs to know of it. */
export function draftBlock({
  kind,
  text,
  level,
  pageNumber,
}: {
  readonly kind: BlockKind;
  readonly text: string;
  readonly level?: number | undefined;
  readonly pageNumber?: number | undefined;
}): DraftBlock {
  return {
    kind,
    text,
    ...(level === undefined ? {} : { level }),
    ...(pageNumber === undefined ? {} : { pageNumber }),
  };
}

/** The document is of a kind that we read, but this one cannot be read. */
export class UnreadableError extends Error {}

/** Blocks joined by "\n", with their offsets in UTF-16 units. */
export function assemble(drafts: readonly DraftBlock[]): { readonly text: string; readonly blocks: Block[] } {
  let start = 0;
  const blocks = drafts.map(({ text, ...rest }): Block => {
    const block = { ...rest, start, end: start + text.length };
    start = block.end + 1;
    return block;
  });
  return { text: drafts.map((draft) => draft.text).join('\n'), blocks };
}

/** Runs of white space to one space; characters that are never seen are left out. */
export function tidy(text: string): string {
  return text
    .replace(/\p{Cc}|[\u00AD\u200B\u2060\uFEFF]/gu, (char) => (/\s/.test(char) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim();
}
