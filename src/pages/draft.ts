/** What the reader of each format returns, and how it becomes a page's canonical text. */
import type { Block } from '../domain/page.ts';

export interface DraftBlock extends Omit<Block, 'start' | 'end' | 'breaks'> {
  /** Without line breaks except in code; never empty. */
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

/** The document is of a kind that we read, but this one cannot be read. */
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

/** Stands for what a page leaves out, and for the end of a line: text before and after it is not one. */
export const GAP = '\uFFFC';

export function tidyAroundGaps(text: string): { readonly text: string; readonly breaks: readonly number[] } {
  const parts: string[] = [];
  const offsets: number[] = [];
  let length = 0;
  let isAfterSpace = true;
  for (const part of text.split(GAP)) {
    const seen = spaced(visible(part));
    const said: string = isAfterSpace ? seen.trimStart() : seen;
    parts.push(said);
    length += said.length;
    if (said !== '') isAfterSpace = said.endsWith(' ');
    offsets.push(isAfterSpace ? length - 1 : length);
  }
  const whole = parts.join('').trimEnd();
  const breaks = offsets.slice(0, -1).map((offset) => Math.min(Math.max(offset, 0), whole.length));
  return { text: whole, breaks };
}

/** Runs of white space to one space; characters that are never seen are left out. */
export function tidy(text: string): string {
  return spaced(visible(text)).trim();
}

/** Touches no single space: of megabytes of text, each of them would be copied. */
function spaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ');
}

function visible(text: string): string {
  return text.replace(/\p{Cc}|[\u00AD\u200B\u2060\uFEFF\uFFFC]/gu, (char) => (/\s/.test(char) ? ' ' : ''));
}
