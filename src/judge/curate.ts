/** What a person changes in a checklist. Where an item came from stays with it. Pure. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { ItemId } from '../domain/ids.ts';
import { withItsNote } from './checklists/item-note.ts';
import { checkedWeight, itemReworded } from './item-reworded.ts';
import { mergeItems, splitItem, type Merge } from './merge-and-split.ts';
import { newItem, requireWeightInBounds } from './new-item.ts';
import { onlyItems } from './top-of.ts';

export interface Edits {
  readonly pin?: readonly string[];
  readonly unpin?: readonly string[];
  readonly drop?: readonly string[];
  /** New wordings by item id. */
  readonly reword?: ReadonlyMap<string, string>;
  /** −100 to 100, by item id; the sign stays: what states a fault stays one. */
  readonly weight?: ReadonlyMap<string, number>;
  /** By item id: what a person remarked where the judge was wrong about it. */
  readonly observe?: ReadonlyMap<string, string>;
  /** Items that become one, which keeps the quotes of all. */
  readonly merge?: Merge | undefined;
  /** By item id: the texts of the items that it becomes; each keeps its quotes. */
  readonly split?: ReadonlyMap<string, readonly string[]>;
  /** Statements or questions, put at the end. */
  readonly add?: readonly string[];
}

const NONE = new Map<string, never>();

/** @throws InputError where an id is not in the list, a wording is empty, a weight is out of bounds or nothing is left */
export function curate(checklist: Checklist, edits: Edits): Checklist {
  const { pin = [], unpin = [], drop = [], reword = NONE, weight = NONE, observe = NONE, add = [] } = edits;
  const { merge, split = NONE } = edits;
  const mergedIds = merge?.ids ?? [];
  const changed = [...pin, ...unpin, ...reword.keys(), ...weight.keys(), ...mergedIds, ...split.keys()];
  requireKnown(checklist, [...changed, ...drop, ...observe.keys()]);
  const texts = [
    ...reword,
    ...[...split].flatMap(([id, parts]) => parts.map((text) => [id, text] as const)),
    ...(merge === undefined ? [] : [[mergedIds.join(', '), merge.text] as const]),
    ...add.map((text) => ['An added item', text] as const),
  ];
  for (const [id, text] of texts)
    if (text.trim() === '') throw new InputError(`${id} has no wording: give it one, or drop it.`);
  const lost = changed.find((id) => drop.includes(id));
  if (lost !== undefined) throw new InputError(`${lost} cannot be dropped and changed at once.`);
  const torn = [...split.keys()].find((id) => mergedIds.includes(id));
  if (torn !== undefined) throw new InputError(`${torn} cannot be merged and split at once.`);
  const both = pin.find((id) => unpin.includes(id));
  if (both !== undefined) throw new InputError(`${both} cannot be pinned and unpinned at once.`);

  const stays = new Set(checklist.items.filter(({ id }) => !drop.includes(id)));
  const left = onlyItems(checklist, stays, (id) => `${id} was dropped by a person.`);
  const kept = left.items.map((item) => {
    const text = reword.get(item.id);
    const asWorded = text === undefined ? item : itemReworded(item, text.trim());
    const remark = observe.get(item.id);
    return {
      ...asWorded,
      ...(remark === undefined ? {} : { observations: [...(item.observations ?? []), remark] }),
      weight: checkedWeight(weight.get(item.id) ?? asWorded.weight, item),
      pinned: pin.includes(item.id) || (asWorded.pinned && !unpin.includes(item.id)),
    };
  });
  // What was left out is spoken of by the ids that it had.
  const leftOutIds = left.leftOut.flatMap(({ reason }) => /^i(\d{1,9}) /u.exec(reason)?.[1] ?? []);
  let free = Math.max(...[...checklist.items.map(({ id }) => id.slice(1)), ...leftOutIds].map(Number));
  const nextFree = () => (free += 1);
  const united = merge === undefined ? kept : mergeItems(kept, { ...merge, text: merge.text.trim() });
  const divided = [...split].reduce<readonly ChecklistItem[]>((all, [id, parts]) => {
    const newIds = parts.slice(1).map(() => ItemId.parse(`i${nextFree()}`));
    return splitItem(
      all,
      id,
      parts.map((text) => text.trim()),
      newIds,
    );
  }, united);
  const added = add.map((typed) => withItsNote(typed.trim()));
  for (const { text, note } of added) requireWeightInBounds(`“${text}”: the weight`, note.weight ?? 0);
  const items = [...divided, ...added.map(({ text, note }) => newItem(nextFree(), { text, ...note, origin: 'user' }))];
  if (items.length === 0) throw new InputError('Nothing would be left of the checklist.');
  return { ...left, items };
}

/** For people who look at how a checklist came to be: one sentence for each change. */
export function describeEdits(before: Checklist, edits: Edits, after: Checklist): string[] {
  const { items } = before;
  const { pin = [], unpin = [], drop = [], reword = NONE, weight = NONE, observe = NONE, add = [] } = edits;
  const { merge, split = NONE } = edits;
  const textOf = (id: string) => items.find((item) => item.id === id)?.text ?? id;
  return [
    ...drop.map((id) => `${id} dropped: “${textOf(id)}”`),
    ...[...reword].map(([id, text]) => `${id} reworded: “${textOf(id)}” → “${text}”`),
    ...[...weight].map(([id, to]) => `${id} weighs ${to}`),
    ...pin.map((id) => `${id} pinned`),
    ...unpin.map((id) => `${id} unpinned`),
    ...[...observe].map(([id, remark]) => `noted on ${id}: “${remark}”`),
    ...(merge === undefined ? [] : [`${merge.ids.join(', ')} merged: “${merge.text}”`]),
    ...[...split].map(([id, texts]) => `${id} split: ${texts.map((text) => `“${text}”`).join(', ')}`),
    ...add.map((text) => `added: “${text}”`),
    ...checksGone(before, edits, after),
  ];
}

/** A check is of the former words: one sentence for each item that has none any more. */
export function checksGone(
  { items }: Checklist,
  { drop = [], merge, split = NONE }: Edits,
  after: Checklist,
): string[] {
  const checked = after.items.filter(({ check }) => check !== undefined);
  const gone = items.filter(({ id, check, text, formerText }) => {
    const former = formerText ?? text;
    const ids: readonly string[] = merge?.ids.includes(id) === true ? merge.ids : [id];
    const hasOne = checked.some((item) => ids.includes(item.id) || (split.has(id) && item.formerText === former));
    return check !== undefined && !drop.includes(id) && !hasOne;
  });
  return gone.map(({ id }) => `${id} has no check any more: a new one goes behind the words, in code`);
}

function requireKnown({ items }: Checklist, ids: readonly string[]): void {
  const known = new Set<string>(items.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new InputError(`The checklist has no item ${unknown}.`, {
      advice: `It has ${items.map(({ id }) => id).join(', ')}.`,
    });
}
