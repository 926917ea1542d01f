/** A part of a checklist, and what is left out of it, with the reason. Pure. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';

/** The order stays. */
export function onlyItems(
  { items, leftOut, ...checklist }: Checklist,
  stays: ReadonlySet<ChecklistItem>,
  reasonOf: (id: string) => string,
): Checklist {
  const others = items.filter((item) => !stays.has(item));
  return {
    ...checklist,
    items: items.filter((item) => stays.has(item)),
    leftOut: [...leftOut, ...others.map(({ id, text }) => ({ text, reason: reasonOf(id) }))],
  };
}

/** The best by weight, of equal ones the earlier. @param top how many, at least 1; pinned items count, and all of them stay; default: all */
export function topOf(checklist: Checklist, top = Infinity): Checklist {
  const best = [...checklist.items].sort(
    (a, b) => Number(b.pinned) - Number(a.pinned) || Math.abs(b.weight) - Math.abs(a.weight),
  );
  const stays = new Set(best.filter(({ pinned }, index) => pinned || index < top));
  return onlyItems(checklist, stays, (id) => `${id} is not among the best ${top}.`);
}
