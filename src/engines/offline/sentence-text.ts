/** The text of a sentence: its quotations masked while it is read, and its letter case. */

/** Each from one mark to the next: a text of opening marks alone takes linear time. */
const QUOTED = /“[^“”]*”|"[^"]*"|‘[^‘’]{2,}’(?!\p{L})|(?<=^|[\s(])'[^']{2,}'(?!\p{L})|`[^`]+`/gu;
const PLACEHOLDER = /Quotation(\d+)/gu;

interface Masked {
  /** The sentence with each quotation as one proper noun, `Quotation0`. */
  readonly text: string;
  readonly quotes: readonly string[];
}

export function maskQuotes(sentence: string): Masked {
  const quotes: string[] = [];
  return { text: sentence.replace(QUOTED, (quote) => `Quotation${quotes.push(quote) - 1}`), quotes };
}

export function restoreQuotes(text: string, quotes: readonly string[]): string {
  return text.replace(PLACEHOLDER, (_match, index: string) => quotes[Number(index)] ?? '');
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Lower case for the first letter, unless "I" or more capitals say that it is a name. */
export function lowerFirst(text: string): string {
  return /^(?:I\b|\p{Lu}[\p{Lu}\d])/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

const MIN_TITLE_SHARE = 0.6;
const LONG_WORD = /(?<![\p{L}'’])\p{L}{4,}/gu;

/** A heading in title case as a sentence; a heading in sentence case as it is. */
export function sentenceCase(heading: string): string {
  const [, ...later] = heading.match(LONG_WORD) ?? [];
  const capitals = later.filter((word) => /^\p{Lu}/u.test(word)).length;
  if (later.length === 0 || capitals / later.length < MIN_TITLE_SHARE) return heading;
  return upperFirst(heading.replaceAll(/(?<!\p{L})\p{Lu}(?=\p{Ll}|(?!\p{L}))/gu, (letter) => letter.toLowerCase()));
}
