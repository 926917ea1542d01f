/** Whether a text is in a language, sentence by sentence, by its letters (franc's trigrams). */
import { francAll } from 'franc-min';
import { LANGUAGES } from '../languages.ts';
import { spelledAs } from './alphabets.ts';
import { sentencesOf } from './parts.ts';

const KNOWN = [...new Set(Object.values(LANGUAGES))];
/** Shorter sentences (names, "OK.") tell no language. */
const MIN_LETTERS = 15;
/** From here on trigrams are sure enough to hold a near rival against a sentence. */
const SURE_LETTERS = 30;
/** franc scores the best guess 1; a sentence counts as foreign where the wanted language scores below. */
const LEAST_SCORE = 0.7;
const LEAST_SURE_SCORE = 0.92;

export interface LanguageFinding {
  /** ISO 639-3 of the whole, or "und". */
  readonly best: string;
  readonly foreignSentence: string | null;
}

export function findLanguage(text: string, wanted: string): LanguageFinding {
  const best = scores(text)[0]?.[0] ?? 'und';
  const foreign = sentencesOf(text).find((sentence) => {
    const letters = (sentence.match(/\p{L}/gu) ?? []).length;
    // Scripts without spaces say in few characters what takes many letters.
    if (letters < MIN_LETTERS && !/\p{Lo}/u.test(sentence)) return false;
    const score = scores(sentence).find(([code]) => code === wanted)?.[1] ?? 0;
    return score < (letters < SURE_LETTERS ? LEAST_SCORE : LEAST_SURE_SCORE);
  });
  return { best, foreignSentence: foreign ?? null };
}

/** Best first; the best has 1. */
function scores(text: string): [string, number][] {
  const only = KNOWN.filter((language) => spelledAs(language, text));
  return francAll(text, { only: only.length === 0 ? KNOWN : only, minLength: 2 });
}

export function languageName(code: string): string {
  const name = Object.entries(LANGUAGES).find(([, found]) => found === code)?.[0] ?? 'an unknown language';
  return name.charAt(0).toUpperCase() + name.slice(1);
}
