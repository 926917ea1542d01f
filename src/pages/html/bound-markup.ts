/**
 * Prepares markup for parsing: balances tags, limits the depth, and drops elements without text. Parsers and Readability
 * take quadratic or cubic time in the depth, so this works on the string.
 */
import { GAP } from '../draft.ts';
import { closesOnOpen, isPhrasing, isScopeBoundary, VOID_TAGS } from './tree.ts';

/** The deepest page of the article extraction benchmark has 51 levels. Deeper elements lose their tags, not their text. */
const MAX_DEPTH = 100;
const DROPPED_TAGS =
  'script style noscript template svg math iframe frame object applet canvas audio video select textarea datalist map';
const DROPPED = new Set(DROPPED_TAGS.split(' '));
/** Dropped elements that are never visible: the text around them is continuous. */
const UNSEEN = new Set('script style noscript template datalist map'.split(' '));
/** Raw text elements (HTML standard): markup in them is text, and a missing end tag swallows the rest. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title']);
const BREAK = '<hr>';
const HEAD_TAGS = new Set(['meta', 'link', 'base']);
/** Written anew around the whole, or void to browsers alone: parsers would put all that follows inside. */
const SKIPPED_TAGS = new Set(['head', 'body', 'frameset', 'bgsound']);

/**
 * Returns balanced `<html><head>…</head><body>…</body></html>`, its number of elements, its depth, and its JSON-LD scripts.
 * @param showsNoscript true for a browser that runs no scripts
 */
export function boundMarkup(source: string, showsNoscript = false) {
  const head: string[] = [];
  const body: string[] = [];
  const jsonLd: string[] = [];
  const stack: string[] = [];
  /** Open elements beyond the depth limit, by name: their end tags are skipped, too. */
  const flattened = new Map<string, number>();
  const neverClosed = new Set<string>();
  let htmlTag = '<html>';
  let elements = 0;
  let depth = 0;

  const popTo = (open: number): void => {
    while (stack.length > open) body.push(`</${stack.pop() ?? ''}>`);
  };
  /** Separates the texts of flattened blocks. */
  const separate = (name: string): void => {
    if (!isPhrasing(name) && body.at(-1) !== BREAK) body.push(BREAK);
  };
  const open = (name: string, tag: string): void => {
    popTo(closesOnOpen(name, stack));
    const isVoid = VOID_TAGS.has(name);
    if (!isVoid && stack.length >= MAX_DEPTH) {
      flattened.set(name, (flattened.get(name) ?? 0) + 1);
      separate(name);
      return;
    }
    elements += 1;
    body.push(tag);
    if (!isVoid) depth = Math.max(depth, stack.push(name));
  };
  const close = (name: string): void => {
    const beyond = flattened.get(name) ?? 0;
    if (beyond > 0) {
      flattened.set(name, beyond - 1);
      separate(name);
      return;
    }
    for (let index = stack.length - 1; index >= 0; index -= 1) {
      const candidate = stack[index] ?? '';
      if (candidate === name) {
        popTo(index);
        return;
      }
      if (isPhrasing(name) ? !isPhrasing(candidate) : isScopeBoundary(candidate, name)) return;
    }
  };

  const tagStart = /<(?:(!--)|[!?]|(\/?)([a-zA-Z][^\s/>]*))/g;
  let position = 0;
  for (let match = tagStart.exec(source); match !== null; match = tagStart.exec(source)) {
    if (match.index > position) body.push(source.slice(position, match.index));
    const isShownAsBlock = showsNoscript && match[3]?.toLowerCase() === 'noscript';
    const name = isShownAsBlock ? 'div' : match[3]?.toLowerCase();
    if (name === undefined) {
      position = match[1] === undefined ? after(source, '>', match.index) : commentEnd(source, match.index);
    } else {
      const end = tagEnd(source, tagStart.lastIndex);
      const tag = isShownAsBlock ? '<div>' : source.slice(match.index, end);
      position = end;
      if (match[2] === '/') close(name);
      else if (DROPPED.has(name) || name === 'title') {
        if (!tag.endsWith('/>') || RAW_TEXT.has(name)) position = contentEnd(name, end);
        const content = source.slice(end, position);
        if (name === 'script' && /ld\+json/i.test(tag)) jsonLd.push(content.replace(/<\/script[^>]*>?$/i, ''));
        else if (name === 'title' && !stack.includes('svg')) head.push(tag, content);
        else body.push(UNSEEN.has(name) ? ' ' : `${GAP} `);
      } else if (HEAD_TAGS.has(name)) head.push(tag);
      else if (name === 'html') htmlTag = htmlTag === '<html>' ? tag : htmlTag;
      else if (!SKIPPED_TAGS.has(name)) open(name, tag);
    }
    tagStart.lastIndex = position;
  }
  if (position < source.length) body.push(source.slice(position));
  popTo(0);
  const html = `${htmlTag}<head>${head.join('')}</head><body>${body.join('')}</body></html>`;
  return { html, elements, depth, jsonLd };

  /** The end of a dropped element. Remembers names without an end tag, so that the search stays linear. */
  function contentEnd(name: string, from: number): number {
    if (!neverClosed.has(name)) {
      const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
      endTag.lastIndex = from;
      const found = endTag.exec(source);
      if (found !== null) return tagEnd(source, endTag.lastIndex);
      neverClosed.add(name);
    }
    return name === 'script' || name === 'style' ? source.length : from;
  }
}

function after(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

/** `<!-->` and `<!--->` are whole comments. */
function commentEnd(source: string, start: number): number {
  const short = /<!--(?:-?>)/y;
  short.lastIndex = start;
  return short.test(source) ? short.lastIndex : after(source, '-->', start + 4);
}

/** The position after a tag's `>`; a `>` in a quoted attribute value does not end it. */
function tagEnd(source: string, from: number): number {
  const stop = />|=\s*(["'])/g;
  stop.lastIndex = from;
  for (let found = stop.exec(source); found !== null; found = stop.exec(source)) {
    if (found[1] === undefined) return stop.lastIndex;
    stop.lastIndex = after(source, found[1], stop.lastIndex);
  }
  return source.length;
}
