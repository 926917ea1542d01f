/** Checklist items that agents write: schema, validation and reading. */
import { z } from 'zod';
import type { DecidingCheck } from '../../domain/check.ts';
import { Category } from '../../domain/checklist.ts';
import { figureOf } from './answer-words.ts';
import { plannedCriterion, plannedTexts, SENTENCE_TOKENS } from './planned-text.ts';
import { rowProblems } from './wording.ts';
import { checkProblem, criterionProblem, ProposedCheck, readCriterion } from './written-criterion.ts';

export const ItemRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  categories: z.array(Category),
  importance: figureOf([1, 2, 3, 4, 5]),
  check: ProposedCheck,
});
export type ItemRow = z.infer<typeof ItemRow>;

export interface GeneratedItem {
  readonly text: string;
  readonly question: string;
  readonly weight: number;
  readonly categories: readonly Category[];
  readonly check?: DecidingCheck | undefined;
}

/** The most items that TICK's checklists usually have. */
export const USUAL_ITEMS = 8;
const MAX_IMPORTANCE = 5;

export function itemProblem(row: ItemRow): string | null {
  return criterionProblem(row) ?? checkProblem(row.check);
}

/** What an agent does with a list that it writes; it yields at least one item. */
export const ITEMS = {
  validate: ({ items }: { readonly items: readonly ItemRow[] }) => rowProblems('Item', items, itemProblem),
  read: ({ items }: { readonly items: readonly ItemRow[] }): readonly GeneratedItem[] =>
    items.flatMap((row) => readItem(row) ?? []),
  reject: ({ length }: readonly unknown[]) => (length === 0 ? 'The list has no usable item.' : null),
};

/** Null if the wording is unusable. An unreadable check is dropped. */
export function readItem(row: ItemRow): GeneratedItem | null {
  if (criterionProblem(row) !== null) return null;
  return {
    ...readCriterion(row),
    weight: (100 * row.importance) / MAX_IMPORTANCE,
    categories: [...new Set(row.categories)],
  };
}

/** For plans. @param key of the list: items of another list share nothing with them */
export function plannedItems(count: number, key: string): ItemRow[] {
  return plannedTexts(count, SENTENCE_TOKENS, key).map((text) => ({
    ...plannedCriterion(text),
    categories: Category.options.slice(0, 2),
    importance: 5,
  }));
}
