/** Where Readability finds nothing: the element that holds most of the page's running text. */
import { isElement, type Tree, type TreeElement } from './tree.ts';

const CONTENT_TAGS = new Set('p li dd dt td th pre blockquote h1 h2 h3 h4 h5 h6'.split(' '));
const SHELL = /^(?:nav|header|footer|aside|form)$/;

/**
 * Walks down from the body while one child alone holds most of the text that is neither in links nor in the page's
 * frame (navigation, header, footer, asides).
 */
export function densestBlock(tree: Tree): TreeElement {
  const weights = new Map<TreeElement, number>();
  const weigh = (element: TreeElement): number => {
    let weight = 0;
    if (!SHELL.test(element.tag)) {
      for (const child of element.children) if (isElement(child)) weight += weigh(child);
      if (CONTENT_TAGS.has(element.tag) || weight === 0)
        weight = Math.max(weight, element.textLength - element.linkLength);
    }
    weights.set(element, weight);
    return weight;
  };
  weigh(tree.body);

  let chosen = tree.body;
  for (;;) {
    const total = weights.get(chosen) ?? 0;
    const next = chosen.children
      .filter(isElement)
      .find((child) => !CONTENT_TAGS.has(child.tag) && (weights.get(child) ?? 0) > total * 0.8);
    if (next === undefined || total === 0) return chosen;
    chosen = next;
  }
}
