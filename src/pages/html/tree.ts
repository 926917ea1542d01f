/** A small tree of the body: what can be seen, with the text counts that the later steps ask for. */
import type { CheerioAPI } from 'cheerio/slim';
import { GAP } from '../draft.ts';
import { isPhrasing } from './tags.ts';

export interface TreeElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: TreeElement | null;
  readonly children: (TreeElement | string)[];
  /** Position in document order; the mark by which it is known again after Readability. */
  readonly index: number;
  /** Characters that are not white space, in all it holds; and those of them within links. */
  textLength: number;
  linkLength: number;
  /** Links with text, and images, in all it holds. */
  links: number;
  images: number;
}

type ParsedNode = ReturnType<CheerioAPI['root']>[0]['children'][number];

const UNSEEN = new Set(['meta', 'link', 'base', 'source', 'track', 'param', 'area']);
/** Seen, but no text of the page. */
const CONTROLS = new Set(['input', 'button', 'label', 'embed']);
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|visuallyhidden|screen-?reader-?(?:text|only)|hide-text|a11y-hidden|u-hidden|is-hidden|print-only)(?:\s|$)/i;

const GAP_CODE = GAP.charCodeAt(0);

export interface Tree {
  readonly body: TreeElement;
  /** All elements in document order; `elements[i].index === i`. */
  readonly elements: readonly TreeElement[];
}

/** Depth is bounded by the markup, so recursion is. */
export function buildTree($: CheerioAPI): Tree {
  const elements: TreeElement[] = [];
  const make = (tag: string, attributes: Record<string, string>, parent: TreeElement | null): TreeElement => {
    const element = {
      tag,
      attributes,
      parent,
      children: [],
      index: elements.length,
      textLength: 0,
      linkLength: 0,
      links: 0,
      images: 0,
    };
    elements.push(element);
    return element;
  };
  const fill = (element: TreeElement, nodes: readonly ParsedNode[], inLink: boolean): void => {
    for (const node of nodes) {
      if ('attribs' in node) {
        const tag = node.name.toLowerCase();
        if (UNSEEN.has(tag) || isUnseen(node.attribs)) continue;
        if (CONTROLS.has(tag) || isHidden(node.attribs)) {
          element.children.push(GAP);
          continue;
        }
        const child = make(tag, node.attribs, element);
        element.children.push(child);
        fill(child, node.children, inLink || tag === 'a');
        element.textLength += child.textLength;
        element.linkLength += child.linkLength;
        element.links += child.links + (tag === 'a' && child.textLength > 0 ? 1 : 0);
        element.images += child.images + (tag === 'img' ? 1 : 0);
      } else if ('data' in node && node.type.valueOf() === 'text') {
        element.children.push(node.data);
        const length = visibleLength(node.data);
        element.textLength += length;
        if (inLink) element.linkLength += length;
      }
    }
  };
  const body = make('body', {}, null);
  fill(body, $('body')[0]?.children ?? [], false);
  return { body, elements };
}

/** Nobody sees it. */
function isUnseen(attributes: Readonly<Record<string, string>>): boolean {
  return 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
}

/** Some see or hear it, and browsers take it for text. */
function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return attributes['aria-hidden'] === 'true' || HIDDEN_CLASS.test(attributes['class'] ?? '');
}

export function visibleLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code > 32 && code !== GAP_CODE) length += 1;
  }
  return length;
}

export function isElement(node: TreeElement | string): node is TreeElement {
  return typeof node !== 'string';
}

export function isInline(element: TreeElement): boolean {
  return isPhrasing(element.tag) || element.tag.includes('-') || element.tag.includes(':');
}

/** An aside without links and images is a note on the text; others are sidebars. */
export function isNote({ tag, links, images }: TreeElement): boolean {
  return tag === 'aside' && links === 0 && images === 0;
}
