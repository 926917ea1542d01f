/** How each countable is counted. */
import type { Countable, PlainCountable } from '../code-check.ts';
import * as inline from './inline.ts';
import { readJson, typeOf } from './json.ts';
import { linesOf, type LineKind } from './lines.ts';
import { ANGLE_TITLE, paragraphsOf, sentencesOf, subjectOf, titleOf, wordsOf } from './parts.ts';
import { clockTimes, datesAs, datesNotAs, percentages, sumsOfMoney } from './notations.ts';
import { countPhrase } from './phrases.ts';
import { markdownTables, readCsv } from './tables.ts';

const ofKind = (text: string, ...kinds: LineKind[]): number =>
  linesOf(text).filter((line) => kinds.includes(line.kind)).length;

/** Runs of lines of one kind: lists, quotes. Blank lines and lines set further in do not end one. */
function runs(text: string, kind: LineKind): number {
  let found = 0;
  let inside = false;
  for (const line of linesOf(text)) {
    if (line.kind === kind) {
      if (!inside) found += 1;
      inside = true;
    } else if (line.kind !== 'blank' && !/^\s{2,}/u.test(line.text)) inside = false;
  }
  return found;
}

const codeBlocks = (text: string): string[] =>
  linesOf(text)
    .filter(({ kind }) => kind === 'fence')
    .filter((_line, index) => index % 2 === 0)
    .map((line) =>
      line.text
        .replace(/^\s*[`~]+/u, '')
        .trim()
        .toLowerCase(),
    );

const characters = (text: string): number => Array.from(text.trim().replace(/\r\n/gu, '\n')).length;

const COUNTERS: Readonly<Record<PlainCountable, (text: string) => number>> = {
  word: (text) => wordsOf(text).length,
  'distinct-word': (text) =>
    new Set(wordsOf(text).map((word) => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')))
      .size,
  sentence: (text) => sentencesOf(text).length,
  paragraph: (text) => paragraphsOf(text).length,
  line: (text) => linesOf(text).filter((line) => line.kind !== 'blank').length,
  character: characters,
  'character-without-spaces': (text) => Array.from(text.replace(/\s/gu, '')).length,
  letter: (text) => inline.count(text, /\p{L}/gu),
  question: (text) => sentencesOf(text).filter((sentence) => /[?？][^\p{L}\p{N}]*$/u.test(sentence)).length,
  exclamation: (text) =>
    sentencesOf(text).filter((sentence) => /[!！][^\p{L}\p{N}]*$/u.test(sentence)).length,
  'list-item': (text) => ofKind(text, 'bullet', 'numbered'),
  bullet: (text) => ofKind(text, 'bullet'),
  'numbered-item': (text) => ofKind(text, 'numbered'),
  'bulleted-list': (text) => runs(text, 'bullet'),
  'numbered-list': (text) => runs(text, 'numbered'),
  list: (text) => runs(text, 'bullet') + runs(text, 'numbered'),
  checkbox: (text) => inline.count(text, /^\s*(?:[-*+]|\d+[.)])\s+\[[ xX]\]/gmu),
  heading: (text) => ofKind(text, 'heading'),
  subheading: (text) =>
    linesOf(text).filter(({ kind, text: line }) => kind === 'heading' && /^\s*##/u.test(line)).length,
  table: (text) => markdownTables(text).length,
  'table-row': (text) => markdownTables(text).reduce((sum, table) => sum + table.rows.length, 0),
  'table-column': (text) => Math.max(0, ...markdownTables(text).map((table) => table.header.length)),
  'code-block': (text) => codeBlocks(text).length,
  'block-quote': (text) => runs(text, 'quote'),
  divider: (text) => ofKind(text, 'divider'),
  link: inline.links,
  'markdown-link': inline.markdownLinks,
  'web-address': inline.webAddresses,
  'email-address': inline.emails,
  image: inline.images,
  bold: inline.bold,
  italic: inline.italic,
  highlight: (text) => inline.bold(text) + inline.italic(text),
  placeholder: inline.placeholders,
  title: (text) => (titleOf(text) === null ? 0 : 1),
  'subject-line': (text) => (subjectOf(text) === null ? 0 : 1),
  'angle-title': (text) => linesOf(text).filter((line) => ANGLE_TITLE.test(line.text)).length,
  emoji: inline.emoji,
  hashtag: inline.hashtags,
  mention: inline.mentions,
  digit: (text) => inline.count(text, /\p{Nd}/gu),
  number: inline.numbers,
  'all-capital-word': inline.capitalWords,
  'capital-letter': (text) => inline.count(text, /\p{Lu}/gu),
  'lower-case-letter': (text) => inline.count(text, /\p{Ll}/gu),
  contraction: inline.contractions,
  postscript: inline.postscripts,
  'closing-postscript': inline.closingPostscripts,
  quotation: inline.quotations,
  parenthesis: inline.parentheses,
  markdown: (text) =>
    ofKind(text, 'heading', 'bullet', 'numbered', 'quote', 'fence') +
    inline.bold(text) +
    inline.italic(text) +
    inline.links(text) +
    markdownTables(text).length,
  'json-entry': (text) => {
    const document = readJson(text);
    return document === undefined ? 0 : Object.keys(document).length;
  },
  'csv-row': (text) => Math.max(0, (readCsv(text.trim())?.length ?? 0) - 1),
  'csv-column': (text) => readCsv(text.trim())?.[0]?.length ?? 0,
  percentage: percentages,
  money: sumsOfMoney,
  'clock-time': clockTimes,
  'blank-line': (text) => ofKind(text, 'blank'),
  footnote: inline.footnotes,
  'phone-number': inline.phoneNumbers,
  'closing-hashtag': (text) => inline.hashtags(inline.CLOSING_HASHTAGS.exec(text)?.[0] ?? ''),
  'closing-emoji': (text) => inline.emoji(inline.CLOSING_EMOJI.exec(text)?.[0] ?? ''),
};

export function countIn(text: string, of: Countable): number {
  switch (of.what) {
    case 'phrase':
      return countPhrase(text, of.phrase);
    case 'given-letter':
      return Array.from(text.toLowerCase()).filter((letter) => letter === of.letter.toLowerCase()).length;
    case 'mark':
      return of.marks.reduce((sum, mark) => sum + text.split(mark).length - 1, 0);
    case 'heading-of-level':
      return linesOf(text).filter(
        ({ kind, text: line }) => kind === 'heading' && /^\s*(#+)/u.exec(line)?.[1]?.length === of.level,
      ).length;
    case 'labelled-part':
      return labelledParts(text, of.label);
    case 'code-block-in':
      return codeBlocks(text).filter((language) => language.split(/\s/u)[0] === of.language).length;
    case 'divided-part':
      return dividedParts(text, of.divider);
    case 'date-as':
      return datesAs(text, of.layout);
    case 'date-not-as':
      return datesNotAs(text, of.layout);
    case 'json-entry-of':
      return Object.values(readJson(text) ?? {}).filter((value) => typeOf(value) === of.type).length;
    case 'tagged':
      return inline.tagged(text, of.tag);
    default:
      return COUNTERS[of.what](text);
  }
}

function labelledParts(text: string, label: string): number {
  const escaped = label.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
  return inline.count(
    text,
    new RegExp(`^[\\s#*_]*${escaped}\\s*(?:\\d+|[A-Z]|[IVXL]+)(?![\\p{L}\\p{N}])`, 'gimu'),
  );
}

function dividedParts(text: string, divider: string): number {
  const parts: string[][] = [[]];
  for (const line of text.split(/\r\n?|\n/u)) {
    if (line.trim().replace(/\s/gu, '') === divider.replace(/\s/gu, '')) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.join('').trim() !== '').length;
}
