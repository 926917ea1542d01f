/** A checklist: as a file that can be read again (JSON, YAML, Markdown), or for people. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { printCheck } from '../domain/print-check.ts';
import { itemNote } from '../judge/checklists/item-note.ts';
import { shortForm } from '../judge/checklists/short-form.ts';
import { codeSpan, escapeMarkdown } from './markdown.ts';
import { renderer, type FormatName } from './formats.ts';
import type { Layout } from './layout.ts';
import { left, list, main, paint, right, section, table, type Inline } from './report.ts';
import { plural } from './words.ts';

/** As Markdown it is a list to tick, which can be read again, and no report. */
export async function renderChecklist(checklist: Checklist, format: FormatName, layout: Layout): Promise<string> {
  return format === 'markdown' ? tickList(checklist) : render(checklist, format, layout);
}

/** Wordings as a list to tick, with the weights, categories and pins. */
function tickList({ task, items }: Checklist): string {
  const head = task === null ? '# Checklist' : `# Checklist: ${escapeMarkdown(task.instruction)}`;
  return `${head}\n\n${tickedItems(items)}\n`;
}

export function tickedItems(items: Checklist['items']): string {
  const entries = items.map((item) => {
    // The statement of a fault, which gives its question again; else the question, unless it was made of the statement.
    const text = item.weight < 0 || item.question.endsWith(item.text) ? item.text : item.question;
    const note = itemNote(item);
    return `- [ ] ${escapeMarkdown(text)}${note === null ? '' : ` ${codeSpan(note)}`}`;
  });
  return entries.join('\n');
}

export const LEFT_OUT_OF_MARKDOWN =
  'Markdown keeps one wording of each item, checks, weights, importance, categories, pins, conditions and faults, and no more (JSON and YAML keep all).';

const render = renderer<Checklist>(
  ({ task, items, leftOut }) => ({
    title: task === null ? 'Checklist' : task.instruction,
    blocks: [
      table(items, [
        left('#', ({ id }) => paint.strong(id)),
        right('Weight', ({ weight }) => String(Math.round(weight * 10) / 10)),
        left('From', ({ origin }) => origin),
        main('Criterion', wordingOf),
      ]),
      section(
        `Left out: ${plural(leftOut.length, 'item')}`,
        list(leftOut.map(({ text, reason }) => `${text} (${reason})`)),
      ),
    ],
  }),
  { document: shortForm },
);

function wordingOf(item: ChecklistItem): Inline {
  const about = [
    ...(item.pinned ? ['pinned'] : []),
    ...(item.importance === undefined || item.importance === 'pitfall' ? [] : [item.importance]),
    ...(item.fault === true ? ['fault to avoid'] : []),
    ...(item.appliesWhen === undefined ? [] : [`applies when ${item.appliesWhen}`]),
    ...item.categories,
    ...(item.levels === undefined ? [] : [plural(item.levels.length, 'level')]),
    ...(item.check === undefined ? [] : [`check: ${printCheck(item.check.rule)}`]),
  ].join(', ');
  return [item.text, paint.soft(about && ` (${about})`)];
}
