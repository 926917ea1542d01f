/** What code can check of a text that a model wrote. */
import { visibleText } from '../../text/model-protocol.ts';
import { printableLine } from '../../text/printable.ts';
import { words } from '../../text/words.ts';

/** Room for a sentence of 80 words: a piece of advice or a criterion that needs more is more than one. */
const MAX_WORDING_CHARS = 500;
const URL = /(?:\b[a-z][a-z0-9+.-]*:\/\/|\bwww\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S*/giu;
const MARKUP = /<\/?[a-z!][^>]*>|<<<|>>>/iu;
/** What is wrong with a sentence that a model wrote; null where nothing is. */
export function wordingProblem(text: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.length > MAX_WORDING_CHARS) return `is longer than ${MAX_WORDING_CHARS} characters`;
  if (text.search(URL) >= 0) return 'holds a URL, which no text of yours may';
  if (MARKUP.test(text)) return 'holds markup or delimiters, which no text of yours may';
  return visibleText(text) === text ? null : 'holds control or invisible characters';
}

/** The rows that have a problem, by their number in the answer: “Piece 2 is empty.” */
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

/** Why a text that was to be written is none. */
export function emptyText(text: string): string | null {
  return text.trim() === '' ? 'The text is empty.' : null;
}

/** On one line, with a full stop where no sentence ends yet. */
export function tidy(text: string): string {
  const line = printableLine(text);
  return /[.!?]["”’)]?$/u.test(line) ? line : `${line.replace(/[,;:]$/u, '')}.`;
}

/** A reason for the record: of any length and content, but one line of visible text, and never empty. */
export function reasonLine(text: string, maxChars = MAX_WORDING_CHARS): string {
  const line = printableLine(text).slice(0, maxChars);
  return line === '' ? 'The model gave no reason.' : line;
}

/** Models think in a paragraph where a question has several sides. */
const MAX_ANALYSIS_CHARS = 4_000;

/** A judge's analysis for the record; empty where none was asked for. */
export function analysisLine(analysis: string | undefined): string {
  return analysis === undefined ? '' : reasonLine(analysis, MAX_ANALYSIS_CHARS);
}

const FIGURE = /\d+(?:[.,:]\d+)*/gu;
/** From two on: “one” is an article as often as a figure. */
const NUMBER_WORDS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** A host or an address. */
const HOST = /\p{L}[\p{L}\d-]*(?:\.[\p{L}\d-]+)*\.\p{Ll}{2,}\b/gu;
const QUOTED = /[“"]([^“”"]+)[”"]/gu;

/** What code can tell that a wording adds to what it rests on: a figure, an address, words in quotation marks; null: nothing. */
export function inventedDetail(wording: string, restsOn: readonly string[]): string | null {
  const known = new Set(restsOn.flatMap(figuresIn));
  const figure = figuresIn(wording).find((each) => !known.has(each));
  if (figure !== undefined) return `names a figure, ${figure}, that nothing behind it has`;
  const host = wording.match(HOST)?.find((each) => !restsOn.some((text) => text.includes(each)));
  if (host !== undefined) return `names ${host}, which nothing behind it does`;
  const said = ` ${words(restsOn.join(' ')).join(' ')} `;
  const quoted = [...wording.matchAll(QUOTED)].find(([, text = '']) => !said.includes(` ${words(text).join(' ')} `));
  return quoted === undefined ? null : `puts words in quotation marks, ${quoted[0]}, that nothing behind it has`;
}

/** As digits, whichever way they are written. */
export function figuresIn(text: string): string[] {
  const inWords = words(text).flatMap((word) => {
    const place = NUMBER_WORDS.indexOf(word);
    return place === -1 ? [] : [String(place + 2)];
  });
  return [...(text.match(FIGURE) ?? []), ...inWords];
}

/** Page text as it is shown: no URL to repeat, and nothing that only a machine would see. */
export function shownText(text: string): string {
  return visibleText(text).replace(URL, '[link]');
}
