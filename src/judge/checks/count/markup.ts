/** What a reader sees of marked text, and what of it only marks. */
export const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)[^\s<>()\]"']*[^\s<>()\]"'.,;:!?]/giu;
/** Also that of a Markdown link within a site. */
export const ADDRESS = new RegExp(String.raw`${WEB_ADDRESS.source}|(?<=\]\()[^\s()]+`, 'giu');
export const IMAGE = /!\[[^[\]\n]*\]\([^()\n]*\)/gu;
const QUOTE = /^ {0,3}>+ ?/gmu;
const LINK = /!?\[([^[\]\n]*)\](?:\([^()\s]*(?:\s+"[^"\n]*")?\)|\[[^[\]\n]*\])/gu;
/** Not an address in angle brackets: `<https://…>`, `<ann@…>`. */
const TAG = /<\/?[a-z][a-z\d-]*(?:[\s/][^<>]*)?>/giu;
const EMPHASIS = /(?<=\S)[*`]+|[*`]+(?=\S)|~~|(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu;
/** "*", "_", "["; not "." or "?" */
const ONLY_MARKS = /^[^\p{L}\p{N}\p{Terminal_Punctuation}]+$/u;
/** A soft hyphen, and characters that have no width. */
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/gu;

/** Without marks of Markdown and HTML within lines. Some may go that are meant as they are: this says only what may be seen. */
export function withoutMarkup(text: string): string {
  return text
    .replace(QUOTE, '')
    .replace(LINK, '$1')
    .replace(TAG, (tag) => (/^<br/iu.test(tag) ? ' ' : ''))
    .replace(/&nbsp;/giu, ' ')
    .replace(EMPHASIS, '')
    .replace(INVISIBLE, '');
}

/**
 * The text as it is written and as it is seen, where that differs; words that are marks themselves are looked for in what is
 * written.
 */
export function formsOf(text: string, words: string): readonly string[] {
  if (ONLY_MARKS.test(words) || withoutMarkup(words) !== words) return [text];
  const seen = seenOnce(text);
  return seen === text ? [text] : [text, seen];
}

/** The checks of one response look at the same few texts one after the other. */
export function rememberingLast(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= REMEMBERED) made.clear();
    const result = make(text);
    made.set(text, result);
    return result;
  };
}

/** As it is written, and as it is seen. */
const REMEMBERED = 2;
const seenOnce = rememberingLast(withoutMarkup);
