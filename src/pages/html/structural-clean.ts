/** Finds elements that are not content: captions, share bars, related links, author boxes, adverts. */
import { oncePer } from '../once-per.ts';
import { isElement, isNote, type TreeElement } from './tree.ts';

const NOISE_TAGS = new Set(['nav', 'figcaption', 'aside', 'footer', 'form', 'dialog', 'menu']);
const NOISE_ROLE =
  /^(?:navigation|complementary|banner|contentinfo|search|dialog|alertdialog|toolbar|menu|menubar|tooltip)$/;
/** Whole words of class names and ids. */
const NOISE_NAME = new RegExp(
  `(?:^| )(?:${[
    'captions?|cutline|credits?|(?:image|img|photo|picture|video|media)-(?:captions?|credits?|meta|info|description|title)|wp-caption-text',
    'by-?lines?|dateline|time-?stamp|pub-?date|(?:post|entry|article|story)-(?:meta|date|info|tags?|footer|share|author|byline)|meta-(?:info|data)|author(?:-?(?:box|bio|info|card|name|profile|meta|details?|description))?|contributors?|about-the-author',
    'share|shar(?:ing|e-?(?:bar|buttons?|links?|tools?|this))|social(?:-?(?:share|media|links?|icons?|buttons?|bar|tools?))?|follow(?:-us)?|tools?(?:-?bar)?',
    'related(?:-?(?:posts?|articles?|stories|content|links?|news|items?|topics?))?|recommend(?:ed|ations?)?|read-?(?:more|next|also)|see-?also|more-(?:from|on|stories|news|articles)|you-?may-?(?:also-?)?like|also-?like|most-?(?:popular|read|viewed)|popular(?:-posts?)?|trending|recirc(?:ulation)?|up-?next|next-(?:post|article|story)|prev(?:ious)?-(?:post|article|story)|post-?navigation|teasers?|promos?|promotions?',
    'news-?letters?|subscri(?:be|ption)s?|sign-?up|opt-?in|pay-?wall|call-to-action|cta|donate|register',
    'ads?|adverts?|advertisements?|advertising|ad-(?:slot|unit|container|wrapper|block|box|label|text)|sponsor(?:ed|s)?|affiliate(?:-disclosure)?|dfp|commercial',
    'comments?|comments?-?(?:list|section|area|thread|form|count|wrapper|respond)|respond|discussion|replies',
    'tags?|tag-?(?:list|cloud|links?)|categor(?:y|ies)|topics|keywords|labels|cat-links|filed-under',
    'bread-?crumbs?|nav(?:igation|bar)?|menu|pagination|pager|skip-?(?:link|nav)|jump-?links?|side-?bar|site-?(?:header|footer)|widgets?',
    'cookies?(?:-?(?:banner|notice|consent))?|consent|gdpr|pop-?ups?|modals?|lightbox|overlay|tooltip|toast|no-?print|copyright|disclaimer|print-?(?:only|edition)?|disclosure',
    'galler(?:y|ies)|slide-?show|carousel|slider|video-?(?:player|wrapper|container)|player|transcript-toggle|pull-?quotes?|ratings?|votes?|feedback|correction-link|most-shared|infobox-links|edit-?(?:link|section)|mw-editsection',
  ].join('|')})(?= |$)`,
);
/** What a compound name is about stands last: `region-copyright`, but neither `newsletter-intro` nor `attribution-rules`. */
const NOISE_PART = atEnd(
  'copyright|comments|newsletters?|related|disclaimer|dateline|by-?line|attribution|bread-?crumbs?|pagination|advert(?:isement)?',
);
/** As in `newsCaption`; but an item of a list, with its heading, may be named by having one. */
const CAPTION_PART = atEnd('captions?|credits?');
/** Other ids often come from section headings ("recommendations", "keywords") and name a subject, not a role. */
const NOISE_ID =
  /^(?:comments?|respond|related|share|see-also|side-?bar|bread-?crumbs?|nav(?:igation|bar)?|menu|cookie|newsletter)/i;
/** Names of content, also beside noise names. */
const CONTENT_NAME =
  /(?:^| )(?:tip|tips|note|notes|callout|example|examples|warning|checklist|steps?|key-?points|takeaways?)(?= |$)/;
const HOLDS_CONTENT = new Set(['table', 'pre', 'blockquote', 'ul', 'ol', 'dl']);
/** The text of an image's wrapper is a caption up to this length. */
const MAX_CAPTION_CHARS = 250;
const LINK_LIST_SHARE = 0.8;

/** @param contentLength visible characters; an element with half of them or more is never removed */
export function structuralClean(
  root: TreeElement,
  contentLength: number,
  within: (element: TreeElement) => boolean,
): ReadonlySet<TreeElement> {
  const removed = new Set<TreeElement>();
  const visit = (element: TreeElement): void => {
    for (const child of element.children) {
      if (!isElement(child) || !within(child)) continue;
      if (child.textLength > 0 && isNoise(child, contentLength)) removed.add(child);
      else visit(child);
    }
  };
  visit(root);
  return removed;
}

function isNoise(element: TreeElement, contentLength: number): boolean {
  const { tag, attributes, textLength } = element;
  if (textLength >= contentLength / 2) return false;
  if (isLinkList(element) && textLength < contentLength * 0.3) return true;
  if (/^(?:td|th|tr|tbody|thead|body|html|h[1-6]|code)$/.test(tag)) return false;
  const name = nameOf(element);
  if (CONTENT_NAME.test(name)) return false;
  if (NOISE_ROLE.test(attributes['role'] ?? '') || NOISE_NAME.test(name) || isNamedByPart(element, name))
    return tag !== 'blockquote';
  if (tag === 'figure') return !holds(element, HOLDS_CONTENT);
  if (NOISE_TAGS.has(tag)) return !isNote(element) && element.parent?.tag !== 'blockquote';
  return isCaption(element);
}

function atEnd(words: string): RegExp {
  return new RegExp(`[ -](?:${words})(?= |$)`);
}

function isNamedByPart(element: TreeElement, name: string): boolean {
  return NOISE_PART.test(name) || (CAPTION_PART.test(name) && !holds(element, HEADINGS));
}

/** True for a class or id that names a caption, share bar, menu, … */
export function hasNoiseName(element: TreeElement): boolean {
  const name = nameOf(element);
  return NOISE_NAME.test(name) && !CONTENT_NAME.test(name);
}

const nameOf = oncePer(({ attributes: { class: classes = '', id = '' } }: TreeElement): string => {
  const named = NOISE_ID.test(id) ? `${classes} ${id}` : classes;
  return named
    .trim()
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase();
});

/** Two links or more, or the linked title of another page as the item of a list. */
function isLinkList(element: TreeElement): boolean {
  const { tag, links, linkLength, textLength } = element;
  if (linkLength < LINK_LIST_SHARE * textLength) return false;
  return links >= 2 || (links === 1 && (tag === 'ul' || tag === 'ol') && holds(element, HEADINGS));
}
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** A short text that shares a small wrapper with an image. */
function isCaption(element: TreeElement): boolean {
  if (element.images === 0 || element.textLength > MAX_CAPTION_CHARS) return false;
  return /^(?:div|span|a|center)$/.test(element.tag) && !holds(element, CAPTION_HOLDS_NOT);
}
const CAPTION_HOLDS_NOT = new Set([...HOLDS_CONTENT, 'h1', 'h2', 'h3', 'h4', 'p']);

function holds(element: TreeElement, tags: ReadonlySet<string>): boolean {
  return element.children.some((child) => isElement(child) && (tags.has(child.tag) || holds(child, tags)));
}
