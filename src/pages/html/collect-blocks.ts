/** Collects typed blocks of the selected elements, in document order. */
import type { BlockKind } from '../../domain/page.ts';
import { GAP, tidyAroundGaps, type DraftBlock } from '../draft.ts';
import { isElement, isInline, visibleLength, type TreeElement } from './tree.ts';

export interface HtmlBlock extends Omit<DraftBlock, 'level'> {
  readonly level?: number | undefined;
  readonly linkLength: number;
  /** The innermost block element around it. */
  readonly element: TreeElement;
}

export interface Selection {
  /** True if the element or a part of it is content. */
  readonly has: (element: TreeElement) => boolean;
  /** True if the element's own text is content. */
  readonly hasText: (element: TreeElement) => boolean;
}

export const EVERYTHING: Selection = { has: () => true, hasText: () => true };

interface Context {
  readonly kind: BlockKind;
  readonly listDepth: number;
  readonly element: TreeElement;
}

const CELL_SEPARATOR = ' | ';
const LINE_END = `${GAP} `;
const MARKER = /^\s*(?:[•◦▪‣●○■–*-]|\d{1,2}[.)])\s+\S/;

export function collectBlocks(root: TreeElement, selection: Selection): HtmlBlock[] {
  const blocks: HtmlBlock[] = [];
  let text: string[] = [];
  let linkLength = 0;

  /** Line breaks since the last text. Two end a paragraph; so does one before a typed list marker. */
  let breaks = 0;

  const flush = (context: Context): void => {
    breaks = 0;
    const tidied = tidyAroundGaps(text.join(''));
    const { kind, element } = context;
    if (tidied.text !== '')
      blocks.push({ kind, text: tidied.text, level: levelOf(context), breaks: tidied.breaks, linkLength, element });
    // A gap between blocks belongs to the next one.
    text = tidied.text === '' && tidied.breaks.length > 0 ? [GAP] : [];
    linkLength = 0;
  };
  const takeGap = (): readonly number[] => (text.splice(0).length > 0 ? [0] : []);
  const inline = (node: TreeElement | string, context: Context, inLink: boolean): void => {
    if (!isElement(node)) {
      if (breaks > 0 && visibleLength(node) > 0) {
        if (breaks > 1 || MARKER.test(node)) flush(context);
        breaks = 0;
      }
      text.push(node);
      if (inLink) linkLength += visibleLength(node);
    } else if (node.tag === 'br') {
      breaks += 1;
      text.push(LINE_END);
    } else if (isInline(node)) {
      if (selection.has(node)) for (const child of node.children) inline(child, context, inLink || node.tag === 'a');
      else text.push(GAP);
    } else block(node, context);
  };
  const block = (element: TreeElement, outer: Context): void => {
    if (!selection.has(element)) {
      if (element.textLength > 0) text.push(GAP);
      return;
    }
    flush(outer);
    const context = contextOf(element, outer);
    if (element.tag === 'pre') code(element);
    else if (element.tag === 'table' && isDataTable(element)) table(element, context);
    else {
      const keepsText = selection.hasText(element);
      for (const child of element.children) {
        if (!isElement(child) || isInline(child)) {
          if (keepsText) inline(child, context, false);
          else {
            if ((isElement(child) ? child.textLength : visibleLength(child)) > 0) text.push(GAP);
            if (isElement(child)) blocksWithin(child, context);
          }
        } else block(child, context);
      }
      flush(context);
    }
  };
  const blocksWithin = (element: TreeElement, context: Context): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (isInline(child)) blocksWithin(child, context);
      else block(child, context);
    }
  };
  const code = (element: TreeElement): void => {
    const content = textOf(element, '\n', '')
      .replaceAll(GAP, '')
      .replace(/\r\n?/g, '\n')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '');
    if (content !== '') blocks.push({ kind: 'code', text: content, breaks: takeGap(), linkLength: 0, element });
  };
  const table = (element: TreeElement, outer: Context): void => {
    for (const child of element.children) {
      if (!isElement(child)) continue;
      if (child.tag === 'tr') {
        const cells = child.children.filter(isElement).map((cell) => tidyAroundGaps(textOf(cell, LINE_END, LINE_END)));
        const row = rowOf(cells.filter(({ text }) => text !== ''));
        if (row.text !== '')
          blocks.push({
            kind: 'table-row',
            text: row.text,
            breaks: [...takeGap(), ...row.breaks],
            linkLength: child.linkLength,
            element: child,
          });
      } else if (child.tag === 'caption') block(child, outer);
      else table(child, outer);
    }
  };

  block(root, { kind: 'paragraph', listDepth: 0, element: root });
  return blocks;
}

const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);
const KIND_OF_TAG: Readonly<Record<string, BlockKind>> = {
  li: 'list-item',
  dt: 'list-item',
  dd: 'list-item',
  blockquote: 'quote',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
};

function contextOf(element: TreeElement, outer: Context): Context {
  if (LISTS.has(element.tag)) return { kind: 'paragraph', listDepth: outer.listDepth + 1, element };
  const kind = KIND_OF_TAG[element.tag];
  if (kind === undefined) return { kind: outer.kind, listDepth: outer.listDepth, element };
  // What is said of a term stands below it.
  const depth = Math.max(1, outer.listDepth) + (element.tag === 'dd' ? 1 : 0);
  return { kind, listDepth: kind === 'list-item' ? depth : 0, element };
}

function levelOf({ kind, element, listDepth }: Context): number | undefined {
  if (kind === 'heading') return Number(/^h([1-6])$/.exec(element.tag)?.[1] ?? 6);
  return kind === 'list-item' ? listDepth : undefined;
}

const LAYOUT_TAG = /^(?:table|h[1-6]|blockquote|pre|article|section)$/;

/** False for layout tables: they contain tables, headings or several paragraphs, or declare their role. */
function isDataTable(table: TreeElement): boolean {
  if (/^(?:presentation|none)$/.test(table.attributes['role'] ?? '')) return false;
  let widestRow = 0;
  for (const element of elementsIn(table)) {
    if (LAYOUT_TAG.test(element.tag)) return false;
    const cells = element.children.filter(isElement).filter(({ tag }) => tag === 'td' || tag === 'th');
    widestRow = Math.max(widestRow, cells.length);
    if (cells.some((cell) => [...elementsIn(cell)].filter(({ tag }) => tag === 'p').length > 3)) return false;
  }
  return widestRow > 1;
}

function* elementsIn(element: TreeElement): Generator<TreeElement> {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* elementsIn(child);
  }
}

type TextWithBreaks = Required<Pick<DraftBlock, 'text' | 'breaks'>>;

function rowOf(cells: readonly TextWithBreaks[]): TextWithBreaks {
  const breaks: number[] = [];
  let start = 0;
  for (const cell of cells) {
    breaks.push(...cell.breaks.map((offset) => start + offset));
    start += cell.text.length + CELL_SEPARATOR.length;
  }
  return { text: cells.map(({ text }) => text).join(CELL_SEPARATOR), breaks };
}

function textOf(element: TreeElement, lineBreak: string, blockEdge: string): string {
  const parts = element.children.map((child) => {
    if (!isElement(child)) return child;
    if (child.tag === 'br') return lineBreak;
    const edge = isInline(child) ? '' : blockEdge;
    return `${edge}${textOf(child, lineBreak, blockEdge)}${edge}`;
  });
  return parts.join('');
}
