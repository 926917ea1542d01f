/** A small tree of the visible elements of the body, with text counts. */
import type { CheerioAPI } from 'cheerio/slim';
import { GAP } from '../draft.ts';

export interface TreeElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parent: TreeElement | null;
  readonly children: (TreeElement | string)[];
  /** Position in document order. Identifies the element in Readability's result. */
  readonly index: number;
  /** Characters without white space, in the element and in its links. */
  textLength: number;
  linkLength: number;
  links: number;
  images: number;
}

type ParsedNode = ReturnType<CheerioAPI['root']>[0]['children'][number];
const UNSEEN = new Set(['meta', 'link', 'base', 'source', 'track', 'param', 'area']);
/** Visible, but not text of the page: controls, and what is struck out. */
const NO_TEXT = new Set(['input', 'button', 'label', 'embed', 's', 'del', 'strike']);
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const HIDDEN_CLASS =
  /(?:^|\s)(?:sr-only|visually-?hidden|visuallyhidden|screen-?reader-?(?:text|only)|hide-text|a11y-hidden|u-hidden|is-hidden|print-only)(?:\s|$)/i;

const GAP_CODE = GAP.charCodeAt(0);

export interface Tree {
  readonly body: TreeElement;
  /** All elements in document order; `elements[i].index === i`. */
  readonly elements: readonly TreeElement[];
}

/** Recursive: `boundMarkup` limits the depth. */
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
        if (NO_TEXT.has(tag) || isHidden(node.attribs)) {
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
  fill(body, $.root().children('html').children('body')[0]?.children ?? [], false);
  return { body, elements };
}

function isUnseen(attributes: Readonly<Record<string, string>>): boolean {
  return 'hidden' in attributes || HIDDEN_STYLE.test(attributes['style'] ?? '');
}

/** Hidden, but a part of the text for screen readers and for the browser's search. */
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

/** An aside without links and images is a note; others are sidebars. */
export function isNote({ tag, links, images }: TreeElement): boolean {
  return tag === 'aside' && links === 0 && images === 0;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));
export const VOID_TAGS = set(
  'area base br col embed hr img input link meta param source track wbr basefont bgsound keygen',
);
const PHRASING = set(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr img input br nobr blink output meter progress picture',
);
const TABLE_PARTS = set('table thead tbody tfoot tr td th caption');
const CLOSES_PARAGRAPH = set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dt dd main menu nav ol p pre search section summary table ul',
);
const HEADING = /^h[1-6]$/;

/** Opening the element closes an open element of `closes`, unless an element of `within` is in between. */
const SIBLING_RULES: Readonly<
  Record<string, { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> }>
> = {
  li: { closes: set('li'), within: set('ul ol menu dir table td th') },
  dt: { closes: set('dt dd'), within: set('dl table td th') },
  dd: { closes: set('dt dd'), within: set('dl table td th') },
  td: { closes: set('td th'), within: set('tr table') },
  th: { closes: set('td th'), within: set('tr table') },
  tr: { closes: set('tr'), within: set('thead tbody tfoot table') },
  thead: { closes: set('thead tbody tfoot caption'), within: set('table') },
  tbody: { closes: set('thead tbody tfoot caption'), within: set('table') },
  tfoot: { closes: set('thead tbody tfoot caption'), within: set('table') },
};

export function isPhrasing(name: string): boolean {
  return PHRASING.has(name);
}

/** True if the end tag `name` must not close elements outside `open`: content of a cell cannot close elements around its table. */
export function isScopeBoundary(open: string, name: string): boolean {
  if (!TABLE_PARTS.has(open)) return false;
  return name === 'table' ? false : TABLE_PARTS.has(name) ? open === 'table' : true;
}

/** How many of the open elements stay open when `name` opens (implied end tags). */
export function closesOnOpen(name: string, stack: readonly string[]): number {
  const top = stack.at(-1);
  if (top === undefined) return 0;
  if (HEADING.test(name) && HEADING.test(top)) return stack.length - 1;
  const rule = SIBLING_RULES[name];
  if (rule !== undefined) {
    for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
      const open = stack[depth] ?? '';
      if (rule.closes.has(open)) return depth;
      if (rule.within.has(open)) break;
    }
  }
  const target = CLOSES_PARAGRAPH.has(name) ? 'p' : name === 'a' ? 'a' : null;
  if (target === null) return stack.length;
  for (let depth = stack.length - 1; depth >= 0; depth -= 1) {
    const open = stack[depth] ?? '';
    if (open === target) return depth;
    if (!PHRASING.has(open)) break;
  }
  return stack.length;
}
