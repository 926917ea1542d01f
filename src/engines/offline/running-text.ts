/** Reads an instruction as its writer saw it: without markup, hard line breaks and pasted data. */
import { isFull, isHeading, isListItem, unwrappedLines } from '../../text/line-breaks.ts';

/** Characters that only format, and tags of HTML. */
const INVISIBLE = /\p{Cf}/gu;
const TAG = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?>/giu;

export function withoutMarkup(instruction: string): string {
  return instruction
    .replaceAll(INVISIBLE, '')
    .replaceAll(TAG, ' ')
    .replaceAll(/[^\S\r\n]+/gu, ' ');
}

/** @param opensRequest whether a line is a sentence of its own although it begins in lower case */
export function runningText(instruction: string, opensRequest: (line: string) => boolean): string {
  const lines = unwrappedLines(
    withoutMarkup(instruction),
    (before, line) => (/^\p{Ll}/u.test(line) || isFull(before)) && !opensRequest(line),
  );
  // Items are data where other text stands beside them.
  const isBeside = lines.some((line) => line !== '' && !isListItem(line) && !isHeading(line));
  return lines.filter((line) => !isBeside || !isListItem(line)).join('\n');
}
