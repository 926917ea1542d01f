/** Leaves out items that say what an earlier one says: a fault would be counted twice. Pure. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { jaccard } from '../text/similarity.ts';
import { contentStems } from '../text/words.ts';

/** Share of content words in common: "have a clear opening" and "open clearly" are for people to tell apart. */
const NEAR_EQUAL = 0.8;

/** The earlier item stays, or the pinned one; ids stay as they are. Each one left out names its like. */
export function withoutNearEqual(checklist: Checklist): Checklist {
  const kept: { readonly item: ChecklistItem; readonly stems: ReadonlySet<string> }[] = [];
  const leftOut = [...checklist.leftOut];
  const pinnedFirst = [...checklist.items].sort((a, b) => Number(b.pinned) - Number(a.pinned));
  for (const item of pinnedFirst) {
    const stems = contentKey(item.text);
    const like = kept.find((other) => jaccard(other.stems, stems) >= NEAR_EQUAL);
    if (like === undefined || item.pinned) kept.push({ item, stems });
    else leftOut.push({ text: item.text, reason: `It says what ${like.item.id} says.` });
  }
  const stays = new Set(kept.map(({ item }) => item));
  return { ...checklist, items: checklist.items.filter((item) => stays.has(item)), leftOut };
}

/** Numbers and negation tell items apart that share all other words. */
function contentKey(text: string): ReadonlySet<string> {
  const exact = text
    .toLowerCase()
    .match(/\d+|\b(?:not|no|never|without|at (?:most|least)|under|over)\b|n't\b/gu);
  return new Set([...contentStems(text), ...(exact ?? []).map((word) => `=${word}`)]);
}
