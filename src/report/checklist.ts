/** A checklist in the format that was asked for. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { itemNote } from '../judge/checklists/item-note.ts';
import { checklistJson, checklistYaml } from '../judge/checklists/write-checklist.ts';
import { vagueWordsIn } from '../judge/vague-wording.ts';
import { printableLine } from '../text/printable.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { GAP, grid, paragraph, type Layout } from './grid.ts';
import { plural } from './words.ts';

export async function renderChecklist(
  checklist: Checklist,
  format: 'table' | 'json' | 'yaml' | 'markdown',
  layout: Layout,
): Promise<string> {
  switch (format) {
    case 'json':
      return checklistJson(checklist);
    case 'yaml':
      return checklistYaml(checklist);
    case 'markdown':
      return checklistMarkdown(checklist);
    case 'table':
      return checklistTable(checklist, layout);
  }
}

/** What a person should know before judging by it. */
export function notesOn(item: ChecklistItem): string[] {
  const vague = vagueWordsIn(item.text);
  return [
    ...(item.presumes === null ? [] : [`presumes ${item.presumes}`]),
    ...(vague.length === 0 ? [] : [`readers may differ on ${vague.map((word) => `“${word}”`).join(', ')}`]),
  ];
}

/** The question, or the statement that it was made of: read again, it gives the same item. */
function asWritten({ text, question }: ChecklistItem): string {
  return question.endsWith(text) ? text : question;
}

/** Wordings as a list to tick, with the weights, categories and pins that they do not tell themselves. */
function checklistMarkdown({ task, items }: Checklist): string {
  const head = task === null ? '# Checklist' : `# Checklist: ${escapeMarkdown(task.instruction)}`;
  return `${head}\n\n${items.map(markdownItem).join('\n')}\n`;
}

function markdownItem(item: ChecklistItem): string {
  const text = asWritten(item);
  // What is read again is told by the words that stand there.
  const note = itemNote({ ...item, text });
  return `- [ ] ${escapeMarkdown(text)}${note === null ? '' : ` \`${note}\``}`;
}

/** What a checklist has and its Markdown has not; null: nothing. */
export function leftOutOfMarkdown({ task, items, leftOut }: Checklist): string | null {
  const missing = [
    ...(task === null ? [] : ['the instruction is a title alone, and is not read again']),
    ...(items.some(({ question, text }) => !question.endsWith(text))
      ? ['statements beside their questions']
      : []),
    ...(items.some(({ evidence, from }) => evidence.length > 0 || from !== null)
      ? ['where items come from']
      : []),
    ...(items.some(({ formerText }) => formerText !== null) ? ['former wordings'] : []),
    ...(leftOut.length > 0 ? ['what was left out'] : []),
  ];
  return missing.length === 0 ? null : `Markdown leaves out: ${missing.join('; ')} (JSON and YAML keep all)`;
}

function checklistTable({ task, items, leftOut }: Checklist, { colors, width }: Layout): string {
  const fixed = [4, 6, 12];
  const rest = width - fixed.reduce((sum, columns) => sum + columns, 0) - 3 * GAP;
  const [idColumns = 0, weightColumns = 0, originColumns = 0] = fixed;
  const columns = [
    { width: idColumns },
    { width: weightColumns, align: 'right' as const },
    { width: originColumns },
    { width: rest },
  ];
  const head = ['#', 'Weight', 'From', 'Criterion'].map(colors.gray);
  const rows = items.map((item) => {
    const about = [...(item.pinned ? ['pinned'] : []), ...item.categories];
    const notes = notesOn(item);
    return [
      colors.bold(item.id),
      String(Math.round(item.weight * 10) / 10),
      item.origin,
      printableLine(item.text) +
        (about.length === 0 ? '' : colors.gray(` (${about.join(', ')})`)) +
        (notes.length === 0 ? '' : colors.yellow(` — ${notes.join('; ')}`)),
    ];
  });
  const title = task === null ? 'Checklist' : printableLine(task.instruction);
  return [
    paragraph(colors.bold(title), width),
    grid(columns, [head, ...rows]),
    ...(leftOut.length === 0
      ? []
      : [
          paragraph(colors.gray(`Left out: ${plural(leftOut.length, 'item')}`), width) +
            grid(
              [{ width }],
              leftOut.map(({ text, reason }) => [
                colors.gray(`${printableLine(text)} (${printableLine(reason)})`),
              ]),
            ),
        ]),
  ].join('\n');
}
