/** Measures of a text: how it begins, its characters and its words. */
/** How a text begins; the first that fits. */
export const STARTS = [/^\p{Ll}/u, /^\p{Lu}/u, /^\p{L}/u, /^\p{N}/u, /^[([{]/, /^["'“”‘«„]/, /^[\p{Pd}•*]/u];
/** Shorter words say little of a subject. */
const MIN_WORD_CHARS = 5;

export function countWords(texts: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

/** Share of the words that other blocks of the rules' reading have, too. @param own 1 if the block is one of theirs */
export function shareOfRules(words: readonly string[], rules: ReadonlyMap<string, number>, own: number): number {
  const long = words.filter((word) => word.length >= MIN_WORD_CHARS);
  if (long.length === 0) return -1;
  return long.filter((word) => (rules.get(word) ?? 0) > own).length / long.length;
}

export function count(text: string, test: (code: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < text.length; i += 1) if (test(text.charCodeAt(i))) found += 1;
  return found;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isCapital(code: number): boolean {
  if (code < 128) return code >= 65 && code <= 90;
  return CAPITAL.test(String.fromCharCode(code));
}
const CAPITAL = /\p{Lu}/u;

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
