/** Capital letters that only a word's place gave it. */

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
