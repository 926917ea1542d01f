/** Which elements Readability takes for the article, and what it says of its author. */
import type { Readability } from '@mozilla/readability';
import { GAP } from '../draft.ts';
import { VOID_TAGS } from './tags.ts';
import { isElement, isInline, type Tree, type TreeElement } from './tree.ts';

/** The mark by which an element is known again in Readability's result. */
const MARK = 'data-index';

const READ_ATTRIBUTES = ['class', 'id', 'role', 'rel', 'itemprop', 'aria-modal'];

export interface ArticleChoice {
  /** Indices of the elements that survived. */
  readonly kept: ReadonlySet<number>;
  readonly byline: string | null;
}

/** Readability's `parse` of a document. */
export type ReadArticle = (html: string) => ReturnType<Readability['parse']>;

/**
 * Readability rebuilds what it keeps; only the choice is taken from it, as marks of the elements that survive, and
 * the text is read from the tree itself.
 * @returns null where Readability finds no article, or its DOM cannot hold the page
 */
export function chooseByReadability(
  tree: Tree,
  title: string,
  readArticle: ReadArticle,
): ArticleChoice | null {
  const article = parsed(
    `<html><head><title>${plain(title)}</title></head>${markup(tree)}</html>`,
    readArticle,
  );
  if (article?.content == null) return null;
  const kept = new Set<number>();
  for (const match of article.content.matchAll(/ data-index="(\d+)"/g)) kept.add(Number(match[1]));
  return { kept, byline: article.byline ?? null };
}

/** The DOM has its gaps; a page is read without Readability's choice rather than not at all. */
function parsed(html: string, readArticle: ReadArticle): ReturnType<ReadArticle> {
  try {
    return readArticle(html);
  } catch {
    return null;
  }
}

function markup(tree: Tree): string {
  const out: string[] = [];
  const write = (element: TreeElement): void => {
    if (isFrame(element, tree.body)) return;
    if (isMereStyle(element)) {
      writeChildren(element);
      return;
    }
    out.push('<', element.tag, ' ', MARK, '="', String(element.index), '"');
    for (const name of READ_ATTRIBUTES) {
      const value = element.attributes[name];
      if (value !== undefined) out.push(' ', name, '="', plain(value), '"');
    }
    // Whether a link stays on the page is all that counts; resolving addresses would cost more than all else.
    if (element.tag === 'a')
      out.push(element.attributes['href']?.startsWith('#') === true ? ' href="#"' : ' href="x:"');
    if (element.tag === 'img') out.push(' src="x:"');
    out.push('>');
    if (VOID_TAGS.has(element.tag)) return;
    writeChildren(element);
    out.push('</', element.tag, '>');
  };
  const writeChildren = (element: TreeElement): void => {
    for (const child of element.children) {
      if (isElement(child)) write(child);
      else out.push(plain(child));
    }
  };
  write(tree.body);
  return out.join('');
}

/** Menus and lists of links: Readability scores them away; without them it has half the work. */
function isFrame({ tag, links, linkLength, textLength }: TreeElement, body: TreeElement): boolean {
  if (textLength === 0 || tag === 'a' || textLength > body.textLength * 0.3) return false;
  return tag === 'nav' || (links >= 4 && linkLength >= 0.9 * textLength);
}

/** Inline elements that tell Readability nothing. */
function isMereStyle(element: TreeElement): boolean {
  const { tag, attributes } = element;
  return (
    isInline(element) &&
    !VOID_TAGS.has(tag) &&
    tag !== 'a' &&
    READ_ATTRIBUTES.every((name) => attributes[name] === undefined)
  );
}

/** Text whose markup characters are gone: its length and commas count here, not what it says. */
function plain(text: string): string {
  const seen = text.replaceAll(GAP, '');
  return /[&<>"]/.test(seen) ? seen.replace(/[&<>"]/g, "'") : seen;
}
