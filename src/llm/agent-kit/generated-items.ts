/** Checklist items that agents write: schema, validation and reading. */
import { z } from 'zod';
import { Category } from '../../domain/checklist.ts';
import type { GeneratedItem } from '../../domain/judging-steps.ts';
import { checkProblem, criterionProblem, ProposedCheck, readCriterion } from './written-criterion.ts';

export const ItemRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  categories: z.array(Category),
  // Enumerated: strict schemas support lists of values, but not bounds.
  importance: z.literal([1, 2, 3, 4, 5]).meta({ type: 'integer' }),
  check: ProposedCheck,
});
export type ItemRow = z.infer<typeof ItemRow>;

/** Average tokens per item. */
export const ITEM_TOKENS = 100;
const MAX_IMPORTANCE = 5;

export function itemProblem(row: ItemRow): string | null {
  return criterionProblem(row) ?? checkProblem(row.check);
}

/** Null if the wording is unusable. An unreadable check is dropped. */
export function readItem(row: ItemRow): GeneratedItem | null {
  if (criterionProblem(row) !== null) return null;
  return {
    ...readCriterion(row),
    weight: (100 * row.importance) / MAX_IMPORTANCE,
    categories: [...new Set(row.categories)],
  };
}

export function readItems(rows: readonly ItemRow[]): readonly GeneratedItem[] {
  return rows.flatMap((row) => readItem(row) ?? []);
}

export function emptyList(items: readonly unknown[]): string | null {
  return items.length === 0 ? 'The list has no usable item.' : null;
}
