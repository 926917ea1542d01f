/** The elements that Readability chooses as the article, and the byline that it finds. */
import type { Readability } from '@mozilla/readability';
import { GAP } from '../draft.ts';
import { isElement, type Tree, type TreeElement, VOID_TAGS } from './tree.ts';

/** Identifies elements in Readability's result. */
const INDEX_ATTRIBUTE = 'data-index';
const READ_ATTRIBUTES = ['class', 'id', 'role', 'rel', 'itemprop', 'aria-modal'];

export interface ArticleChoice {
  readonly kept: ReadonlySet<number>;
  readonly byline: string | null;
}

export type OpenArticle = (html: string) => Pick<Readability, 'parse'>;

/** Uses only the choice of elements: Readability rewrites their content. @returns null if it finds no article */
export function chooseByReadability(tree: Tree, title: string, openArticle: OpenArticle): ArticleChoice | null {
  const reader = openArticle(`<html><head><title>${plain(title)}</title></head>${markup(tree)}</html>`);
  let article: ReturnType<Readability['parse']> = null;
  try {
    article = reader.parse();
  } catch {
    // linkedom is incomplete: continue without Readability.
  }
  if (article?.content == null) return null;
  const kept = new Set<number>();
  for (const match of article.content.matchAll(/ data-index="(\d+)"/g)) kept.add(Number(match[1]));
  return { kept, byline: article.byline ?? null };
}

function markup(tree: Tree): string {
  const out: string[] = [];
  const write = (element: TreeElement): void => {
    if (isNavigation(element, tree.body)) return;
    out.push('<', element.tag, ' ', INDEX_ATTRIBUTE, '="', String(element.index), '"');
    for (const name of READ_ATTRIBUTES) {
      const value = element.attributes[name];
      if (value !== undefined) out.push(' ', name, '="', plain(value), '"');
    }
    // Readability only needs to know whether a link stays on the page. Real URLs would take most of the time.
    if (element.tag === 'a')
      out.push(element.attributes['href']?.startsWith('#') === true ? ' href="#"' : ' href="x:"');
    if (element.tag === 'img') out.push(' src="x:"');
    out.push('>');
    if (VOID_TAGS.has(element.tag)) return;
    for (const child of element.children) {
      if (isElement(child)) write(child);
      else out.push(plain(child));
    }
    out.push('</', element.tag, '>');
  };
  write(tree.body);
  return out.join('');
}

/** Menus and link lists. Readability would drop them anyway; without them it needs half the time. */
function isNavigation({ tag, links, linkLength, textLength }: TreeElement, body: TreeElement): boolean {
  if (textLength === 0 || tag === 'a' || textLength > body.textLength * 0.3) return false;
  return tag === 'nav' || (links >= 4 && linkLength >= 0.9 * textLength);
}

function plain(text: string): string {
  const seen = text.replaceAll(GAP, '');
  return /[&<>"]/.test(seen) ? seen.replace(/[&<>"]/g, "'") : seen;
}
