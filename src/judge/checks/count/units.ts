/** How each unit is counted. */
import type { Unit } from '../../../domain/check.ts';
import { type LineKind, linesOf, paragraphsOf, sentencesOf, withoutCode } from './lines.ts';
import { UNSPACED, WORD_OR_LETTER } from '../../../text/unspaced.ts';
import { LETTER_OR_DIGIT, wordCount } from '../../../text/words.ts';
import { markdownTables } from './formats.ts';
import { WEB_ADDRESS } from './markup.ts';
import { trimEndWhere } from './trim-end.ts';

const BOLD =
  /(?<![*\\])\*\*(?=\*?[^\s*])(?:(?!\*\*(?!\*))[^\n])+?(?<=\S)\*\*(?!\*)|(?<![_\p{L}\p{N}\\])__(?=\S)[^_\n]+?(?<=\S)__(?![\p{L}\p{N}_])/gu;
const ITALIC =
  /(?<![*\\])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?!\*)|(?<![_\p{L}\p{N}\\])_(?=[^\s_])[^_\n]+?(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
/** Square brackets that are no link, no footnote, no checkbox; single braces around a name and double braces; angle brackets in capitals; blanks to fill in; what writers put where text is still to come. */
const OTHER_PLACEHOLDER = String.raw`\{\{[^{}\n]+\}\}|(?<![{$])\{\p{L}[\p{L}\p{N}_ -]*\}(?!\})|<[A-Z][A-Z _-]+>|_{3,}|\b(?:TODO|TBD|TBA|FIXME)\b|\b[Ll]orem [Ii]psum\b`;
const PLACEHOLDER = new RegExp(String.raw`(?<!!)\[(?![ xX]\]|\^|\d+\])[^\]\n[]+\](?!\()|${OTHER_PLACEHOLDER}`, 'gu');
/** Square brackets without a capital, as in "[sic]" and JSON, or attached to what is beside them may mean something else. */
const SURE_PLACEHOLDER = new RegExp(
  String.raw`(?<![\p{L}\p{N}\])!])\[(?![xX]\]|\p{Ll})\p{L}[^\]\n[]*\](?![([:\p{L}])|${OTHER_PLACEHOLDER}`,
  'gu',
);
/** Signs that are text by default (©, ™, ✓) are emoji only when marked so. */
const EMOJI =
  /(?:\p{RI}\p{RI}|[#*0-9]\u{FE0F}?\u{20E3}|(?:\p{Emoji_Presentation}|(?![©®™‼⁉ℹ↔-↪▪▫▶◀◻-◾✓-✖])\p{Extended_Pictographic}|\p{Extended_Pictographic}(?=\u{FE0F}))(?:\u{FE0F}|\p{EMod})?(?:\u{200D}\p{Extended_Pictographic}(?:\u{FE0F}|\p{EMod})?)*)/gu;
const HASHTAG = /(?<![\p{L}\p{N}#&/])#[\p{L}_][\p{L}\p{N}_]*/gu;
const MENTION = /(?<![\p{L}\p{N}@./])@[\p{L}_][\p{L}\p{N}_.-]*/gu;
/** A possessive ("the baker's oven") is none, nor is an ordinary "'s" after a noun. */
const CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|m|d)|(?:it|he|she|that|there|here|what|who|where|how|when|why|let|this|everything|something|nothing|everyone|someone)['’]s|y['’]all|['’]tis|o['’]clock|ma['’]am)(?![\p{L}\p{N}])/giu;
/** Two letters or more; "I" and "A" stand in capitals anyway. */
const CAPITAL_WORD = /(?<![\p{L}\p{N}])(?=\p{Lu}[^\p{L}\s]*\p{Lu})[\p{Lu}\p{N}'’-]*(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu;

const QUESTION_MARK = /[?？﹖؟⸮፧‽⁇⁈⁉]/u;

/** A question mark after the last letter or digit; the Armenian one stands within a word, and the Greek one looks like a semicolon. */
function isQuestion(sentence: string): boolean {
  const said = trimEndWhere(sentence, /[^\p{L}\p{N}]/u);
  const marks = sentence.slice(said.length);
  if (QUESTION_MARK.test(marks) || sentence.includes('՞')) return true;
  return marks.includes(';') && /\p{Script=Greek}$/u.test(said);
}

/** The end of an address in round brackets, and of a title in quotes after it. */
const LINK_TITLE = /\s+"[^"]*"\)/uy;
const LINK_TEXT = /(?<!!)\[[^[\]\n]+\]\(/gu;
const ADDRESS_END = /[)\s]/gu;

/** `[words](address)` and `[words](address "title")`, each where it stands. */
function markdownLinks(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let addressEnd = -1;
  for (const { index, 0: opening } of text.matchAll(LINK_TEXT)) {
    const from = index + opening.length;
    if (addressEnd < from) {
      ADDRESS_END.lastIndex = from;
      addressEnd = ADDRESS_END.exec(text)?.index ?? text.length;
    }
    if (addressEnd === from || addressEnd === text.length) continue;
    LINK_TITLE.lastIndex = addressEnd;
    if (text.charAt(addressEnd) === ')') found.push({ start: index, end: addressEnd + 1 });
    else if (LINK_TITLE.test(text)) found.push({ start: index, end: LINK_TITLE.lastIndex });
  }
  return found;
}

/** A Markdown link and the address inside it are one link. */
function countLinks(text: string): number {
  const links = markdownLinks(text);
  let at = 0;
  const others = links.map(({ start, end }) => {
    const between = text.slice(at, Math.max(at, start));
    at = Math.max(at, end);
    return between;
  });
  return links.length + count([...others, text.slice(at)].join(' '), WEB_ADDRESS);
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Two numbers where the text can be read in two ways. */
export interface CountRange {
  readonly least: number;
  readonly most: number;
}

const between = (a: number, b: number): CountRange => ({ least: Math.min(a, b), most: Math.max(a, b) });

function ofKind(text: string, ...kinds: LineKind[]): CountRange {
  const lines = linesOf(text).filter((line) => kinds.includes(line.kind));
  return between(lines.filter((line) => line.mayBeText !== true).length, lines.length);
}

export function countUnit(unit: Unit, text: string): CountRange {
  const found = COUNTERS[unit](text);
  return typeof found === 'number' ? between(found, found) : found;
}

const COUNTERS: Readonly<Record<Unit, (text: string) => number | CountRange>> = {
  words: countWords,
  sentences: (text) => between(sentencesOf(text, 'fewest').length, sentencesOf(text, 'most').length),
  paragraphs: (text) => paragraphsOf(text).length,
  lines: (text) => linesOf(text).filter(({ kind }) => kind !== 'blank').length,
  characters: countCharacters,
  'list items': (text) => ofKind(text, 'bullet', 'numbered'),
  bullets: (text) => ofKind(text, 'bullet'),
  'numbered items': (text) => ofKind(text, 'numbered'),
  headings: (text) => ofKind(text, 'heading'),
  tables: (text) => markdownTables(text).length,
  'table rows': (text) => markdownTables(text).reduce((sum, { rows }) => sum + rows.length, 0),
  'table columns': (text) => Math.max(0, ...markdownTables(text).map(({ header }) => header.length)),
  'code blocks': (text) => linesOf(text).filter(({ opensCode }) => opensCode).length,
  questions: (text) =>
    between(sentencesOf(text, 'fewest').filter(isQuestion).length, sentencesOf(text, 'most').filter(isQuestion).length),
  placeholders: (text) => between(count(withoutCode(text), SURE_PLACEHOLDER), count(text, PLACEHOLDER)),
  links: countLinks,
  'email addresses': (text) => count(text, EMAIL),
  hashtags: (text) => between(count(withoutCode(text), HASHTAG), count(text, HASHTAG)),
  mentions: (text) => {
    const plain = text.replace(EMAIL, ' ');
    return between(count(withoutCode(plain), MENTION), count(plain, MENTION));
  },
  emoji: (text) => count(text, EMOJI),
  digits: (text) => count(text, /\p{Nd}/gu),
  numbers: (text) => count(text, NUMBER),
  'capital words': (text) => count(text, CAPITAL_WORD),
  'bold passages': (text) => countEmphasis(withoutCode(text), BOLD),
  'italic passages': (text) =>
    countEmphasis(
      withoutCode(text).replace(BOLD, (passage) => passage.slice(2, -2)),
      ITALIC,
    ),
  contractions: (text) => count(text, CONTRACTION),
};

/** Of a script without spaces, each run is at least one word, and each letter at most. */
function countWords(text: string): CountRange {
  const least = wordCount(text);
  if (!UNSPACED.test(text)) return between(least, least);
  const most = text
    .split(/\s+/u)
    .reduce((sum, run) => sum + (UNSPACED.test(run) ? count(run, WORD_OR_LETTER) : wordCount(run)), 0);
  return between(least, most);
}

/** Stars between letters or digits on both sides may be times or powers: "2**3**4". */
function countEmphasis(text: string, pattern: RegExp): CountRange {
  const passages = [...text.matchAll(pattern)];
  const within = passages.filter(({ 0: passage, index }) =>
    [text.charAt(index - 1), text.charAt(index + passage.length)].every(
      (beside) => LETTER_OR_DIGIT.test(beside) && !UNSPACED.test(beside),
    ),
  );
  return between(passages.length - within.length, passages.length);
}

export function countCharacters(text: string): number {
  const trimmed = text.trim();
  return trimmed.length - count(trimmed, /\r\n|[\u{10000}-\u{10FFFF}]/gu);
}

/** Each once. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(text.match(PLACEHOLDER))];
}

/** "3 words", or "1 to 3 words". */
export function countedUnits({ least, most }: CountRange, unit: Unit): string {
  return `${least === most ? most : `${least} to ${most}`} ${most === 1 ? unit.replace(/(?<=ss)es$|s$/u, '') : unit}`;
}
