/** Whether a text is in a language, sentence by sentence, by its letters (franc's trigrams) and its small words. */
import { francAll } from 'franc-min';
import { CheckLanguage } from '../../../domain/check.ts';
import { languageOf, LANGUAGES } from '../../../domain/language.ts';
import { spelledAs } from './alphabets.ts';
import { functionWords, hasFunctionWords } from './function-words.ts';
import { sentencesOf } from './parts.ts';

const KNOWN = CheckLanguage.options.flatMap((language) => codeOf(language) ?? []);
/** Shorter sentences (names, "OK.") tell no language. */
const MIN_LETTERS = 15;
/** From here on trigrams alone are sure enough to find a sentence foreign. */
const SURE_LETTERS = 30;
/** franc scores the best guess 1; a sentence is foreign where the wanted language scores below. */
const LEAST_SCORE = 0.7;
const LEAST_SURE_SCORE = 0.92;

export interface LanguageFinding {
  /** Null: it cannot be told; a text too short, or one whose letters and small words say different things. */
  readonly isWanted: boolean | null;
  /** "reads as French". */
  readonly found: string;
}

export function findLanguage(text: string, language: CheckLanguage): LanguageFinding {
  const wanted = codeOf(language);
  if (wanted === null) return { isWanted: null, found: 'no language that can be told' };
  const best = scores(text)[0]?.[0] ?? 'und';
  const said = sentencesOf(text);
  const sentences = (said.length === 0 ? [text] : said).filter(
    // Scripts without spaces say in few characters what takes many letters.
    (sentence) => letterCount(sentence) >= MIN_LETTERS || /\p{Lo}/u.test(sentence),
  );
  const readings = sentences.map((sentence) => reads(sentence, wanted));
  const foreign = sentences.find((_sentence, index) => readings[index] === 'foreign');
  if (foreign !== undefined) {
    const found = best === wanted ? `one sentence reads otherwise: “${foreign}”` : `reads as ${nameOf(best)}`;
    return { isWanted: false, found };
  }
  const isSure = readings.includes('wanted') && !readings.includes('unclear');
  return isSure
    ? { isWanted: true, found: `reads as ${nameOf(wanted)}` }
    : { isWanted: null, found: 'too little text to tell its language' };
}

/** Small words decide where they are clear, trigrams where a sentence is long; a short one may say nothing. */
function reads(sentence: string, wanted: string): 'wanted' | 'foreign' | 'unclear' | 'nothing' {
  const byWords = readsByWords(sentence, wanted);
  if (byWords !== null) return byWords ? 'wanted' : 'foreign';
  const all = scores(sentence);
  const score = all.find(([code]) => code === wanted)?.[1] ?? 0;
  if (score === 0) return 'foreign';
  if (letterCount(sentence) < SURE_LETTERS && hasFunctionWords(wanted))
    return score < LEAST_SCORE ? 'unclear' : 'nothing';
  if (all[0]?.[0] === wanted || score >= LEAST_SURE_SCORE) return 'wanted';
  return score < LEAST_SCORE ? 'foreign' : 'unclear';
}

/** Null where no language's small words stand out. */
function readsByWords(sentence: string, wanted: string): boolean | null {
  if (!spelledAs(wanted, sentence)) return null;
  const found = functionWords(sentence);
  const own = found.get(wanted);
  if (own === undefined) return null;
  const others = Math.max(...[...found].filter(([code]) => code !== wanted).map(([, n]) => n));
  if (own >= 2 && own > others) return true;
  return others >= 2 && others > own + 1 ? false : null;
}

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Best first; the best has 1. */
function scores(text: string): [string, number][] {
  const only = KNOWN.filter((language) => spelledAs(language, text));
  return francAll(text, { only: only.length === 0 ? KNOWN : only, minLength: 2 });
}

const nameOf = (code: string): string => languageOf(code)?.name ?? 'an unknown language';

/** Null where franc does not know the language (Hebrew). */
function codeOf(language: CheckLanguage): string | null {
  return LANGUAGES.find(({ name }) => name.toLowerCase() === language)?.iso6393 ?? null;
}
