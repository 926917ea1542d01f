/** Makes a checklist item of what little a file, a person or a model says of it. Pure. */
import type { Category, ChecklistItem } from '../domain/checklist.ts';
import { ItemId } from '../domain/ids.ts';
import { categoriesOf } from './categories-of.ts';
import { presumedBy } from './presumed-by.ts';

export const MAX_WEIGHT = 100;
export const DEFAULT_WEIGHT = 100;

export type NewItem = Pick<ChecklistItem, 'text' | 'origin'> &
  Partial<Pick<ChecklistItem, 'question' | 'weight' | 'pinned' | 'formerText'>> & {
    /** None: what the words tell. */
    readonly categories?: readonly Category[];
    readonly check?: ChecklistItem['check'];
  };

/** @param number of the item, from 1 */
export function newItem(number: number, { text, origin, ...given }: NewItem): ChecklistItem {
  const question = given.question ?? questionFrom(text);
  const categories = given.categories ?? [];
  return {
    id: ItemId.parse(`i${number}`),
    text,
    question,
    weight: given.weight ?? DEFAULT_WEIGHT,
    categories: categories.length > 0 ? [...categories] : categoriesOf(text),
    origin,
    pinned: given.pinned ?? false,
    from: null,
    formerText: given.formerText ?? null,
    evidence: [],
    presumes: presumedBy(question),
    ...(given.check === undefined ? {} : { check: given.check }),
  };
}

/** A question stays as it is; a statement is asked after as it stands, since a machine's grammar may bend it. */
function questionFrom(text: string): string {
  return text.trimEnd().endsWith('?') ? text : `Is this true of the response? ${text}`;
}
