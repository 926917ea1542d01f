/** The items of all lists of a Markdown text, with the notes at their ends (`item-note.ts`); ticks, emphasis and nesting are taken off. */
import type { Token, Tokens } from 'marked';
import type { Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { MAX_ITEM_CHARS } from '../../domain/given-item.ts';
import { newChecklist, requireWeightInBounds } from '../new-item.ts';
import { MAX_ITEMS } from './given-checklist.ts';
import {
  CHECK,
  CHECK_FORM,
  joinedNotes,
  NEARLY_NOTE,
  nearlyNote,
  readItemNote,
  refuseUnreadCheck,
  type ItemNote,
} from './item-note.ts';
import { inWorkerIfLong } from './parse-structured.ts';

/** @throws InputError where there is no list, or an item that is too long, with its line */
export async function readMarkdownList(text: string, name: string, signal: AbortSignal): Promise<Checklist> {
  const found: WrittenItem[] = [];
  let line = 1;
  for (const token of await tokensOf(text, name, signal)) {
    collect(token, line, found, name);
    line += token.raw.split('\n').length - 1;
  }
  if (found.length === 0)
    throw new InputError(`${name} has no list items.`, {
      advice: 'Write one question per line, each after “- ”; or give a JSON or YAML file.',
    });
  if (found.length > MAX_ITEMS)
    throw new InputError(`${name} has ${found.length} items; at most ${MAX_ITEMS} are taken.`);
  return newChecklist(
    null,
    found.map((item) => ({ ...item, origin: 'user' })),
  );
}

/**
 * The same text with other items in its list; all that stands around it is kept.
 * @param list as Markdown
 * @returns null where it has several lists: nobody can say which item goes where
 */
export async function withOtherList(
  text: string,
  name: string,
  list: string,
  signal: AbortSignal,
): Promise<string | null> {
  const tokens = await tokensOf(text, name, signal);
  if (tokens.filter(({ type }) => type === 'list').length !== 1) return null;
  const written = tokens
    .map(({ type, raw }) => (type === 'list' ? list + raw.slice(raw.trimEnd().length) : raw))
    .join('');
  return written.endsWith('\n') ? written : `${written}\n`;
}

function tokensOf(text: string, name: string, signal: AbortSignal): Promise<readonly Token[]> {
  const parseHere = async (): Promise<readonly Token[]> => (await import('marked')).lexer(text);
  return inWorkerIfLong({ markdown: text }, parseHere, `${name} cannot be read as a Markdown list`, signal);
}

interface WrittenItem extends ItemNote {
  readonly text: string;
}

function collect(list: Token, firstLine: number, found: WrittenItem[], name: string): void {
  let line = firstLine;
  if (list.type !== 'list') return;
  for (const item of (list as Tokens.List).items) {
    const place = `${name}, line ${line}`;
    const blocks = item.tokens.filter(({ type }) => type !== 'list' && type !== 'space');
    const { text, note } = splitNote(blocks, place);
    if (text.length > MAX_ITEM_CHARS)
      throw new InputError(`${place}: the item has ${text.length} characters; at most ${MAX_ITEM_CHARS} are taken.`);
    requireWeightInBounds(`${place}: the weight`, note.weight ?? 0);
    if (text !== '') found.push({ text, ...note });
    for (const token of item.tokens) collect(token, line, found, name);
    line += item.raw.split('\n').length - 1;
  }
}

/** White space, and the mark that ends a sentence, say nothing after a note. */
const isEnd = (token: Token) => token.type === 'text' && /^[\s.;,]*$/u.test(token.raw);

/**
 * The words of an item, and its note: what stands in code at the end of the last block, where `readItemNote` reads it;
 * beside a check in several pieces, and before a full stop.
 * @throws InputError with the place, where a check cannot be read, stands elsewhere, or is one of two
 */
function splitNote(blocks: readonly Token[], place: string): { readonly text: string; readonly note: ItemNote } {
  const block = blocks.at(-1);
  const written = block !== undefined && 'tokens' in block ? (block.tokens ?? []) : [];
  const inline = written.slice(0, 1 + written.findLastIndex((token) => token.raw.trim() !== ''));
  const first = inline.findLastIndex((token) => codeIn(token) === null && !isEnd(token)) + 1;
  const codes = inline.slice(first).flatMap((token) => codeIn(token) ?? []);
  const hasCheck = codes.some((code) => CHECK.test(code));
  const isLast = codeIn(inline.at(-1)) !== null;
  const noted = hasCheck ? codes : isLast ? codes.slice(-1) : [];
  const notes = noted.map((code) => inPlace(`${place}, note`, () => readItemNote(code)));
  const words = hasCheck ? inline.slice(0, first) : inline.slice(0, -1);
  const isNote = notes.length > 0 && notes.every((note) => note !== null);
  const nearly = isNote ? undefined : codes.find((code) => NEARLY_NOTE.test(code));
  if (nearly !== undefined) throw atPlace(place, nearlyNote(nearly));
  const rest = isNote && block !== undefined ? [...blocks.slice(0, -1), { ...block, tokens: words }] : blocks;
  const text = plainText(rest, ' ').trim();
  inPlace(place, () => refuseUnreadCheck(text, codesIn(rest)));
  if (!isNote) return { text, note: {} };
  if (hasCheck && text === '') throw new InputError(`${place}: the item is a check alone.`, { advice: CHECK_FORM });
  return { text, note: inPlace(place, () => joinedNotes(notes)) };
}

function codesIn(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => [
    ...(codeIn(token) === null ? [] : [codeIn(token) ?? '']),
    ...('tokens' in token && Array.isArray(token.tokens) ? codesIn(token.tokens) : []),
  ]);
}

const codeIn = (token: Token | undefined): string | null =>
  token?.type === 'codespan' && 'text' in token ? String(token.text) : null;

function inPlace<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw atPlace(place, error);
  }
}

function atPlace(place: string, { message, advice }: InputError): InputError {
  return new InputError(`${place}: ${message}`, advice === null ? {} : { advice });
}

/** What a reader sees, on one line. @param between a space between blocks, nothing between pieces of a line */
function plainText(tokens: readonly Token[], between: '' | ' '): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if ('tokens' in token && Array.isArray(token.tokens))
        return plainText(token.tokens, token.type === 'blockquote' ? ' ' : '');
      return 'text' in token && typeof token.text === 'string' ? token.text : '';
    })
    .join(between)
    .replace(/\s+/gu, ' ');
}
