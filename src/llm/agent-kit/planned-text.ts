/** Texts that stand for those of a model in plans: only their length matters, and that no two of them say the same. */
import { sha256Hex } from '../../text/hash.ts';

/** A page of text: nobody knows how long a written response will be. */
export const RESPONSE_TOKENS = 800;
/** A piece of advice, a criterion, a question or a reason. */
export const SENTENCE_TOKENS = 30;
/** The most criteria that lists without a number usually have: an assumption, and a generous one. */
export const OPEN_LIST_ITEMS = 60;

/** A revised response is longer than the one before by a quarter: an assumption. */
const GROWTH_SHARE = 1 / 4;

const CONSONANTS = 'bcdfghjklmnprstv';
const VOWELS = 'aeiou';
const DISTINCT_WORDS = 5;
const WORD_DIGITS = 6;
/** What a word that no dictionary has takes, on average. */
const TOKENS_PER_WORD = 3;

/** @param key texts of different keys share no word that tells anything */
export function plannedText(tokens: number, key: string): string {
  const hash = sha256Hex(key);
  const words = Array.from({ length: DISTINCT_WORDS }, (_, index) =>
    wordOf(hash.slice(index * WORD_DIGITS, (index + 1) * WORD_DIGITS)),
  );
  const others = Math.max(0, tokens - DISTINCT_WORDS * TOKENS_PER_WORD);
  return [...words, ...Array.from({ length: others }, () => 'word')].join(' ');
}

/** As many texts. @param key of the list: those of another list share nothing with them */
export function plannedTexts(count: number, tokens: number, key: string): readonly string[] {
  return Array.from({ length: count }, (_, index) => plannedText(tokens, `${key} ${index}`));
}

/** @param response empty: none is there yet */
export function plannedRevision(response: string): string {
  return response.trim() === ''
    ? plannedText(RESPONSE_TOKENS, 'revision')
    : response + response.slice(0, Math.ceil(response.length * GROWTH_SHARE));
}

export function plannedCriterion(what: string) {
  return { criterion: `The response should ${what}.`, question: `Does the response ${what}?`, check: null };
}

function wordOf(digits: string): string {
  const letters = Array.from({ length: digits.length }, (_, index) => {
    const alphabet = index % 2 === 0 ? CONSONANTS : VOWELS;
    return alphabet.charAt(Number.parseInt(digits.charAt(index), 16) % alphabet.length);
  });
  return letters.join('');
}
