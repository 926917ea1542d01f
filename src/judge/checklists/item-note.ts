/** What a Markdown list says of an item beside its wording: "weight 50; tone, length; pinned", in code at its end. Pure. */
import { Category, type ChecklistItem } from '../../domain/checklist.ts';
import { categoriesOf } from '../categories-of.ts';
import { DEFAULT_WEIGHT } from '../new-item.ts';

export type ItemNote = Partial<Pick<ChecklistItem, 'weight' | 'categories' | 'pinned'>>;

/** Null where the wording alone says it all. */
export function itemNote({ text, weight, categories, pinned }: ChecklistItem): string | null {
  const told = categoriesOf(text);
  const areTold =
    told.length === categories.length && told.every((category) => categories.includes(category));
  const parts = [
    ...(weight === DEFAULT_WEIGHT ? [] : [`weight ${weight}`]),
    ...(areTold ? [] : [categories.join(', ')]),
    ...(pinned ? ['pinned'] : []),
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('; ');
}

/** Null where it is no such note, but words of the item. A weight may be out of bounds. */
export function readItemNote(text: string): ItemNote | null {
  return text.split(';').reduce<ItemNote | null>((note, given) => {
    const part = readPart(given);
    return note === null || part === null ? null : { ...note, ...part };
  }, {});
}

function readPart(given: string): ItemNote | null {
  const part = given.trim().toLowerCase();
  if (part === 'pinned') return { pinned: true };
  const weight = /^weight:? (\d[\d.e+-]*)$/u.exec(part)?.[1];
  if (weight !== undefined) return Number.isNaN(Number(weight)) ? null : { weight: Number(weight) };
  const categories = Category.array().safeParse(part.split(',').map((name) => name.trim()));
  return categories.success ? { categories: categories.data } : null;
}
