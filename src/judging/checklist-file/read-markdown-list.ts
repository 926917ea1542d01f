/** The items of all lists of a Markdown text; ticks, emphasis and nesting are taken off. */
import { marked, type Token, type Tokens } from 'marked';
import { CHECKLIST_VERSION, type Checklist } from '../../domain/checklist.ts';
import { InputError } from '../../domain/errors.ts';
import { newItem } from '../new-item.ts';
import { MAX_ITEM_CHARS, MAX_ITEMS } from './given-checklist.ts';

/** @throws InputError where there is no list, or an item that is too long, with its line */
export function readMarkdownList(text: string, name: string): Checklist {
  const texts: string[] = [];
  let line = 1;
  for (const token of marked.lexer(text)) {
    if (token.type === 'list') collect(token, line, texts, name);
    line += token.raw.split('\n').length - 1;
  }
  if (texts.length === 0)
    throw new InputError(`${name} has no list items.`, {
      advice: 'Write one question per line, each after “- ”; or give a JSON or YAML file.',
    });
  if (texts.length > MAX_ITEMS)
    throw new InputError(`${name} has ${texts.length} items; at most ${MAX_ITEMS} are taken.`);
  return {
    checklistVersion: CHECKLIST_VERSION,
    task: null,
    items: texts.map((item, index) => newItem(index + 1, { text: item, origin: 'user' })),
    leftOut: [],
  };
}

function collect(list: Token, firstLine: number, texts: string[], name: string): void {
  let line = firstLine;
  for (const item of itemsOf(list)) {
    const own = plainText(item.tokens.filter(({ type }) => type !== 'list')).trim();
    if (own.length > MAX_ITEM_CHARS)
      throw new InputError(
        `${name}, line ${line}: the item has ${own.length} characters; at most ${MAX_ITEM_CHARS} are taken.`,
      );
    if (own !== '') texts.push(own);
    for (const token of item.tokens) if (token.type === 'list') collect(token, line, texts, name);
    line += item.raw.split('\n').length - 1;
  }
}

function itemsOf(list: Token): readonly Tokens.ListItem[] {
  return list.type === 'list' ? (list as Tokens.List).items : [];
}

/** What a reader sees, on one line. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br' || token.type === 'space') return ' ';
      if ('tokens' in token && Array.isArray(token.tokens)) return plainText(token.tokens);
      return 'text' in token && typeof token.text === 'string' ? token.text : '';
    })
    .join('')
    .replace(/\s+/gu, ' ');
}
