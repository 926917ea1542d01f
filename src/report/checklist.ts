/** A checklist: as a file that can be read again (JSON, YAML, Markdown), or for people. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { printCheck } from '../domain/print-check.ts';
import { itemNote } from '../judge/checklists/item-note.ts';
import { checklistYaml } from '../judge/checklists/write-checklist.ts';
import { vagueWordsIn } from '../judge/vague-wording.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import type { ChecklistFormat, Layout } from './formats.ts';
import { renderer } from './render.ts';
import { list, main, right, section, soft, strong, table, warn, type Row } from './report.ts';
import { plural } from './words.ts';

export async function renderChecklist(
  checklist: Checklist,
  format: ChecklistFormat,
  layout: Layout,
): Promise<string> {
  if (format === 'yaml') return checklistYaml(checklist);
  return format === 'markdown' ? tickList(checklist) : forPeople(checklist, format, layout);
}

/** What a person should know before judging by it. */
export function notesOn(item: ChecklistItem): string[] {
  const vague = vagueWordsIn(item.text);
  return [
    ...(item.presumes === null ? [] : [`presumes ${item.presumes}`]),
    ...(vague.length === 0 ? [] : [`readers may differ on ${vague.map((word) => `“${word}”`).join(', ')}`]),
  ];
}

/** Wordings as a list to tick, with the weights, categories and pins that they do not tell themselves. */
function tickList({ task, items }: Checklist): string {
  const head = task === null ? '# Checklist' : `# Checklist: ${escapeMarkdown(task.instruction)}`;
  const entries = items.map((item) => {
    // The question, or the statement that it was made of: read again, it gives the same item.
    const text = item.question.endsWith(item.text) ? item.text : item.question;
    const note = itemNote({ ...item, text });
    return `- [ ] ${escapeMarkdown(text)}${note === null ? '' : ` ${asCode(note)}`}`;
  });
  return `${head}\n\n${entries.join('\n')}\n`;
}

/** Between more backticks than stand in it. */
function asCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** What a checklist has and its Markdown has not; null: nothing. */
export function leftOutOfMarkdown({ task, items, leftOut }: Checklist): string | null {
  const hasStatements = items.some(({ question, text }) => !question.endsWith(text));
  const hasOrigins = items.some(({ evidence, from }) => evidence.length > 0 || from !== null);
  const missing = [
    task === null ? '' : 'the instruction is a title alone, and is not read again',
    hasStatements ? 'statements beside their questions' : '',
    hasOrigins ? 'where items come from' : '',
    items.some(({ formerText }) => formerText !== null) ? 'former wordings' : '',
    leftOut.length > 0 ? 'what was left out' : '',
  ].filter(Boolean);
  return missing.length === 0 ? null : `Markdown leaves out: ${missing.join('; ')} (JSON and YAML keep all)`;
}

const forPeople = renderer<Checklist>(({ task, items, leftOut }) => ({
  title: task === null ? 'Checklist' : task.instruction,
  blocks: [
    table(['#', right('Weight'), 'From', main('Criterion')], items.map(itemCells)),
    section(
      `Left out: ${plural(leftOut.length, 'item')}`,
      list(leftOut.map(({ text, reason }) => `${text} (${reason})`)),
    ),
  ],
}));

function itemCells(item: ChecklistItem): Row {
  const about = [
    ...(item.pinned ? ['pinned'] : []),
    ...item.categories,
    ...(item.check === undefined ? [] : [`check: ${printCheck(item.check.rule)}`]),
  ].join(', ');
  const notes = notesOn(item).join('; ');
  const wording = [item.text, soft(about && ` (${about})`), warn(notes && ` — ${notes}`)];
  return [strong(item.id), String(Math.round(item.weight * 10) / 10), item.origin, wording];
}
