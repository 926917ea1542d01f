/** Where a model states something itself: after its reasoning, on the first or the last line. */

import { REASONING } from '../text/model-protocol.ts';

const FINAL_CHANNEL = '<|channel|>final<|message|>';

/**
 * Removes leading `<think>…</think>`, `[THINK]…[/THINK]` and the like, everything before a closing tag that is alone on its
 * line and whose opening tag was in the chat template, and all Harmony channels but the final one. Empty if the reasoning
 * never ends. In an answer that begins as JSON such tags are quoted.
 */
export function stripReasoning(text: string): string {
  if (JSON_FIRST.test(text)) return text;
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final !== -1 && CHANNEL_FIRST.test(text)) return text.slice(final + FINAL_CHANNEL.length);
  let from = 0;
  // Search from the end of the last block. Copying the rest for each block would take quadratic time.
  for (;;) {
    OPENING.lastIndex = from;
    const opened = OPENING.exec(text);
    if (opened === null) break;
    const closing = new RegExp(`[<[]/${opened[1] ?? ''}[>\\]]`, 'gi');
    closing.lastIndex = OPENING.lastIndex;
    if (closing.exec(text) === null) return '';
    from = closing.lastIndex;
  }
  for (const { 0: line, index } of text.matchAll(CLOSING_LINE)) from = Math.max(from, index + line.length);
  return text.slice(from);
}
const JSON_FIRST = /^\s*(?:```\w*\s*)?\{/u;
const CHANNEL_FIRST = /^\s*<\|/u;
const OPENING = new RegExp(`\\s*[<[](${REASONING})[>\\]]`, 'iy');
const CLOSING = new RegExp(`[<[]/${REASONING}[>\\]]`, 'i');
const CLOSING_LINE = new RegExp(`^[ \\t]*${CLOSING.source}[ \\t]*$`, 'gim');

/** Marks of which one alone begins a quotation: what follows may be part of it. */
const PAIRED = [/`|~~~/gu, /["“”„]/gu, /[«»]/gu];
/** What follows such a line is quoted, unless the line is a heading of the verdict. */
const INTRODUCES = /^ {0,3}>|:[\s*]*$/u;
const EMPHASIS = /\*+|^ {0,3}#+ /gu;
/** Names of what a judge states. */
export const LABEL = String.raw`(?:(?:the|my) )?(?:(?:final|overall|total) )?(?:verdict|answer|decision|judge?ment|rating|score|result|choice|conclusion|winner|preference|grade)`;
const HEADING = new RegExp(`^${LABEL}:?$`, 'iu');

export interface OwnLines {
  readonly first: string;
  /** Empty where it may be part of a quotation. */
  readonly last: string;
}

/**
 * The two lines where a judge may state its verdict, without emphasis and runs of spaces. Null where braces or the end of
 * reasoning stand in the answer: in what is left of JSON or of reasoning, anything may be quoted.
 */
export function ownLines(raw: string): OwnLines | null {
  const answer = stripReasoning(raw);
  if (/[{}]/u.test(answer) || CLOSING.test(answer)) return null;
  const lines = answer.split('\n').filter((line) => line.trim() !== '');
  const [first = '', before = '', last = ''] = [lines[0], lines.at(-2), lines.at(-1)];
  const isQuoted =
    PAIRED.some((marks) => (answer.match(marks)?.length ?? 0) % 2 === 1) ||
    (INTRODUCES.test(before) && !HEADING.test(plain(before)));
  return { first: plain(first), last: isQuoted ? '' : plain(last) };
}

/** Nothing of a line that is indented as code is. */
function plain(line: string): string {
  return /^(?: {4}|\t)/u.test(line) ? '' : line.replace(EMPHASIS, '').replace(/\s+/gu, ' ').trim();
}
