/** What agents are shown: tasks, pages, responses and lists, each as data that no text in it can leave. */
import { languageOf } from '../../domain/language.ts';
import type { PromptText } from '../../domain/model.ts';
import type { Task } from '../../domain/task.ts';
import { printableLine } from '../../text/printable.ts';
import { fence, trusted } from '../fence.ts';
import type { ShortIds } from './short-ids.ts';
import { shownText } from './wording.ts';

/**
 * Longest context shown, in UTF-16 units (about 1,500 tokens): it stands in every call, so one of full length
 * (100,000 units) would cost more than all the pages. What is left out is its middle.
 */
export const MAX_SHOWN_CONTEXT_CHARS = 6_000;
/** Who reads and what for tends to stand first; the rest of the room goes to the end. */
const HEAD_SHARE = 2 / 3;

/** @param task null in judging, where nobody may have said what the responses answer */
export function fenceTask(task: Task | null): PromptText {
  if (task === null) return trusted('The instruction is not known.');
  const { instruction, context } = task;
  const about =
    context === null || context.trim() === ''
      ? trusted('No context was given.')
      : fence('context', shortened(context.trim()));
  return trusted(`${fence('instruction', instruction)}\n${about}`);
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
  /** Those of its passages that are shown, verbatim. */
  readonly passages: readonly string[];
}

const MAX_FIELD_CHARS = 200;
/** Stands where text was left out. */
const GAP = '\n[…]\n';

/** What is known of the page stands first, as one line of JSON: no title can pass for another field or another line. */
export function fencePage(label: string, page: PageView): PromptText {
  const { host, title, byline, publishedOn } = page;
  const field = (text: string | null) =>
    text === null ? undefined : printableLine(shownText(text)).slice(0, MAX_FIELD_CHARS);
  const date = publishedOn ?? undefined;
  const known = JSON.stringify({ host: host ?? undefined, title: field(title), byline: field(byline), date });
  return fence(label, `${known}\n${shownText(page.passages.join(GAP))}`);
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

/** What judges compare with. @param reference null: there is none */
export function fenceReference(reference: string | null): PromptText {
  return reference === null ? trusted('No reference is given.') : fenceResponse(reference, 'reference');
}

/** One line per item, opened by its id: no item can begin a line, and none knows the ids (`shortIds`). */
export function fencedList(label: string, shown: ShortIds<{ readonly text: string }>['shown']): PromptText {
  return fence(label, shown.map(({ shortId, item }) => `${shortId}: ${printableLine(item.text)}`).join('\n'));
}

/** Items with lines of their own below them, indented: no line can begin as an item does. */
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

/** The same for items that nobody cites: one line each. */
export function fencedLines(label: string, texts: readonly string[]): PromptText {
  return fence(label, texts.map(printableLine).join('\n'));
}

/** As a prompt names it. @param code ISO 639-3 @throws Error (a bug of the caller) where it is none of ours */
export function languageName(code: string): PromptText {
  const language = languageOf(code);
  if (language === null) throw new Error(`“${code}” is none of our languages.`);
  return trusted(language.name);
}

/** What the prompts of judges call the two forms of an answer; both are explained there, so that their text stays the same. */
export function answerForm(analysis: boolean): PromptText {
  return trusted(analysis ? 'analysed' : 'bare');
}
