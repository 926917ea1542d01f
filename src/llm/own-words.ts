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
const PAIRED = [/`|~~~/gu, /["“”„＂]/gu, /[«»‹›]/gu, /[〈-】〔-〛〝-〟﹁-﹄｢｣]/gu, /<\/?blockquote>/giu];
/** What follows such a line, up to the next paragraph but one, may be quoted, unless the line is a heading. */
const INTRODUCES = /^ {0,3}>|[:：—–][\s*]*$/u;
const HEADED = /^ {0,3}(?:#+ |\*\*[^*]+\*\*:?\s*$)/u;
const EMPHASIS = /\*+|^ {0,3}(?:#+|[-+]) /gu;
/** Of an answer that stands in a fence as a whole. */
const FENCED = /^```\w*\n([^`]*)\n```$/u;
/** With a brace somewhere, a mark of JSON. */
const JSON_MARK = /"|'\s*[,:}\]]/u;
/** What judges call a text that they compare. */
export const NOUN = '(?:output|response|answer|assistant|option|model|candidate|text|completion|version)';
/** Names of what a judge states. */
export const STATED = `(?:verdict|answer|decision|judge?ment|rating|score|result|choice|conclusion|winner|preference|grade|better ${NOUN})`;
export const LABEL = `(?:(?:the|my) )?(?:(?:final|overall|total) )?${STATED}`;
const HEADING = new RegExp(`^${LABEL}:?$`, 'iu');

export interface OwnLines {
  readonly first: string;
  /** Empty where it may be part of a quotation. */
  readonly last: string;
  readonly all: readonly string[];
  /** True: by its form, the first line is a heading. */
  readonly isHeaded: boolean;
}

/**
 * The lines of which the first and the last are where a judge may state its verdict, without emphasis and runs of spaces.
 * Null where JSON or the end of reasoning stands in the answer: in what is left of these, anything may be quoted.
 */
export function ownLines(raw: string): OwnLines | null {
  const answer = stripReasoning(raw).trim().replace(FENCED, '$1');
  if ((/[{}]/u.test(answer) && JSON_MARK.test(answer)) || CLOSING.test(answer)) return null;
  const lines = answer.split('\n');
  const passage = lines.findLastIndex((line) => line.trim() === '');
  const before = lines.slice(0, Math.max(passage, 0)).findLast((line) => line.trim() !== '') ?? '';
  const isQuoted =
    PAIRED.some((marks) => (answer.match(marks)?.length ?? 0) % 2 === 1) ||
    [before, ...lines.slice(passage + 1, -1)].some(
      (line) => INTRODUCES.test(line) && !HEADED.test(line) && !HEADING.test(plain(line)),
    );
  const all = lines.filter((line) => line.trim() !== '').map(plain);
  return {
    first: all[0] ?? '',
    last: isQuoted ? '' : (all.at(-1) ?? ''),
    all,
    isHeaded: HEADED.test(answer.split('\n', 1)[0] ?? ''),
  };
}

/** Nothing of a line that is indented as code is. */
function plain(line: string): string {
  return /^(?: {4}|\t)/u.test(line) ? '' : line.replace(EMPHASIS, '').replace(/\s+/gu, ' ').trim();
}
