/** The first items of a checklist, and those that are pinned wherever they stand. Pure. */
import type { Checklist } from '../domain/checklist.ts';

/** @param top how many, at least 1; pinned items count, and all of them stay; default: all */
export function topOf(checklist: Checklist, top = Infinity): Checklist {
  const pinned = checklist.items.filter((item) => item.pinned);
  const others = checklist.items.filter((item) => !item.pinned).slice(0, Math.max(0, top - pinned.length));
  const stays = new Set([...pinned, ...others]);
  const below = checklist.items.filter((item) => !stays.has(item));
  return {
    ...checklist,
    items: checklist.items.filter((item) => stays.has(item)),
    leftOut: [
      ...checklist.leftOut,
      ...below.map(({ id, text }) => ({ text, reason: `${id} stands below the first ${top}.` })),
    ],
  };
}
