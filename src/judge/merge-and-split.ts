/** Two ways in which a person changes how much an item asks for. The quotes behind it stay with what becomes of it. Pure. */
import { Importance, type ChecklistItem } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { withItsNote } from './checklists/item-note.ts';
import { itemReworded } from './item-reworded.ts';

export interface Merge {
  /** Two or more; the first one's place is taken. */
  readonly ids: readonly string[];
  readonly text: string;
}

/** @throws InputError for fewer than two, and where some state a fault and some what is good */
export function mergeItems(items: readonly ChecklistItem[], { ids, text }: Merge): readonly ChecklistItem[] {
  const parts = items.filter(({ id }) => ids.includes(id));
  const [first] = parts;
  if (first === undefined || parts.length < 2)
    throw new InputError('One item alone cannot be merged.', { advice: 'Name two or more.' });
  // Below 0 the text states what a fault is, and else what is good, also of a fault: one text cannot do both.
  if (new Set(parts.map(({ fault, weight }) => `${fault === true} ${weight < 0}`)).size > 1)
    throw new InputError(`${ids.join(', ')} cannot be merged: some state a fault, some what is good.`);
  refuseLevels(parts);
  const evidence = new Map(parts.flatMap((part) => part.evidence).map((piece) => [JSON.stringify(piece), piece]));
  const observations = [...new Set(parts.flatMap((part) => part.observations ?? []))];
  const reworded = itemReworded(first, text);
  const { appliesWhen } = first;
  const importance = Importance.options.find((each) => parts.some((part) => part.importance === each));
  const isSame = parts.every((part) => part.appliesWhen === appliesWhen);
  const merged: ChecklistItem = {
    ...reworded,
    appliesWhen: isSame ? appliesWhen : undefined,
    formerText: parts.map((part) => part.formerText ?? part.text).join(' · '),
    weight: parts.reduce((most, { weight }) => (Math.abs(weight) > Math.abs(most) ? weight : most), first.weight),
    ...(importance === undefined ? {} : { importance }),
    pinned: parts.some(({ pinned }) => pinned),
    evidence: [...evidence.values()],
    ...(observations.length === 0 ? {} : { observations }),
    ...withItsNote(text).note,
  };
  return items.flatMap((item) => (item === first ? [merged] : parts.includes(item) ? [] : [item]));
}

/** @param newIds of all parts but the first, which keeps the item's @throws InputError for fewer than two texts */
export function splitItem(
  items: readonly ChecklistItem[],
  id: string,
  texts: readonly string[],
  newIds: readonly ChecklistItem['id'][],
): readonly ChecklistItem[] {
  if (texts.length < 2)
    throw new InputError(`${id} cannot be split into one.`, { advice: 'Write each demand on a line of its own.' });
  refuseLevels(items.filter((item) => item.id === id));
  return items.flatMap((item) =>
    item.id === id ? texts.map((text, at) => ({ ...itemReworded(item, text), id: newIds[at - 1] ?? item.id })) : [item],
  );
}

/** They describe the item as it was worded. */
function refuseLevels(items: readonly ChecklistItem[]): void {
  const graded = items.find(({ levels }) => levels !== undefined);
  if (graded !== undefined) throw new InputError(`${graded.id} has levels: it can be neither merged nor split.`);
}
