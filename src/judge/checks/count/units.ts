/** How each unit is counted. */
import type { Unit } from '../../../domain/check.ts';
import * as inline from './inline.ts';
import { linesOf, type LineKind } from './lines.ts';
import { paragraphsOf, sentencesOf, wordsOf } from './parts.ts';
import { markdownTables } from './tables.ts';

const ofKind = (text: string, ...kinds: LineKind[]): number =>
  linesOf(text).filter((line) => kinds.includes(line.kind)).length;
const sentencesEndingIn = (text: string, end: RegExp): number =>
  sentencesOf(text).filter((sentence) => end.test(sentence)).length;

const COUNTERS: Readonly<Record<Unit, (text: string) => number>> = {
  words: (text) => wordsOf(text).length,
  sentences: (text) => sentencesOf(text).length,
  paragraphs: (text) => paragraphsOf(text).length,
  lines: (text) => linesOf(text).filter(({ kind }) => kind !== 'blank').length,
  characters: (text) => Array.from(text.trim().replace(/\r\n/gu, '\n')).length,
  'list items': (text) => ofKind(text, 'bullet', 'numbered'),
  bullets: (text) => ofKind(text, 'bullet'),
  'numbered items': (text) => ofKind(text, 'numbered'),
  headings: (text) => ofKind(text, 'heading'),
  tables: (text) => markdownTables(text).length,
  'table rows': (text) => markdownTables(text).reduce((sum, { rows }) => sum + rows.length, 0),
  'table columns': (text) => Math.max(0, ...markdownTables(text).map(({ header }) => header.length)),
  'code blocks': (text) => Math.ceil(ofKind(text, 'fence') / 2),
  questions: (text) => sentencesEndingIn(text, /[?？][^\p{L}\p{N}]*$/u),
  placeholders: inline.placeholders,
  links: inline.links,
  'email addresses': inline.emails,
  hashtags: inline.hashtags,
  mentions: inline.mentions,
  emoji: inline.emoji,
  digits: (text) => inline.count(text, /\p{Nd}/gu),
  numbers: inline.numbers,
  'capital words': inline.capitalWords,
  'bold passages': inline.bold,
  'italic passages': inline.italic,
  contractions: inline.contractions,
};

export function countUnits(unit: Unit, text: string): number {
  return COUNTERS[unit](text);
}

/** "1 list item", "3 list items". */
export function countedUnits(count: number, unit: Unit): string {
  return `${count} ${count === 1 ? unit.replace(/(?<=ss)es$|s$/u, '') : unit}`;
}
