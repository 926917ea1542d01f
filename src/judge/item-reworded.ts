/** An item in other words. */
import type { ChecklistItem } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { withItsNote } from './checklists/item-note.ts';
import { newItem, requireWeightInBounds } from './new-item.ts';

/**
 * Its evidence stays, as that of the former text; its check and its categories go, unless the note behind the words gives others.
 * What else the note gives takes the place of what the item had.
 * @throws InputError where the note cannot be read, or its weight turns the item round
 */
export function itemReworded(item: ChecklistItem, typed: string): ChecklistItem {
  const { text, note } = withItsNote(typed);
  const weight = checkedWeight(note.weight ?? item.weight, item);
  const { question, categories } = newItem(1, { text, ...note, origin: 'user', weight });
  const formerText = item.formerText ?? item.text;
  return { ...item, check: undefined, ...note, text, question, categories, weight, origin: 'user', formerText };
}

/** @throws InputError out of bounds, or where a demand would become a fault or the reverse */
export function checkedWeight(weight: number, { id, weight: before }: ChecklistItem): number {
  requireWeightInBounds(`The weight of ${id}`, weight);
  if (weight < 0 !== before < 0)
    throw new InputError(`The weight of ${id} cannot go from ${before} to ${weight}.`, {
      advice: 'Below 0 the text states a fault, from 0 on what is good: drop the item and add it anew.',
    });
  return weight;
}
