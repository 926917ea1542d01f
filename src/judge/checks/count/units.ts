/** How each unit is counted. */
import type { Unit } from '../../../domain/check.ts';
import { type LineKind, linesOf, paragraphsOf, sentencesOf } from './lines.ts';
import { wordCount } from '../../../text/words.ts';
import { markdownTables } from './formats.ts';
import { trimEndWhere } from './trim-end.ts';

const BOLD =
  /(?<![*\\])\*\*(?=\S)(?:(?!\*\*)[^\n])+?(?<=\S)\*\*(?!\*)|(?<![_\p{L}\p{N}\\])__(?=\S)[^_\n]+?(?<=\S)__(?![\p{L}\p{N}_])/gu;
const ITALIC =
  /(?<![*\\])\*(?=[^\s*])[^*\n]+?(?<=[^\s*])\*(?!\*)|(?<![_\p{L}\p{N}\\])_(?=[^\s_])[^_\n]+?(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)[^\s<>()\]"']*[^\s<>()\]"'.,;:!?]/giu;
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
/** Square brackets that are no link, no footnote, no checkbox; single braces around a name and double braces; angle brackets in capitals; blanks to fill in; what writers put where text is still to come. */
const PLACEHOLDER =
  /(?<!!)\[(?![ xX]\]|\^|\d+\])[^\]\n[]+\](?!\()|\{\{[^{}\n]+\}\}|(?<![{$])\{\p{L}[\p{L}\p{N}_ -]*\}(?!\})|<[A-Z][A-Z _-]+>|_{3,}|\b(?:TODO|TBD|TBA|FIXME)\b|\b[Ll]orem [Ii]psum\b/gu;
/** Signs that are text by default (©, ™, ✓) are emoji only when marked so. */
const EMOJI =
  /(?:\p{RI}\p{RI}|[#*0-9]\u{FE0F}?\u{20E3}|(?:\p{Emoji_Presentation}|(?![©®™‼⁉ℹ↔-↪▪▫▶◀◻-◾✓-✖])\p{Extended_Pictographic}|\p{Extended_Pictographic}(?=\u{FE0F}))(?:\u{FE0F}|\p{EMod})?(?:\u{200D}\p{Extended_Pictographic}(?:\u{FE0F}|\p{EMod})?)*)/gu;
const HASHTAG = /(?<![\p{L}\p{N}#&/])#[\p{L}_][\p{L}\p{N}_]*/gu;
const MENTION = /(?<![\p{L}\p{N}@.])@[\p{L}_][\p{L}\p{N}_.-]*/gu;
/** A possessive ("the baker's oven") is none, nor is an ordinary "'s" after a noun. */
const CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|m|d)|(?:it|he|she|that|there|here|what|who|where|how|when|why|let|this|everything|something|nothing|everyone|someone)['’]s|y['’]all|['’]tis|o['’]clock|ma['’]am)(?![\p{L}\p{N}])/giu;
/** Two letters or more; "I" and "A" stand in capitals anyway. */
const CAPITAL_WORD = /(?<![\p{L}\p{N}])(?=\p{Lu}[^\p{L}\s]*\p{Lu})[\p{Lu}\p{N}'’-]*(?![\p{L}\p{N}])/gu;
const NUMBER = /(?<![\p{L}\p{N}])\p{Nd}+(?:[.,:/]\p{Nd}+)*/gu;

/** A question mark after the last letter or digit. */
function isQuestion(sentence: string): boolean {
  const marks = sentence.slice(trimEndWhere(sentence, /[^\p{L}\p{N}]/u).length);
  return /[?？]/u.test(marks);
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

const ofKind = (text: string, ...kinds: LineKind[]): number =>
  linesOf(text).filter((line) => kinds.includes(line.kind)).length;
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

export const COUNTERS: Readonly<Record<Unit, (text: string) => number>> = {
  words: wordCount,
  sentences: (text) => sentencesOf(text).length,
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
  'code blocks': (text) => Math.ceil(ofKind(text, 'fence') / 2),
  questions: (text) => sentencesOf(text).filter(isQuestion).length,
  placeholders: (text) => count(text, PLACEHOLDER),
  links: countLinks,
  'email addresses': (text) => count(text, EMAIL),
  hashtags: (text) => count(text, HASHTAG),
  mentions: (text) => count(text.replace(EMAIL, ' '), MENTION),
  emoji: (text) => count(text, EMOJI),
  digits: (text) => count(text, /\p{Nd}/gu),
  numbers: (text) => count(text, NUMBER),
  'capital words': (text) => count(text, CAPITAL_WORD),
  'bold passages': (text) => count(text, BOLD),
  'italic passages': (text) => count(text.replace(BOLD, ' '), ITALIC),
  contractions: (text) => count(text, CONTRACTION),
};

function countCharacters(text: string): number {
  const trimmed = text.trim();
  return trimmed.length - count(trimmed, /\r\n|[\u{10000}-\u{10FFFF}]/gu);
}

/** Each once. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(text.match(PLACEHOLDER))];
}

export function countedUnits(count: number, unit: Unit): string {
  return `${count} ${count === 1 ? unit.replace(/(?<=ss)es$|s$/u, '') : unit}`;
}
