/** How each unit is counted. */
import type { Unit } from '../../../domain/check.ts';
import { countLinks, referencesIn } from './links.ts';
import { type LineKind, linesOf, paragraphsOf, sentencesOf, withoutCode, withPlainEnds } from './lines.ts';
import { UNSPACED, WORD_OR_LETTER } from '../../../text/unspaced.ts';
import { LETTER_OR_DIGIT, wordCount } from '../../../text/words.ts';
import { markdownTables } from './formats.ts';
import { ADDRESS } from './markup.ts';
import { between, count, type CountRange } from './range.ts';
import { trimEndWhere } from './trim-end.ts';

const BOLD =
  /(?<![*\\])\*\*(?=\*?[^\s*])(?:(?!\*\*(?!\*)|\n\s*\n)[^])+?(?<=\S)\*\*(?!\*)|(?<![_\p{L}\p{N}\\])__(?=\S)(?:(?!\n\s*\n)[^_])+?(?<=\S)__(?![\p{L}\p{N}_])/gu;
const ITALIC =
  /(?<![*\\])\*(?=[^\s*])(?:(?!\n\s*\n)[^*])+?(?<=[^\s*])\*(?!\*)|(?<![_\p{L}\p{N}\\])_(?=[^\s_])(?:(?!\n\s*\n)[^_])+?(?<=[^\s_])_(?![\p{L}\p{N}_])/gu;
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
/** Where the same address is shown, too, it is no second one: `[ann@…](mailto:ann@…)`. */
const LINKED_EMAIL = new RegExp(`(?<=mailto:)${EMAIL.source}`, 'giu');
/** Double braces, angle brackets in capitals, what writers put where text is still to come. */
const MARKED_GAP = String.raw`\{\{[^{}\n]+\}\}|<[A-Z][A-Z _-]+>|\b(?:TODO(?=\s?[:(])|TBD|TBA|FIXME)\b|\b[Ll]orem [Ii]psum\b`;
/** Also what may be: square brackets that are no link, no footnote, no checkbox; single braces that are none of TeX; a divider or emphasis of underscores. */
const PLACEHOLDER = new RegExp(
  String.raw`(?<!!)\[(?![ xX]\]|\^|\d+\])[^\]\n[]+\](?!\()|(?<![{$}^_]|\\\p{L}{1,20})\{\p{L}[\p{L}\p{N}_ -]*\}(?!\})|_{3,}|\bTODO\b|${MARKED_GAP}`,
  'gu',
);
/** Words with a capital in square brackets, with more of a sentence beside them on their line: not a citation, a stage direction or a label. */
const NAME = String.raw`(?<![\p{L}\p{N}\])!])\[(?!X\])\p{Lu}[\p{L} '’/-]*\](?![([:\p{L}])`;
const BLANK = String.raw`(?<![\p{L}\p{N}_])_{3,}(?![\p{L}\p{N}_])`;
const SURE_NAME = new RegExp(String.raw`(?<=[\p{L}\p{N},:] )${NAME}|${NAME}(?=,| \p{Ll})`, 'gu');
const SURE_GAP = new RegExp(`${BLANK}|${MARKED_GAP}`, 'gu');
/** "Best wishes," and below it, as the last of the text, names to be filled in. */
const SIGNATURE = new RegExp(String.raw`(?<=,\n)(?:${NAME}\n?)+$`, 'u');
/** Within quotation marks editors put words of their own in brackets: “I think [Johnson] will win.” */
const QUOTED = /[“„«"][^“”„«»"\n]*[”“»"]/gu;
const LINE_OF_UNDERSCORES = /^[ \t]*_[_ \t]*$/gmu;

function countPlaceholders(whole: string): CountRange {
  const { text } = referencesIn(whole);
  const sure = withoutCode(text).replace(LINE_OF_UNDERSCORES, '');
  const names = sure.replace(QUOTED, '');
  const ofSignature = count(SIGNATURE.exec(names)?.[0] ?? '', /\[/gu);
  return between(count(sure, SURE_GAP) + count(names, SURE_NAME) + ofSignature, count(text, PLACEHOLDER));
}

/** @param unmarked what may be an emoji though it is text by default */
const emojiPattern = (unmarked: string): RegExp =>
  new RegExp(
    String.raw`\p{RI}\p{RI}|[#*0-9]\u{FE0F}?\u{20E3}|(?:\p{Emoji_Presentation}|${unmarked}\p{Extended_Pictographic}(?=\u{FE0F}))(?:\u{FE0F}|\p{EMod})?(?:\u{200D}\p{Extended_Pictographic}(?:\u{FE0F}|\p{EMod})?)*`,
    'gu',
  );
const SURE_EMOJI = emojiPattern('');
/** Signs that are text by default (☎, ♥) may be shown as emoji; those of print (©, ™, ✓) are some only when marked so. */
const EMOJI = emojiPattern(String.raw`(?![©®™‼⁉ℹ↔-↪▪▫▶◀◻-◾✓-✖])\p{Extended_Pictographic}|`);
/** One that begins with a figure, or may be a colour (`#ffffff`), may be none. */
const SURE_HASHTAG =
  /(?<![\p{L}\p{N}#&/="'])#(?!(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\p{L}\p{N}_]))[\p{L}_][\p{L}\p{N}_]*/giu;
const HASHTAG = /(?<![\p{L}\p{N}#&/="'])#(?=[\p{N}_]*\p{L})[\p{L}\p{N}_]+/gu;
const MENTION = /(?<![\p{L}\p{N}@./])@[\p{L}_][\p{L}\p{N}_.-]*/gu;
const CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+n['’]t|\p{L}+['’](?:re|ve|ll|m|d)|(?:it|he|she|that|there|here|what|who|where|how|when|why|let|this|everything|something|nothing|everyone|someone)['’]s|y['’]all|['’]tis|o['’]clock|ma['’]am)(?![\p{L}\p{N}])/giu;
/** "The dog's barking" or "the dog's bowl", "C'mon" or "O'Neil", "'em", "goin'", or a quotation. */
const PERHAPS_CONTRACTION =
  /(?<![\p{L}\p{N}])(?:\p{L}+(?:['’]\p{L}+)+|['’]\p{Ll}+(?!['’])|\p{L}+in['’])(?![\p{L}\p{N}])/giu;
/** "At Ann's.", "of the dog's bowl", "her mother's own": no verb is shortened there. */
const POSSESSIVE =
  /(?<!\p{L})(?!(?:it|he|she|that|there|here|wh\p{L}+|how|let|this|\p{L}+(?:thing|one))['’])(?:\p{L}+['’]s(?=[.;:!?)\]|]|\s+own\b|\s*(?:$|\n\s*\n))|(?<=(?<!\p{L})(?:of|in|on|at|by|for|from|with|to|under|into|about)\s(?:(?:the|an?|this|each|its|their|our|your|my|his|her)\s)?)\p{L}+['’]s(?!\p{L}))/giu;
/** Two letters or more; "I" and "A" stand in capitals anyway, and so does the first letter of "E-Mail". */
const CAPITAL_WORD = /(?<![\p{L}\p{N}])\p{Lu}(?:[\p{N}'’-]*\p{Lu})+(?:[\p{N}'’-]*\p{N})?(?![\p{L}\p{N}])/gu;
/** "U.S.", "Q&A", "I/O": one, or letters. */
const INITIALS = /(?<![\p{L}\p{N}])\p{Lu}(?:[.&/]\p{Lu})+(?![\p{L}\p{N}])/gu;
/** "10 000" and "10'000" are one, or two. */
const NUMBER = /(?<![\p{L}\p{N}])(?:\p{Nd}{1,3}(?:[ \u00A0\u202F'’]\p{Nd}{3})+(?!\p{Nd})|\p{Nd}+)(?:[.,:/]\p{Nd}+)*/gu;
/** Also that in "A4", "USD50", and each of "1,2,3" or "3:1", but not of "1,000". */
const PERHAPS_NUMBER = /\p{Nd}+(?:(?:\.|,(?=\p{Nd}{3}(?!\p{Nd})))\p{Nd}+)*/gu;

const QUESTION_MARK = /[?？﹖؟⸮፧‽⁇⁈⁉]/u;
const QUESTION_MARKS = new RegExp(`${QUESTION_MARK.source}(?:${QUESTION_MARK.source}|[!！])*|՞`, 'gu');

const NO_QUESTION_MARK = new RegExp(`(?!${QUESTION_MARK.source})[^]`, 'u');
const CLOSING = /["'\p{Pe}\p{Pf}\p{Pi}]/u;

/**
 * A question mark after the last letter or digit; the Armenian one stands within a word, and the Greek one looks like a semicolon.
 * With a closing mark behind it, it may be of what is quoted or set aside: “1984 (?).”
 */
function isQuestion(sentence: string): boolean {
  const said = trimEndWhere(sentence, /[^\p{L}\p{N}]/u);
  const marks = sentence.slice(said.length);
  if (QUESTION_MARK.test(marks)) return !CLOSING.test(marks.slice(trimEndWhere(marks, NO_QUESTION_MARK).length));
  return sentence.includes('՞') || (marks.includes(';') && /\p{Script=Greek}$/u.test(said));
}

function ofKind(text: string, ...kinds: LineKind[]): CountRange {
  const lines = linesOf(text).filter((line) => kinds.includes(line.kind));
  return between(lines.filter((line) => line.mayBeText !== true).length, lines.length);
}

/** How HTML writes it; where a text is shown as it is written, it is none. */
const IN_HTML: Partial<Readonly<Record<Unit, RegExp>>> = {
  'list items': /<li[\s>]/giu,
  bullets: /<li[\s>]/giu,
  'numbered items': /<li[\s>]/giu,
  headings: /<h[1-6][\s>]/giu,
  tables: /<table[\s>]/giu,
  'table rows': /<tr[\s>]/giu,
  'table columns': /<t[dh][\s>]/giu,
  'code blocks': /<pre[\s>]/giu,
  paragraphs: /<p[\s>]|(?:<br\s{0,9}\/?>\s{0,9}){2}/giu,
  links: /<a\s/giu,
  'bold passages': /<(?:b|strong)[\s>]/giu,
  'italic passages': /<(?:i|em)[\s>]/giu,
};

export function countUnit(unit: Unit, text: string): CountRange {
  const found = COUNTERS[unit](text);
  const { least, most } = typeof found === 'number' ? between(found, found) : found;
  const inHtml = IN_HTML[unit];
  return { least, most: inHtml === undefined ? most : most + count(withoutCode(text), inHtml) };
}

const COUNTERS: Readonly<Record<Unit, (text: string) => number | CountRange>> = {
  words: countWords,
  sentences: (text) => between(sentencesOf(text, 'fewest').length, sentencesOf(text, 'most').length),
  paragraphs: (text) => between(paragraphsOf(text, 'fewest').length, paragraphsOf(text, 'most').length),
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
    // Also those of headings, of tables, and within a sentence: “Why?” Ann asked.
    between(
      sentencesOf(text, 'fewest').filter(isQuestion).length,
      count(withPlainEnds(withoutCode(text)), QUESTION_MARKS),
    ),
  placeholders: countPlaceholders,
  links: countLinks,
  'email addresses': (text) => {
    // A link to an address that is shown is no further one.
    const said = text.toLowerCase();
    const shown: readonly string[] = said.replace(LINKED_EMAIL, ' ').match(EMAIL) ?? [];
    return shown.length + [...new Set(said.match(LINKED_EMAIL))].filter((address) => !shown.includes(address)).length;
  },
  hashtags: (text) => {
    const said = text.replace(ADDRESS, ' ');
    return between(count(withoutCode(said), SURE_HASHTAG), count(said, HASHTAG));
  },
  mentions: (text) => {
    const plain = text.replace(EMAIL, ' ');
    return between(count(withoutCode(plain), MENTION), count(plain, MENTION));
  },
  emoji: (text) => between(count(text, SURE_EMOJI), count(text, EMOJI)),
  digits: (text) => count(text, /\p{Nd}/gu),
  numbers: (text) => between(count(text, NUMBER), count(text, PERHAPS_NUMBER)),
  'capital words': (text) => {
    const least = count(text, CAPITAL_WORD);
    return between(least, least + count(text, INITIALS));
  },
  'bold passages': (text) => countEmphasis(withoutCode(text), BOLD),
  'italic passages': (text) =>
    countEmphasis(
      withoutCode(text).replace(BOLD, (passage) => passage.slice(2, -2)),
      ITALIC,
    ),
  contractions: (text) => between(count(text, CONTRACTION), count(text.replace(POSSESSIVE, ' '), PERHAPS_CONTRACTION)),
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

/** Stars between letters or digits on both sides may be times or powers: "2**3**4"; those on two lines may not belong together. */
function countEmphasis(text: string, pattern: RegExp): CountRange {
  const passages = [...text.matchAll(pattern)];
  const unsure = passages.filter(
    ({ 0: passage, index }) =>
      passage.includes('\n') ||
      [text.charAt(index - 1), text.charAt(index + passage.length)].every(
        (beside) => LETTER_OR_DIGIT.test(beside) && !UNSPACED.test(beside),
      ),
  );
  return between(passages.length - unsure.length, passages.length);
}

export function countCharacters(text: string): number {
  const trimmed = text.trim();
  return trimmed.length - count(trimmed, /\r\n|[\u{10000}-\u{10FFFF}]/gu);
}

/** Each once. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(referencesIn(text).text.match(PLACEHOLDER))];
}

/** "3 words", or "1 to 3 words". */
export function countedUnits({ least, most }: CountRange, unit: Unit): string {
  return `${least === most ? most : `${least} to ${most}`} ${most === 1 ? unit.replace(/(?<=ss)es$|s$/u, '') : unit}`;
}
