/** Inputs of agents as fenced data: tasks, pages, responses and lists. */
import { languageOf } from '../../domain/language.ts';
import type { PromptText } from '../../domain/model.ts';
import type { Task } from '../../domain/task.ts';
import { printableLine } from '../../text/printable.ts';
import { fence, trusted } from '../fence.ts';
import type { ShortIds } from './short-ids.ts';
import { shownText } from './wording.ts';

/**
 * Limit of the context in a prompt: about 1,500 tokens. Every call contains it, so a context of full length (100,000
 * UTF-16 units) would cost more than all pages. A longer one loses its middle.
 */
export const MAX_SHOWN_CONTEXT_CHARS = 6_000;
/** Share of the start: readers and purpose tend to come first. */
const HEAD_SHARE = 2 / 3;

/** @param task null in judging if the task is unknown */
export function fenceTask(task: Task | null): PromptText {
  return task === null ? fenceInstruction(task) : trusted(`${fenceInstruction(task)}\n${fenceContext(task)}`);
}

export function fenceInstruction(task: Task | null): PromptText {
  return task === null ? trusted('The instruction is not known.') : fence('instruction', task.instruction);
}

export function fenceContext(task: Task | null): PromptText {
  const context = task?.context?.trim() ?? '';
  return context === '' ? trusted('No context was given.') : fence('context', shortened(context));
}

export function isContextShortened(task: Task | null): boolean {
  return (task?.context?.trim() ?? '').length > MAX_SHOWN_CONTEXT_CHARS;
}

function shortened(context: string): string {
  if (context.length <= MAX_SHOWN_CONTEXT_CHARS) return context;
  const headChars = Math.round(MAX_SHOWN_CONTEXT_CHARS * HEAD_SHARE);
  const head = context.slice(0, headChars).replace(/[\uD800-\uDBFF]$/, '');
  const tail = context.slice(headChars - MAX_SHOWN_CONTEXT_CHARS).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n[… ${context.length - head.length - tail.length} characters left out …]\n${tail}`;
}

export interface PageView {
  readonly host: string | null;
  readonly title: string | null;
  readonly byline: string | null;
  readonly publishedOn: string | null;
  /** The selected passages, verbatim. */
  readonly passages: readonly string[];
}

const MAX_FIELD_CHARS = 200;
const GAP = '\n[…]\n';

/** The metadata comes first, as one line of JSON: a title cannot imitate another field or line. */
export function fencePage(label: string, page: PageView): PromptText {
  const { host, title, byline, publishedOn } = page;
  const field = (text: string | null) =>
    text === null ? undefined : printableLine(shownText(text)).slice(0, MAX_FIELD_CHARS);
  const date = publishedOn ?? undefined;
  const metadata = JSON.stringify({ host: host ?? undefined, title: field(title), byline: field(byline), date });
  return fence(label, `${metadata}\n${shownText(page.passages.join(GAP))}`);
}

export interface ResponseToTask {
  /** Null where nobody said what it answers. */
  readonly task: Task | null;
  readonly response: string;
}

/** A response that is judged, in full. */
export function fenceResponse(response: string, label = 'response'): PromptText {
  return fence(label, response);
}

/** @param reference null: none */
export function fenceReference(reference: string | null): PromptText {
  return reference === null ? trusted('No reference is given.') : fenceResponse(reference, 'reference');
}

/** One line per item, with its short id first. An item cannot start a new line, and does not know the ids. */
export function fencedList(label: string, shown: ShortIds<{ readonly text: string }>['shown']): PromptText {
  return fence(label, shown.map(({ shortId, item }) => `${shortId}: ${printableLine(item.text)}`).join('\n'));
}

/** Items with indented lines below them: such a line cannot look like an item. */
export function fencedOutline(
  label: string,
  items: readonly { readonly head: string; readonly below: readonly string[] }[],
): PromptText {
  const lines = items.flatMap(({ head, below }) => [
    printableLine(head),
    ...below.map((line) => `  ${printableLine(shownText(line))}`),
  ]);
  return fence(label, lines.join('\n'));
}

/** One line per text, without ids. */
export function fencedLines(label: string, texts: readonly string[]): PromptText {
  return fence(label, texts.map(printableLine).join('\n'));
}

/** @param code ISO 639-3 @throws Error (a bug of the caller) for an unsupported language */
export function languageName(code: string): PromptText {
  const language = languageOf(code);
  if (language === null) throw new Error(`Unsupported language “${code}”.`);
  return trusted(language.name);
}

/** Name of the answer form in the judges' prompts. The prompts explain both forms, so that their text stays the same. */
export function answerForm(analysis: boolean): PromptText {
  return trusted(analysis ? 'analysed' : 'bare');
}
