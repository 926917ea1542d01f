/** Reads an instruction as its writer saw it: without markup, hard line breaks and pasted data. */
import { FULL_LINE_CHARS } from '../../text/sentences.ts';

/** Characters that only format, and tags of HTML. */
const INVISIBLE = /\p{Cf}/gu;
const TAG = /<\/?[a-z][a-z\d]*(?:\s[^<>]*)?>/giu;
const LIST_ITEM = /^\s*(?:[-*+•–—]\s|[>|]|\(?(?:\d{1,3}|[a-z])[.)]\s)/iu;
const HEADING = /^\s*#/u;
/** "Topic: …" */
const LABEL = /^\s*\p{Lu}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+){0,2}:/u;
const END = /[.!?:;]["'”’)*_]{0,3}\s*$/u;

export function withoutMarkup(instruction: string): string {
  return instruction
    .replaceAll(INVISIBLE, '')
    .replaceAll(TAG, ' ')
    .replaceAll(/[^\S\r\n]+/gu, ' ');
}

/** @param opensRequest whether a line is a sentence of its own although it begins in lower case */
export function runningText(instruction: string, opensRequest: (line: string) => boolean): string {
  const lines = withoutMarkup(instruction).split(/\r\n?|\n/u);
  const joined: string[] = [];
  for (const [index, line] of lines.entries()) {
    const isContinued = index > 0 && continues(lines[index - 1] ?? '', line) && !opensRequest(line.trimStart());
    joined.push(isContinued ? `${joined.pop() ?? ''} ${line.trimStart()}` : line);
  }
  // Items are data where other text stands beside them.
  const isItem = (line: string) => LIST_ITEM.test(line);
  const isBeside = joined.some((line) => line.trim() !== '' && !isItem(line) && !HEADING.test(line));
  return joined.filter((line) => !isBeside || !isItem(line)).join('\n');
}

function continues(line: string, next: string): boolean {
  if (line.trim() === '' || next.trim() === '' || END.test(line) || HEADING.test(line)) return false;
  if (LIST_ITEM.test(next) || HEADING.test(next) || LABEL.test(next)) return false;
  return /^\s*\p{Ll}/u.test(next) || line.length >= FULL_LINE_CHARS;
}
