/** Checklists for tests, with only what a test cares about spelled out. */
import { Checklist, CHECKLIST_VERSION, ChecklistItem } from '../../src/domain/checklist.ts';
import { newItem } from '../../src/judge/new-item.ts';

export function item(number: number, overrides: Partial<Omit<ChecklistItem, 'id'>> = {}): ChecklistItem {
  const { text = `The response should have quality ${number}.` } = overrides;
  const question = overrides.question ?? `Does the response have quality ${number}?`;
  return ChecklistItem.parse({ ...newItem(number, { text, question, origin: 'user' }), ...overrides });
}

export function checklist(items: readonly ChecklistItem[], overrides: Partial<Checklist> = {}): Checklist {
  return Checklist.parse({
    checklistVersion: CHECKLIST_VERSION,
    task: { instruction: 'Write a note to the neighbours about a street party', context: null },
    items,
    leftOut: [],
    ...overrides,
  });
}
