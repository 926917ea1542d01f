/** The parts of a response: paragraphs, sentences, lines, words, items, headings, its title. */
import { sentences } from '../../../text/sentences.ts';
import type { Part, Place } from '../code-check.ts';
import { blocksOf, isProse, linesOf, type Line } from './lines.ts';

const WORD = /[\p{L}\p{N}]/u;

/** Runs without white space that have a letter or a digit. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((run) => WORD.test(run));
}

const said = (lines: readonly Line[]): string => lines.map((line) => line.text).join('\n');

/** Blocks apart by blank lines; a heading, a divider or a title in angle brackets is no paragraph. */
export function paragraphsOf(text: string): string[] {
  return blocksOf(linesOf(text))
    .map((block) => block.filter(isProse))
    .filter((block) => block.length > 0 && !(block.length === 1 && ANGLE_TITLE.test(block[0]?.text ?? '')))
    .map(said);
}

/** Sentences of prose; a list item counts for what it says. */
export function sentencesOf(text: string): string[] {
  const prose = linesOf(text)
    .filter((line) => isProse(line) && line.kind !== 'fence' && line.kind !== 'code')
    .map((line) => line.content)
    .join('\n');
  return sentences(prose).filter((sentence) => WORD.test(sentence));
}

export const ANGLE_TITLE = /^\s*<<[^<>\n]+>>\s*$/u;
const LABELLED_TITLE = /^\s*(?:title|titel)\s*:\s*(\S.*)$/iu;
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_].*?)(?:\*\*|__)\s*$/u;

/** What stands at the top as a title: a heading, a line in bold or << >>, "Title: …", or a short line without an end. */
export function titleOf(text: string): string | null {
  const lines = linesOf(text);
  const at = lines.findIndex((line) => line.kind !== 'blank');
  const first = lines[at];
  if (first === undefined) return null;
  if (first.kind === 'heading') return first.content;
  const marked = LABELLED_TITLE.exec(first.text)?.[1] ?? BOLD_LINE.exec(first.text)?.[1];
  if (marked !== undefined) return marked.trim();
  if (ANGLE_TITLE.test(first.text)) return first.text.trim().slice(2, -2).trim();
  const next = lines[at + 1];
  const alone = first.kind === 'text' && next?.kind === 'blank' && lines.length > at + 2;
  return alone && isTitleLike(first.content) ? first.content : null;
}

const SUBJECT_LINE =
  /^\s*(?:\*\*|__)?subject(?: line)?(?:\*\*|__)?\s*:(?:\*\*|__)?[ \t]*(?<subject>\S.*?)\s*$/imu;
/** What the subject line of an e-mail says. */
export function subjectOf(text: string): string | null {
  return SUBJECT_LINE.exec(text)?.groups?.['subject'] ?? null;
}
/** A response of one line is the title or subject line that was asked for. */
const onlyLine = (text: string): string | null =>
  !text.trim().includes('\n') && WORD.test(text) ? text.trim() : null;

const MAX_TITLE_WORDS = 12;
const GREETING = /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b/iu;

function isTitleLike(line: string): boolean {
  return wordsOf(line).length <= MAX_TITLE_WORDS && !/[.!?:;,]["”’']?$/u.test(line) && !GREETING.test(line);
}

export function partsOf(part: Part, text: string): string[] {
  const lines = linesOf(text);
  switch (part) {
    case 'sentence':
      return sentencesOf(text);
    case 'paragraph':
      return paragraphsOf(text);
    case 'line':
      return lines.filter((line) => line.kind !== 'blank').map((line) => line.text.trim());
    case 'word':
      return wordsOf(text);
    case 'list-item':
      return lines
        .filter(({ kind }) => kind === 'bullet' || kind === 'numbered')
        .map(({ content }) => content);
    case 'bullet':
      return lines.filter(({ kind }) => kind === 'bullet').map(({ content }) => content);
    case 'numbered-item':
      return lines.filter(({ kind }) => kind === 'numbered').map(({ content }) => content);
    case 'heading':
      return lines.filter(({ kind }) => kind === 'heading').map(({ content }) => content);
  }
}

/** The stretches of the response that a place means; none where the response has no such part. */
export function stretchesOf(place: Place, response: string): string[] {
  switch (place.where) {
    case 'response':
      return [response];
    case 'title': {
      const line = onlyLine(response);
      const title = titleOf(response) ?? (line !== null && isTitleLike(line) ? line : null);
      return title === null ? [] : [title];
    }
    case 'subject-line': {
      const subject = subjectOf(response) ?? onlyLine(response);
      return subject === null ? [] : [subject];
    }
    case 'nth': {
      const stretch = partsOf(place.part, response).at(place.nth > 0 ? place.nth - 1 : place.nth);
      return stretch === undefined ? [] : [stretch];
    }
    case 'any':
    case 'each':
      return partsOf(place.part, response);
  }
}
