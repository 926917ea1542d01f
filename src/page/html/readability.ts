/** Which elements Readability takes for the article, and what it says of its author. */
import type { Readability } from '@mozilla/readability';
import { VOID_TAGS } from './tags.ts';
import { isElement, type Tree, type TreeElement } from './tree.ts';

/** The mark by which an element is known again in Readability's result. */
const MARK = 'data-index';

/** A DOM for Readability: linkedom's, or jsdom's where that fails. */
export type ParseDom = (html: string) => Document;

export interface ArticleChoice {
  /** Indices of the elements that survived. */
  readonly kept: ReadonlySet<number>;
  readonly byline: string | null;
  readonly title: string | null;
}

/**
 * Readability rebuilds what it keeps; only the choice is taken from it, as marks of the elements that survive, and
 * the text is read from the tree itself.
 * @returns null where Readability finds no article.
 */
export function chooseByReadability(
  tree: Tree,
  head: string,
  parseDom: ParseDom,
  Reader: typeof Readability,
): ArticleChoice | null {
  const document = parseDom(`<html><head>${head}</head>${markup(tree)}</html>`);
  const article = new Reader(document, { keepClasses: true }).parse();
  if (article?.content == null) return null;
  const kept = new Set<number>();
  for (const match of article.content.matchAll(/ data-index="(\d+)"/g)) kept.add(Number(match[1]));
  return { kept, byline: article.byline ?? null, title: article.title ?? null };
}

function markup(tree: Tree): string {
  const out: string[] = [];
  const write = (element: TreeElement): void => {
    if (isFrame(element, tree.body)) return;
    out.push('<', element.tag, ' ', MARK, '="', String(element.index), '"');
    for (const name in element.attributes) out.push(' ', name, '="', escape(element.attributes[name] ?? '', true), '"');
    out.push('>');
    if (VOID_TAGS.has(element.tag)) return;
    for (const child of element.children) {
      if (isElement(child)) write(child);
      else out.push(escape(child, false));
    }
    out.push('</', element.tag, '>');
  };
  write(tree.body);
  return out.join('');
}

/** Menus and lists of links: Readability scores them away; without them it has half the work. */
function isFrame({ tag, links, linkLength, textLength }: TreeElement, body: TreeElement): boolean {
  if (textLength === 0 || tag === 'a' || textLength > body.textLength * 0.3) return false;
  return tag === 'nav' || (links >= 4 && linkLength >= 0.9 * textLength);
}

function escape(text: string, isAttribute: boolean): string {
  const escaped = /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
  return isAttribute ? escaped.replaceAll('"', '&quot;') : escaped;
}
