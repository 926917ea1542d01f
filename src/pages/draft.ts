/** Draft pages: the result of each format's reader, and its assembly into a page's text. */
import type { Block } from '../domain/page.ts';

export interface DraftBlock extends Omit<Block, 'start' | 'end' | 'breaks'> {
  /** Never empty; no line breaks except in code. */
  readonly text: string;
  readonly breaks?: readonly number[];
}

export interface Draft {
  readonly title: string | null;
  readonly byline: string | null;
  readonly site: string | null;
  readonly publishedOn: string | null;
  /** The language that the document declares (BCP 47): a hint only. */
  readonly declaredLanguage: string | null;
  readonly blocks: readonly DraftBlock[];
}

type LooseBlock = Pick<DraftBlock, 'kind' | 'text'> & {
  readonly [Key in 'level' | 'pageNumber' | 'breaks']?: DraftBlock[Key] | undefined;
};

export function draftBlock({ kind, text, level, pageNumber, breaks = [] }: LooseBlock): DraftBlock {
  return {
    kind,
    text,
    ...(level === undefined ? {} : { level }),
    ...(pageNumber === undefined ? {} : { pageNumber }),
    ...(breaks.length === 0 ? {} : { breaks }),
  };
}

/** The format is supported, but this document is unreadable. */
export class UnreadableError extends Error {}

/** Blocks joined by "\n", with their offsets in UTF-16 units. */
export function assemble(drafts: readonly DraftBlock[]): { readonly text: string; readonly blocks: Block[] } {
  let start = 0;
  const blocks = drafts.map(({ text, breaks, ...rest }): Block => {
    const from = start;
    start += text.length + 1;
    return {
      ...rest,
      start: from,
      end: from + text.length,
      ...(breaks === undefined ? {} : { breaks: breaks.map((offset) => from + offset) }),
    };
  });
  return { text: drafts.map((draft) => draft.text).join('\n'), blocks };
}

/** Marks omitted content and line ends: the text around it is not continuous. */
export const GAP = '\uFFFC';

export function tidyAroundGaps(text: string): { readonly text: string; readonly breaks: readonly number[] } {
  const parts: string[] = [];
  const offsets: number[] = [];
  let length = 0;
  let isAfterSpace = true;
  for (const part of text.split(GAP)) {
    const spaced = collapseSpaces(visible(part));
    const tidied: string = isAfterSpace ? spaced.trimStart() : spaced;
    parts.push(tidied);
    length += tidied.length;
    if (tidied !== '') isAfterSpace = tidied.endsWith(' ');
    offsets.push(isAfterSpace ? length - 1 : length);
  }
  const whole = parts.join('').trimEnd();
  const breaks = offsets.slice(0, -1).map((offset) => Math.min(Math.max(offset, 0), whole.length));
  return { text: whole, breaks };
}

/** Collapses white space and removes invisible characters. */
export function tidy(text: string): string {
  return collapseSpaces(visible(text)).trim();
}

/** The pattern skips single spaces: replacing each of them is slow for megabytes of text. */
function collapseSpaces(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Keeps white space of every kind. */
function visible(text: string): string {
  return text.replace(/(?!\s)[\p{Cc}\u00AD\u200B\u2060\uFFFC]/gu, '');
}
