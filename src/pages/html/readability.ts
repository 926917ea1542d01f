/** The elements that Readability chooses as the article, and the byline that it finds. */
import { GAP } from '../draft.ts';
import { isElement, isInline, type Tree, type TreeElement } from './tree.ts';

/** Identifies elements in Readability's result. */
const INDEX_ATTRIBUTE = 'data-index';
const READ_ATTRIBUTES = ['class', 'id', 'role', 'rel', 'itemprop', 'aria-modal'];
export interface ArticleChoice {
  readonly kept: ReadonlySet<number>;
  readonly byline: string | null;
}

export type MakeDocument = () => Document | Promise<Document>;

/**
 * Uses only the choice of elements: Readability rewrites their content.
 * @param makers of an empty document; the next one is asked where one fails
 * @returns null if it finds no article
 */
export async function chooseByReadability(
  tree: Tree,
  title: string,
  makers: readonly MakeDocument[],
): Promise<ArticleChoice | null> {
  const { default: readability } = await import('@mozilla/readability');
  for (const make of makers) {
    try {
      const document = await make();
      document.title = title;
      fill(document, tree.body);
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

/** Writes the elements of the body that Readability needs, by the DOM. */
function fill(document: Document, body: TreeElement): void {
  const write = (element: TreeElement, to: Element): void => {
    to.setAttribute(INDEX_ATTRIBUTE, String(element.index));
    for (const name of READ_ATTRIBUTES) {
      const value = element.attributes[name];
      if (value !== undefined) to.setAttribute(name, value);
    }
    // Without an address, Readability takes an image for one that is yet to be loaded.
    if (element.tag === 'img') to.setAttribute('src', 'x:');
    let text = '';
    const endText = (): void => {
      if (text !== '') to.appendChild(document.createTextNode(text));
      text = '';
    };
    for (const child of element.children) {
      if (!isElement(child)) text += child.replaceAll(GAP, '');
      else if (!isNavigation(child, body) && !isEmpty(child)) {
        endText();
        const inner = document.createElement(child.tag);
        to.appendChild(inner);
        write(child, inner);
      }
    }
    endText();
  };
  write(body, document.body);
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
