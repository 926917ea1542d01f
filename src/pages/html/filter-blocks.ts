/** Drops blocks that are not content by wording and position: labels, datelines, trailing links. */
import type { HtmlBlock } from './collect-blocks.ts';

/** A block of this length with few links is prose. Content begins and ends with prose. */
const PROSE_CHARS = 80;
const MAX_LABEL_CHARS = 80;
const MAX_BYLINE_CHARS = 140;
const LABEL = new RegExp(
  `^(?:${[
    'advert(?:isement|isements|ising|s)?|ads?(?: by .*)?|sponsored(?: content| links| by .*)?|promoted(?: content)?',
    'related(?: (?:articles?|stories|posts?|content|links?|reading|news|topics|coverage|videos?))?|(?:read|see|watch|view) (?:more|next|also|all)|see also|more (?:from|on|about|in) .{1,40}|more stories|you (?:may|might) (?:also )?(?:like|enjoy|be interested in).*|recommended(?: for you| reading)?|(?:most )?(?:popular|read|viewed)|trending(?: now)?|up next|don.t miss|editors?.? picks?|story timeline',
    'share(?: (?:this|on|via|with).*| \\d+)?|tweet(?: this)?|like this|follow (?:us|me|him|her|them)\\b.*|print(?: (?:edition|this))?|e-?mail(?: this.*)?|copy link|save|sharing is caring.*',
    'tags?|categor(?:y|ies)|filed under.*|topics?|keywords?|posted in.*|tagged(?: (?:with|as|in).*)?',
    '(?:\\d+ |add |leave |post |view |show |read |join )?(?:a |the |all )?(?:comments?|reply|replies|conversation)(?: \\(?[\\d+]+\\)?)?|post comment.*|tell us what you think.*|what do you think\\?|have (?:a tip|your say).{0,20}',
    'subscribe(?: (?:now|today|here|to .{1,60}))?|sign (?:up|in)(?: .{1,60})?|log ?in|newsletter.{0,40}|get (?:the|our) (?:latest|best|newsletter).*|continue reading.*|story continues.*|article continues.*|keep reading.*|advertisement.*continue.*',
    '(?:image|photo|picture|slide) \\d+ (?:of|/) ?(?:/ )?\\d+|caption|close|expand|collapse|loading.*|(?:previous|next|back|home|menu|search|top|skip)(?: (?:post|article|story|page|to .*))?|play(?: video)?|this (?:slideshow|site|page) requires javascript.*|(?:click|tap) (?:here|to) .*|hide caption|toggle caption|enlarge this image|getty(?: images)?',
  ].join('|')})[\\s:.…!>»|]*$`,
  'i',
);
/** A line with at least this share of digits and a year is a date, in whatever language. */
const DATE_DIGITS = 0.18;
const MAX_DATE_CHARS = 60;
/** No part of “1,500–2,000 characters”. */
const YEAR = /(?<![\p{Nd}.,–—-])(?:19|20)\p{Nd}{2}(?![.,]?\p{Nd})/u;
const ENDS_IN_YEAR = new RegExp(`${YEAR.source}\\P{L}*$`, 'u');
const LINKED_LABEL =
  /^(?:\W*)(?:related|read(?: more| next| also| this)?|see(?: also| more)?|also read|more(?: on this)?|watch(?: also| now)?|recommended|don.t miss|next|previous|photos|video|must read|click here|subscribe|sign up|follow)\b/i;
const DATELINE_START =
  /^(?:(?:first |last |originally )?(?:published|updated|posted|modified|created|reviewed)\b|date\s*:|on (?:mon|tue|wed|thu|fri|sat|sun))/i;
const BYLINE_START = /^(?:(?:written |posted |reviewed |story |words )?by[: ]\s*\S|author\s*:|from\s*:|par |von )/i;
const APPEAL =
  /^(?:(?:subscribe|sign up|register) (?:to|for|now|here)|follow \S+ on|(?:get|have|receive) .{1,80}(?:in ?box|delivered|newsletters?|by e-?mail)|have a tip|got a (?:tip|story)|(?:click|tap) here|download (?:the|our)|support (?:us|our)|join (?:us|our|the)|(?:want|need|looking for) more .{1,60}\?|like this (?:article|story|post)|email .{1,60}@|contact .{1,60}@|to (?:contact|comment on|read (?:more|the full))|this (?:article|story|post) (?:was|is|has been|originally|first)|originally published|(?:the )?views expressed|\[.*\]$)/i;

/** Also drops a heading that repeats the title. */
export function filterBlocks(blocks: readonly HtmlBlock[], title: string | null): readonly HtmlBlock[] {
  return keepBlocks(blocks, areContent(blocks, title));
}

/** The blocks that are kept; each begins with a break where the one before it is dropped. @param kept by place */
export function keepBlocks(blocks: readonly HtmlBlock[], kept: readonly boolean[]): readonly HtmlBlock[] {
  return blocks
    .map((block, index) => (kept[index - 1] === false ? { ...block, breaks: [0, ...(block.breaks ?? [])] } : block))
    .filter((_, index) => kept[index]);
}

function areContent(blocks: readonly HtmlBlock[], title: string | null): readonly boolean[] {
  const first = blocks.findIndex(isProse);
  const last = blocks.findLastIndex((block) => isProse(block) && !APPEAL.test(block.text));
  if (first < 0) return blocks.map(() => true);
  const isContent = (block: HtmlBlock, index: number): boolean => {
    if (isList(block) && block.linkLength === 0) return true;
    if (isLabel(block)) return false;
    if (index < first && (isTitle(block, title) || isDate(block))) return false;
    if (index >= first && index <= last) return true;
    return !isLineOfMetadata(block) && !isLinks(block) && (index < first || !APPEAL.test(block.text));
  };
  return blocks.map(isContent);
}

/** The page's title, or a line of its header; a section has a header of its own. */
function isTitle({ kind, text, element }: HtmlBlock, title: string | null): boolean {
  if (kind !== 'heading') return false;
  const { parent } = element;
  return (parent?.tag === 'header' && parent.parent?.tag !== 'section') || repeats(title, text);
}

/** “Limit: 500–2000 words” is none: a date ends in its year, or has three figures. */
function isDate({ kind, text }: HtmlBlock): boolean {
  if (kind !== 'paragraph' || text.length > MAX_DATE_CHARS || !YEAR.test(text)) return false;
  const digits = (text.match(/\p{Nd}/gu) ?? []).length;
  const figures = (text.match(/\p{Nd}+/gu) ?? []).length;
  return digits >= DATE_DIGITS * text.length && (figures >= 3 || ENDS_IN_YEAR.test(text));
}

/** True if the heading is the title or its first part: a site's name often follows. */
function repeats(title: string | null, heading: string): boolean {
  const normalized = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return title !== null && normalized(heading) !== '' && `${normalized(title)} `.startsWith(`${normalized(heading)} `);
}

function isProse(block: HtmlBlock): boolean {
  return (
    block.kind !== 'heading' &&
    block.text.length >= PROSE_CHARS &&
    block.linkLength < block.text.length / 2 &&
    !isLineOfMetadata(block)
  );
}

function isList({ kind }: HtmlBlock): boolean {
  return kind === 'list-item' || kind === 'table-row' || kind === 'code';
}

function isLinks({ text, linkLength }: HtmlBlock): boolean {
  return linkLength * 2 > text.replace(/\s/g, '').length;
}

function isLabel(block: HtmlBlock): boolean {
  if (block.text.length <= MAX_LABEL_CHARS && LABEL.test(block.text)) return true;
  return LINKED_LABEL.test(block.text) && isLinks(block) && block.text.length < 2 * MAX_BYLINE_CHARS;
}

function isLineOfMetadata({ kind, text }: HtmlBlock): boolean {
  if (kind === 'heading' || kind === 'table-row' || text.length > MAX_BYLINE_CHARS) return false;
  return DATELINE_START.test(text) || BYLINE_START.test(text);
}
