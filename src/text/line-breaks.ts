/** Undoes hard line breaks: those that a person or a mail program made within a sentence. */

/** A line of this length may have had no room for the next word. */
const FULL_LINE_CHARS = 50;
/** "a)", "ii.", "3.", "-", and what Word pastes: "o" and a tab; not "i. e.". */
const LIST_ITEM = /^(?![a-z]\.\s[a-z]\.)(?:(?:[-*+•–—]|\(?(?:\d{1,3}|[a-z]|[ivx]{2,5})[.)])(?:\s|$)|[>|]|\S\t)/iu;
/** "Topic: …" */
const LABEL = /^\p{Lu}[\p{L}\p{N}]*(?: [\p{L}\p{N}]+){0,2}:/u;
const SENTENCE_END = /[\p{Sentence_Terminal}:;]["'*_\p{Pe}\p{Pf}\p{Pi}]*$/u;

export function isListItem(line: string): boolean {
  return LIST_ITEM.test(line);
}

export function isHeading(line: string): boolean {
  return line.startsWith('#');
}

export function isFull(line: string): boolean {
  return line.length >= FULL_LINE_CHARS;
}

/**
 * The lines of a text, trimmed; each that continues the one before is joined to it.
 * @param continues whether `line` continues `before`: asked where no mark keeps them apart
 */
export function unwrappedLines(text: string, continues: (before: string, line: string) => boolean): string[] {
  const lines = text.split(/\r\n?|\n/u).map((line) => line.trim());
  const unwrapped: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1] ?? '';
    const isContinued = !isEnd(before) && !isStart(line) && continues(before, line);
    unwrapped.push(isContinued ? `${unwrapped.pop() ?? ''} ${line}` : line);
  }
  return unwrapped;
}

/** Whether no line goes on after it. */
export function isEnd(line: string): boolean {
  return line === '' || isHeading(line) || SENTENCE_END.test(line);
}

function isStart(line: string): boolean {
  return line === '' || isHeading(line) || isListItem(line) || LABEL.test(line);
}
