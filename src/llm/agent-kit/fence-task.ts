/** The writing task as data for a prompt. */
import type { PromptText } from '../../domain/model.ts';
import type { Task } from '../../domain/task.ts';
import { fence, trusted } from '../fence.ts';

/**
 * Longest context shown, in UTF-16 units (about 1,500 tokens): it stands in every call, so one of full length
 * (100,000 units) would cost more than all the pages. What is left out is its middle.
 */
export const MAX_SHOWN_CONTEXT_CHARS = 6_000;
/** Who reads and what for tends to stand first; the rest of the room goes to the end. */
const HEAD_SHARE = 2 / 3;

export function fenceTask({ instruction, context }: Task): PromptText {
  const about =
    context === null || context.trim() === ''
      ? trusted('No context was given.')
      : fence('context', shortened(context.trim()));
  return trusted(`${fence('instruction', instruction)}\n${about}`);
}

/** For judging, where nobody may have said what the responses answer. */
export function fenceKnownTask(task: Task | null): PromptText {
  return task === null ? trusted('The instruction is not known.') : fenceTask(task);
}

export function isContextShortened({ context }: Task): boolean {
  return context !== null && context.trim().length > MAX_SHOWN_CONTEXT_CHARS;
}

function shortened(context: string): string {
  if (context.length <= MAX_SHOWN_CONTEXT_CHARS) return context;
  const headChars = Math.round(MAX_SHOWN_CONTEXT_CHARS * HEAD_SHARE);
  const head = context.slice(0, headChars).replace(/[\uD800-\uDBFF]$/, '');
  const tail = context.slice(headChars - MAX_SHOWN_CONTEXT_CHARS).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${context.length - head.length - tail.length} characters left out …]\n${tail}`;
}
