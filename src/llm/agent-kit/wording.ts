/** Validation of texts that a model wrote. */
import { visibleText } from '../../text/model-protocol.ts';
import { spelledNumbers } from '../../text/number-words.ts';
import { printableLine } from '../../text/printable.ts';
import { UNSPACED, WORD_OR_LETTER } from '../../text/unspaced.ts';
import { englishShare, words } from '../../text/words.ts';

/** A sentence of 80 words: longer advice or criteria contain more than one demand. */
const MAX_WORDING_CHARS = 500;
const URL = /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S*/giu;
const MARKUP = /<\/?[a-z!][^>]*>|<<<|>>>/iu;
/** Null if there is no problem. */
export function wordingProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.length > MAX_WORDING_CHARS) return `is longer than ${MAX_WORDING_CHARS} characters`;
  if (text.search(URL) >= 0) return 'holds a URL, which no text of yours may';
  if (MARKUP.test(text)) return 'holds markup or delimiters, which no text of yours may';
  return visibleText(text) === text ? null : 'holds control or invisible characters';
}

/** One line per row with a problem, such as “Piece 2 is empty.” */
export function rowProblems<Row>(
  name: string,
  rows: readonly Row[],
  problemOf: (row: Row, index: number) => string | null,
): string[] {
  return rows.flatMap((row, index) => {
    const problem = problemOf(row, index);
    return problem === null ? [] : [`${name} ${index + 1} ${problem}.`];
  });
}

/** The same for rows with an id, such as “k2 is empty.” */
export function idProblems<Row extends { readonly id: string }>(
  rows: readonly Row[],
  problemOf: (row: Row) => string | null,
): string[] {
  return rows.flatMap((row) => {
    const problem = problemOf(row);
    return problem === null ? [] : [`${row.id.slice(0, MAX_ID_CHARS)} ${problem}.`];
  });
}

const MAX_ID_CHARS = 20;

export function emptyText(text: string): string | null {
  return text.trim() === '' ? 'The text is empty.' : null;
}

/** One line, with a full stop if it has no end mark. */
export function tidy(text: string): string {
  const line = printableLine(text);
  return /\p{Sentence_Terminal}["'\p{Pe}\p{Pf}\p{Pi}]?$/u.test(line) ? line : `${line.replace(/[,;:]$/u, '')}.`;
}

/** Also with the mark of a Greek question. */
export function tidyQuestion(text: string): string {
  const line = printableLine(text);
  return /[;\u037e]$/u.test(line) ? line : tidy(line);
}

/** A reason for the record: one line of visible text, never empty. */
export function reasonLine(text: string, maxChars = MAX_WORDING_CHARS): string {
  const line = printableLine(text).slice(0, maxChars);
  return line === '' ? 'The model gave no reason.' : line;
}

/** A judge's analysis may be a paragraph. */
const MAX_ANALYSIS_CHARS = 4_000;

/** A judge's analysis for the record; empty if it was not requested. */
export function analysisLine(analysis: string | undefined): string {
  return analysis === undefined ? '' : reasonLine(analysis, MAX_ANALYSIS_CHARS);
}

const FIGURE = /\d+(?:[.,:]\d+)*/gu;
/** “1,500”. */
const GROUPED = /^\d{1,3}(?:[.,]\d{3})+$/u;
const DIGIT = /(?!\d)\p{Nd}/gu;
/** “one” is often a pronoun, and larger numbers are seldom spelled: a wording names those from two to twelve. */
const NAMED = { least: 2, most: 12 };
const HOST = /\p{L}[\p{L}\d-]*(?:\.[\p{L}\d-]+)*\.\p{Ll}{2,}\b/gu;
/** Also „German“, »German«, « French » and «Spanish». */
const QUOTED = /[“"„«»]([^“”"„«»]+)[”"“»«]/gu;

/** A figure, host or quotation in the wording that its sources do not contain; null if there is none. */
export function inventedDetail(wording: string, sources: readonly string[]): string | null {
  // What stands behind it may be whole pages: they are read only for what the wording has.
  const stated = figuresIn(wording);
  const figures = new Set(stated.length === 0 ? [] : sources.flatMap(figuresSaid));
  const figure = stated.find((candidate) => !figures.has(candidate) && !maySpell(wording, candidate, sources));
  if (figure !== undefined) return `names a figure, ${figure}, that nothing behind it has`;
  const host = wording.match(HOST)?.find((candidate) => !sources.some((text) => text.includes(candidate)));
  if (host !== undefined) return `names ${host}, which nothing behind it does`;
  const quotes = quotedIn(wording);
  if (quotes.length === 0) return null;
  // In other languages quoted words take the endings of their sentence: „neuen Herausforderung“.
  const formOf = readsAsEnglish(wording) ? (word: string) => word : (word: string) => word.slice(0, BEGINNING_CHARS);
  const formsOf = (text: string) => ` ${words(text).map(formOf).join(' ')} `;
  const known = formsOf(sources.join(' '));
  const quoted = quotes.find((text) => !known.includes(formsOf(text)));
  return quoted === undefined ? null : `puts words in quotation marks, “${quoted}”, that nothing behind it has`;
}

/** In languages whose stems we do not know, words with the same beginning are forms of one. */
export const BEGINNING_CHARS = 4;

/** What stands in double quotation marks. */
export function quotedIn(text: string): string[] {
  return [...text.matchAll(QUOTED)].map(([, quoted = '']) => quoted);
}

export const ENGLISH_OPENING = 'The response should';
/** Of a sentence: prose has more. */
const MIN_ENGLISH_SHARE = 0.2;

/** A criterion, a question or a piece of advice. */
export function readsAsEnglish(sentence: string): boolean {
  return sentence.startsWith(ENGLISH_OPENING) || englishShare(sentence) >= MIN_ENGLISH_SHARE;
}

/** Two characters. */
const UNSPACED_START = new RegExp(`^${UNSPACED.source}{2}`, 'u');

/** The first words of a criterion, where another is to begin as it does: the language's own word for “should” may change. */
export function openingOf(wording: string): string {
  const unspaced = UNSPACED_START.exec(wording);
  if (unspaced !== null) return unspaced[0];
  const words = readsAsEnglish(wording) ? 3 : 2;
  return wording.split(' ').slice(0, words).join(' ');
}

/** Of any script, without what groups thousands. */
function digitsIn(text: string): string[] {
  const found = text.replaceAll(DIGIT, westernDigit).match(FIGURE) ?? [];
  return found.map((figure) => (GROUPED.test(figure) ? figure.replaceAll(/[.,]/gu, '') : figure));
}

/** Digits of a script stand together, the zero first. */
function westernDigit(digit: string): string {
  const plain = digit.normalize('NFKC');
  if (/^\d$/u.test(plain)) return plain;
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGITS.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
const DIGITS = /\p{Nd}/u;

/** @param all of a word with several (“two-to-three”) each; else none, since nobody can say which is meant */
function spelledIn(text: string, all = false): number[] {
  return words(text).flatMap((word) => {
    const values = spelledNumbers(word);
    return all || values.length === 1 ? values : [];
  });
}

/** All figures as digits, English number words included. */
export function figuresIn(text: string): string[] {
  const inWords = spelledIn(text).filter((value) => value >= NAMED.least && value <= NAMED.most);
  return [...digitsIn(text), ...inWords.map(String)];
}

/** What a source says, in digits or in any words. */
const figuresSaid = (text: string): string[] => [...digitsIn(text), ...spelledIn(text, true).map(String)];
/** Of a list that is numbered. */
const LIST_MARK = /^\s*\d+[.)]\s/gmu;

/** Small numbers are spelled, and in other languages than English we cannot read them: where a source has none in digits. */
function maySpell(wording: string, figure: string, sources: readonly string[]): boolean {
  const isSmall = (written: string) => /^\d+$/u.test(written) && Number(written) <= NAMED.most;
  return (
    isSmall(figure) &&
    !readsAsEnglish(wording) &&
    !sources.some((source) => digitsIn(source.replaceAll(LIST_MARK, '')).some(isSmall))
  );
}

/** A figure of the sources, if the wording has none at all; null if it loses nothing. */
export function lostFigure(wording: string, sources: readonly string[]): string | null {
  const isEnglish = readsAsEnglish(wording);
  const ofSources = sources.flatMap(isEnglish ? figuresIn : digitsIn);
  // “no one” is no figure.
  const isSaid = (figure: string) => figure !== '1' || digitsIn(wording).includes('1') || ofSources.includes('1');
  return (isEnglish ? figuresSaid : digitsIn)(wording).some(isSaid) ? null : (ofSources[0] ?? null);
}

/** How much a quote says: its words, or its letters in scripts without spaces. */
export function quoteLength(quote: string): number {
  return quote.match(WORD_OR_LETTER)?.length ?? 0;
}

/** For telling whether two wordings are the same: ignores case, white space and punctuation. */
export function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ');
}

/** Page text for a prompt, without URLs and invisible characters. */
export function shownText(text: string): string {
  return visibleText(text).replace(URL, '[link]');
}
