/** Which elements are content: Readability's choice, with the lists and tables that it drops from among what it keeps. */
import type { Selection } from './collect-blocks.ts';
import { densestBlock } from './densest-block.ts';
import type { ArticleChoice } from './readability.ts';
import { structuralClean } from './structural-clean.ts';
import { isElement, type Tree, type TreeElement } from './tree.ts';

export interface Content extends Selection {
  readonly root: TreeElement;
}

/** A choice with less of the page's unlinked text than this is poor if the densest block holds far more. */
const POOR_SHARE = 0.25;
const DENSER = 3;

export function chooseContent(tree: Tree, choice: ArticleChoice | null): Content {
  const dense = densestBlock(tree);
  const kept = choice?.kept ?? new Set<number>();
  const holding = withAncestors(tree, kept);
  const chosenText = ownText(tree, kept);
  const denseText = dense.textLength - dense.linkLength;
  if (chosenText === 0 || (chosenText < POOR_SHARE * tree.body.textLength && denseText > DENSER * chosenText)) {
    const removed = structuralClean(dense, dense.textLength);
    const has = (element: TreeElement): boolean => !removed.has(element);
    return { root: dense, has, hasText: has };
  }
  const removed = structuralClean(tree.body, chosenText, (element) => holding.has(element.index));
  return {
    root: tree.body,
    has: (element) => (holding.has(element.index) || isRescued(element, holding)) && !removed.has(element),
    hasText: (element) => kept.has(element.index) || insideKept(element, kept),
  };
}

/** The kept elements and all that hold one. */
function withAncestors(tree: Tree, kept: ReadonlySet<number>): Set<number> {
  const holding = new Set<number>();
  for (const index of kept) {
    for (let at: TreeElement | null = tree.elements[index] ?? null; at !== null && !holding.has(at.index); at = at.parent) {
      holding.add(at.index);
    }
  }
  return holding;
}

function insideKept(element: TreeElement, kept: ReadonlySet<number>): boolean {
  for (let at: TreeElement | null = element.parent; at !== null; at = at.parent) if (kept.has(at.index)) return true;
  return false;
}

function isRescued(_element: TreeElement, _holding: ReadonlySet<number>): boolean {
  return false;
}

/** Text length of the topmost kept elements. */
function ownText(tree: Tree, kept: ReadonlySet<number>): number {
  let length = 0;
  const visit = (element: TreeElement): void => {
    if (kept.has(element.index)) length += element.textLength - element.linkLength;
    else for (const child of element.children) if (isElement(child)) visit(child);
  };
  visit(tree.body);
  return length;
}
