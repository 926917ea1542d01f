/** Words, their stems, and the stems that carry content. */
import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.ts';

const WORD = /[\p{L}\p{N}]+(?:['’.,-](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*/gu;
/** A letter of a script that puts no space between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const APOSTROPHE = /’/gu;

/** Lower-cased words in order; inner apostrophes, hyphens and decimal points stay ("don't", "two-thirds", "1.5"). */
export function words(text: string): string[] {
  return text.replace(APOSTROPHE, "'").toLowerCase().match(WORD) ?? [];
}

export function wordCount(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** The share of English function words: two in five in English prose, hardly any in other languages. */
export function englishShare(text: string): number {
  const all = words(text);
  return all.length === 0 ? 0 : all.filter((word) => STOP_WORDS.has(word)).length / all.length;
}

const stems = new Map<string, string>();
const STEM_CACHE_SIZE = 50_000;

/** Porter's stem of a lower-cased English word, without its possessive. */
export function stem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const result = stemmer(word.replace(/'s?$/u, ''));
  if (stems.size >= STEM_CACHE_SIZE) stems.clear();
  stems.set(word, result);
  return result;
}

/** Stems of the words in order, without stop words. Hyphenated words are split. */
export function contentStems(text: string): string[] {
  const found: string[] = [];
  for (const word of words(text))
    for (const part of word.includes('-') ? word.split('-') : [word])
      if (part !== '' && !STOP_WORDS.has(part)) found.push(stem(part));
  return found;
}
