/** The parts of a response: paragraphs, sentences, lines, words, items, headings. */
import type { CheckedPart } from '../../../domain/check.ts';
import { sentences } from '../../../text/sentences.ts';
import { blocksOf, isProse, linesOf, type LineKind } from './lines.ts';

const WORD = /[\p{L}\p{N}]/u;

/** Runs without white space that have a letter or a digit. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((run) => WORD.test(run));
}

/** Blocks apart by blank lines; a heading or a divider is no paragraph. */
export function paragraphsOf(text: string): string[] {
  return blocksOf(linesOf(text))
    .map((block) => block.filter(isProse))
    .filter((block) => block.length > 0)
    .map((block) => block.map((line) => line.text).join('\n'));
}

/** Sentences of prose; a list item counts for what it says. */
export function sentencesOf(text: string): string[] {
  const prose = linesOf(text)
    .filter((line) => isProse(line) && line.kind !== 'fence' && line.kind !== 'code')
    .map((line) => line.content)
    .join('\n');
  return sentences(prose).filter((sentence) => WORD.test(sentence));
}

const contentsOf = (text: string, ...kinds: LineKind[]): string[] =>
  linesOf(text)
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ content }) => content);

export function partsOf(part: CheckedPart, text: string): string[] {
  switch (part) {
    case 'sentence':
      return sentencesOf(text);
    case 'paragraph':
      return paragraphsOf(text);
    case 'line':
      return linesOf(text).flatMap((line) => (line.kind === 'blank' ? [] : [line.text.trim()]));
    case 'list item':
      return contentsOf(text, 'bullet', 'numbered');
    case 'heading':
      return contentsOf(text, 'heading');
  }
}
