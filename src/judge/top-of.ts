/** The best items of a checklist by weight, and those that are pinned. Pure. */
import type { Checklist } from '../domain/checklist.ts';

/** Of equal weights the earlier ones; the order stays. @param top how many, at least 1; pinned items count, and all of them stay; default: all */
export function topOf(checklist: Checklist, top = Infinity): Checklist {
  const best = [...checklist.items].sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.weight - a.weight);
  const stays = new Set(best.filter(({ pinned }, index) => pinned || index < top));
  const below = checklist.items.filter((item) => !stays.has(item));
  return {
    ...checklist,
    items: checklist.items.filter((item) => stays.has(item)),
    leftOut: [
      ...checklist.leftOut,
      ...below.map(({ id, text }) => ({ text, reason: `${id} is not among the best ${top}.` })),
    ],
  };
}
