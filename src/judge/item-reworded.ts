/** An item in other words. */
import type { ChecklistItem } from '../domain/checklist.ts';
import { newItem } from './new-item.ts';

/** Its evidence stays, as that of the former text; its check and its categories go. */
export function itemReworded(item: ChecklistItem, text: string): ChecklistItem {
  const { question, categories } = newItem(1, { text, origin: 'user', weight: item.weight });
  const formerText = item.formerText ?? item.text;
  return { ...item, check: undefined, text, question, categories, origin: 'user', formerText };
}
