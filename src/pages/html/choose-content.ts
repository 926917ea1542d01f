/** Chooses the content: Readability's elements, and the lists and tables that it drops from among them. */
import { collectBlocks, EVERYTHING, type HtmlBlock, type Selection } from './collect-blocks.ts';
import type { ArticleChoice } from './readability.ts';
import { structuralClean } from './structural-clean.ts';
import { isElement, isInline, isNote, type Tree, type TreeElement } from './tree.ts';

const PROSE_CHARS = 60;
/** The densest block is used instead if Readability's choice has less than this share of its prose. */
const POOR_SHARE = 0.2;
const RESCUED_TAGS = new Set(
  'ul ol li dl dt dd table thead tbody tfoot tr td th blockquote pre p h2 h3 h4 h5 h6'.split(' '),
);
const STRUCTURES = new Set(['ul', 'ol', 'dl', 'table', 'blockquote', 'pre']);
const CONTENT_TAGS = new Set('p li dd dt td th pre blockquote h1 h2 h3 h4 h5 h6'.split(' '));
/** A section is no tile and no list of links. */
const MIN_SECTION_CHARS = 150;
const MAX_LINKS = 0.3;
const SHELL = /^(?:nav|header|footer|aside|form)$/;

/** The cleaned blocks of the content. @param blocks all of the page */
export function chooseContent(tree: Tree, choice: ArticleChoice | null, blocks: readonly HtmlBlock[]): HtmlBlock[] {
  const chosen = choice === null ? [] : blocksOf(tree.body, keptSelection(tree, choice.kept));
  // No part of the page has more prose than the whole.
  if (chosen.length > 0 && prose(chosen) >= POOR_SHARE * prose(blocks)) return chosen;
  const dense = blocksOf(densestBlock(tree), EVERYTHING);
  return chosen.length === 0 || prose(chosen) < POOR_SHARE * prose(dense) ? dense : chosen;
}

function blocksOf(root: TreeElement, selection: Selection): HtmlBlock[] {
  const length = collectedLength(root, selection);
  const removed = structuralClean(root, length, selection.has);
  return collectBlocks(root, {
    has: (element) => selection.has(element) && !removed.has(element),
    hasText: selection.hasText,
  });
}

function prose(blocks: readonly HtmlBlock[]): number {
  return blocks
    .filter(({ text, linkLength }) => text.length >= PROSE_CHARS && linkLength < text.length / 2)
    .reduce((sum, { text }) => sum + text.length, 0);
}

/** The kept elements, and the lists, tables and quotes that Readability dropped from among them. */
function keptSelection(tree: Tree, kept: ReadonlySet<number>): Selection {
  const holding = withAncestors(tree, kept);
  const whole = new Set<TreeElement>();
  const visit = (element: TreeElement, isInside: boolean, isRescued: boolean): void => {
    if (isInside) whole.add(element);
    const children = element.children.filter(isElement);
    const held = children.filter(({ index }) => holding.has(index));
    const rescues = isInside || held.length >= 2;
    const layouts = new Set(held.map(layoutOf));
    for (const child of children) {
      const isKept = holding.has(child.index);
      if (isKept) visit(child, isInside || kept.has(child.index), false);
      else if (isRescued || isInline(child) || (rescues && isContent(child))) visit(child, isInside || rescues, true);
      else if (isSection(child) && layouts.has(layoutOf(child))) visit(child, true, true);
    }
  };
  visit(tree.body, kept.has(tree.body.index), false);
  return {
    has: (element) => whole.has(element) || holding.has(element.index),
    hasText: (element) => whole.has(element),
  };
}

/** Of a text that is cut into sections, Readability may take the longest one alone: the others are laid out as it is. */
function isSection({ attributes, textLength, linkLength }: TreeElement): boolean {
  if (attributes['class'] === undefined || attributes['class'] === '') return false;
  return textLength >= MIN_SECTION_CHARS && linkLength <= MAX_LINKS * textLength;
}

function layoutOf({ tag, attributes }: TreeElement): string {
  return `${tag} ${attributes['class'] ?? ''}`;
}

function isContent(element: TreeElement): boolean {
  if (element.textLength === 0 || element.linkLength > element.textLength / 2) return false;
  if (isNote(element)) return true;
  return RESCUED_TAGS.has(element.tag) || structuredLength(element) >= 0.9 * element.textLength;
}

function structuredLength(element: TreeElement): number {
  if (STRUCTURES.has(element.tag)) return element.textLength;
  return element.children.reduce((sum, child) => sum + (isElement(child) ? structuredLength(child) : 0), 0);
}

function withAncestors(tree: Tree, kept: ReadonlySet<number>): Set<number> {
  const holding = new Set<number>();
  for (const index of kept) {
    for (
      let at: TreeElement | null = tree.elements[index] ?? null;
      at !== null && !holding.has(at.index);
      at = at.parent
    ) {
      holding.add(at.index);
    }
  }
  return holding;
}

function collectedLength(element: TreeElement, selection: Selection): number {
  let length = selection.hasText(element) ? element.textLength : 0;
  if (length === 0)
    for (const child of element.children)
      if (isElement(child) && selection.has(child)) length += collectedLength(child, selection);
  return length;
}

/** Descends from the body while one child has most of the text. */
function densestBlock(tree: Tree): TreeElement {
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
