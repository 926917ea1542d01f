/** The elements that Readability chooses as the article, and the byline that it finds. */
import { GAP } from '../draft.ts';
import { isElement, isInline, type Tree, type TreeElement, visibleLength, VOID_TAGS } from './tree.ts';

/** Identifies elements in Readability's result. */
const INDEX_ATTRIBUTE = 'data-index';
const READ_ATTRIBUTES = ['class', 'id', 'role', 'rel', 'itemprop', 'aria-modal'];
/** A document with less than this share of the page's text lost it. */
const MIN_SHARE = 0.5;

export interface ArticleChoice {
  readonly kept: ReadonlySet<number>;
  readonly byline: string | null;
}

export type ParseDocument = (html: string) => Document | Promise<Document>;

/**
 * Uses only the choice of elements: Readability rewrites their content.
 * @param parsers the next one is asked where one fails, or loses most of the page
 * @returns null if it finds no article
 */
export async function chooseByReadability(
  tree: Tree,
  title: string,
  parsers: readonly ParseDocument[],
): Promise<ArticleChoice | null> {
  const { default: readability } = await import('@mozilla/readability');
  const body = markup(tree);
  const html = `<html><head><title>${plain(title)}</title></head>${body}</html>`;
  const wanted = MIN_SHARE * visibleLength(body.replace(/<[^>]*>/g, ''));
  for (const parse of parsers) {
    try {
      const document = await parse(html);
      if (visibleLength(document.body.textContent) < wanted) continue;
      const options = { keepClasses: true, disableJSONLD: true, serializer: keptIn };
      const article = new readability.Readability<ReadonlySet<number>>(document, options).parse();
      return article?.content == null ? null : { kept: article.content, byline: article.byline ?? null };
    } catch {
      // The next one, or no choice.
    }
  }
  return null;
}

function keptIn(article: Node): ReadonlySet<number> {
  const kept = new Set<number>();
  const visit = (element: Element): void => {
    const index = element.getAttribute(INDEX_ATTRIBUTE);
    if (index !== null) kept.add(Number(index));
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) visit(child);
  };
  visit(article as Element);
  return kept;
}

function markup(tree: Tree): string {
  const out: string[] = [];
  const write = (element: TreeElement): void => {
    if (isNavigation(element, tree.body) || isEmpty(element)) return;
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

/** Readability removes empty elements in the end, but visits them many times before. Empty blocks count in its choice. */
function isEmpty(element: TreeElement): boolean {
  const { tag, textLength, images } = element;
  return textLength === 0 && images === 0 && tag !== 'img' && tag !== 'br' && isInline(element);
}

function plain(text: string): string {
  const seen = text.replaceAll(GAP, '');
  return /[&<>"]/.test(seen) ? seen.replace(/[&<>"]/g, "'") : seen;
}
