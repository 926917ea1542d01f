/** Given words in a text. */
import { UNSPACED } from '../../../text/unspaced.ts';
import { rememberingLast } from './markup.ts';
import { trimEndWhere } from './trim-end.ts';

/** Vowels of Hindi and Tamil and tones of Thai belong to the letter before them; what forms an emoji or a keycap does not. */
const MARK = '(?!\\p{Variation_Selector})[\\p{Mn}\\p{Mc}]';
/** Marks that most writers leave out, and the word is the same: vowels of Arabic and Hebrew, the stress of Russian. */
const OPTIONAL_MARKS =
  /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u0652\u0670]|(?<=\p{Script=Cyrillic})[\u0300\u0301]/gu;
export const WORD_CHARACTER = `(?:[\\p{L}\\p{N}]|${MARK})`;
/** Of a script with spaces: where none are written, every place may be the end of a word. */
const SPACED = `(?!${UNSPACED.source})${WORD_CHARACTER}`;
/** Korean attaches particles to words, so that what follows one may be of it or of another word. */
const SPACED_BUT_KOREAN = `(?!\\p{Script=Hangul})${SPACED}`;
const ENDS_IN_KOREAN = /\p{Script=Hangul}$/u;
/** What is attached by a hyphen, an apostrophe (but "'s") or the point of a number may make another word: "won" and "won't", "50" and "50,000". */
const NOT_ATTACHED = {
  before: String.raw`(?<!\p{L}['-])(?<!\p{Nd}[.,](?=\p{Nd}))`,
  behind: String.raw`(?!-\p{L}|'(?!s(?!\p{L}))\p{L}|(?<=\p{Nd})[.,]\p{Nd})`,
};

/** Whole words: "soil" is not in "subsoil"; white space and the form of apostrophes and quotes do not matter. */
function phrasePattern(phrase: string, where: 'anywhere' | 'start' | 'end', certainty: Certainty): RegExp {
  const isSure = certainty === 'surely';
  const body = normal(phrase)
    .split(' ')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&'))
    .join('\\s+');
  const noWordBefore = `(?<!${SPACED})${isSure ? NOT_ATTACHED.before : ''}`;
  const isKoreanSure = isSure && ENDS_IN_KOREAN.test(phrase);
  const noWordBehind = `(?!${isKoreanSure ? SPACED : SPACED_BUT_KOREAN})${isSure ? NOT_ATTACHED.behind : ''}`;
  const from = where === 'start' ? '^' : isWord(phrase.trim().at(0)) ? noWordBefore : '';
  const to = where === 'end' ? '$' : `(?!${MARK})${isWord(phrase.trim().at(-1)) ? noWordBehind : ''}`;
  return new RegExp(`${from}${body}${to}`, 'giu');
}

/** `perhaps`: "물" counts in "물이", and so in "물고기", another word; "شكراً" in "شكرا". */
export const CERTAINTIES = ['surely', 'perhaps'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

export function countPhrase(text: string, phrase: string, certainty: Certainty): number {
  const [given, wanted] = asMarked(normalOnce(text), phrase, certainty);
  return given.match(phrasePattern(wanted, 'anywhere', certainty))?.length ?? 0;
}

/** Marks around the text do not matter; nor does the full stop after it, where the wanted words have none. */
export function standsAt(edge: 'start' | 'end', phrase: string, text: string, certainty: Certainty): boolean {
  const [normalText, wanted] = asMarked(normalOnce(text), phrase, certainty);
  const forms =
    edge === 'start'
      ? [normalText, normalText.replace(/^["'\p{Ps}\p{Pi}*_#`\s-]+/u, '')]
      : [
          normalText,
          trimEndWhere(normalText, /["'\p{Pe}\p{Pf}*_`\s]/u),
          trimEndWhere(normalText, /[\p{Terminal_Punctuation}"'\p{Pe}\p{Pf}*_`\s]/u),
        ];
  const ends = /\p{Terminal_Punctuation}$/u.test(phrase.trim());
  return (ends ? forms.slice(0, 2) : forms).some((form) => phrasePattern(wanted, edge, certainty).test(form));
}

/** Longer runs are in no language's words, and composing them takes the square of their length (Unicode, UAX 15). */
const MANY_MARKS = /\p{M}{31}/u;

export const composed = (text: string): string => (MANY_MARKS.test(text) ? text : text.normalize('NFC'));

/** In one form, however it was typed and saved: letters composed, lines ended by "\n" and without white space at their ends. */
export const inOneForm = rememberingLast((text) =>
  composed(text)
    .replace(/^\uFEFF/u, '')
    .split(/\r\n?|\n/u)
    .map((line) => line.trimEnd())
    .join('\n'),
);

/** French sets a space within its marks. */
export const withStraightQuotes = (text: string): string =>
  text
    .replace(/«\s([^«»]*)\s»/gu, '"$1"')
    .replace(/[“”„‟«»「」『』]/gu, '"')
    .replace(/[‘’‚‛‹›]/gu, "'");

export function normal(text: string): string {
  return withStraightQuotes(composed(text))
    .replace(/[\u2010\u2011]/gu, '-')
    .replace(/\s{2,}|[^\S ]/gu, ' ')
    .trim();
}

/**
 * Normal text, and what is wanted, as they are compared: marks that may be left out count for sure only where the wanted words
 * have them, and writers may leave out these, too.
 */
export function asMarked(normalText: string, wanted: string, certainty: Certainty): readonly [string, string] {
  const [words, bare] = [normal(wanted), normal(wanted).replace(OPTIONAL_MARKS, '')];
  if ((words !== bare && certainty === 'surely') || bare === '') return [normalText, words];
  return [normalText.replace(OPTIONAL_MARKS, ''), bare];
}

const normalOnce = rememberingLast(normal);

const WORD_START = new RegExp(`^${SPACED}`, 'u');
const isWord = (character: string | undefined): boolean => character !== undefined && WORD_START.test(character);
