/** How alike items of a checklist are by their words: repetitions go, and a subset that differs is chosen. Pure. */
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import { coversCondition } from '../llm/agent-kit/written-criterion.ts';
import { jaccard } from '../text/similarity.ts';
import { contentStems } from '../text/words.ts';
import { onlyItems } from './top-of.ts';

/** Share of content words in common: "have a clear opening" and "open clearly" are for people or a model to tell apart. */
const NEAR_EQUAL = 0.8;

/** The earlier item stays, or the pinned one; ids stay as they are. Each one left out names its like. */
export function withoutNearEqual(checklist: Checklist): Checklist {
  const kept: { item: ChecklistItem; readonly key: ReadonlySet<string> }[] = [];
  const leftOut = [...checklist.leftOut];
  const pinnedFirst = [...checklist.items].sort((a, b) => Number(b.pinned) - Number(a.pinned));
  for (const item of pinnedFirst) {
    const key = contentKey(item.text);
    const like = kept.find((other) => covers(other.item, item) && jaccard(other.key, key) >= NEAR_EQUAL);
    if (like === undefined || item.pinned) kept.push({ item, key });
    else {
      like.item = joined(like.item, item);
      leftOut.push({ text: item.text, reason: `It says what ${like.item.id} says.` });
    }
  }
  const items = checklist.items.flatMap(({ id }) => kept.find(({ item }) => item.id === id)?.item ?? []);
  return { ...checklist, items, leftOut };
}

/** A demand and a fault of the same words are opposites. */
function covers(home: ChecklistItem, guest: ChecklistItem): boolean {
  return home.weight < 0 === guest.weight < 0 && coversCondition(home, guest);
}

/** With the observations of one that says the same. */
export function joined(home: ChecklistItem, guest: ChecklistItem): ChecklistItem {
  const observations = [...new Set([...(home.observations ?? []), ...(guest.observations ?? [])])];
  return observations.length === 0 ? home : { ...home, observations };
}

/**
 * Items that weigh much and repeat each other little, one after the other (maximal marginal relevance, Carbonell and
 * Goldstein 1998): the next is the one of the greatest weight in [0, 1] less its greatest overlap with those chosen. Overlap
 * is of words: what says the same in others is not seen. The order stays.
 * @param size how many, at least 1; pinned items count, and all of them stay
 */
export function diverseSubset(checklist: Checklist, size: number): Checklist {
  const open = checklist.items.map((item) => ({ item, key: contentKey(item.text), overlap: 0 }));
  const chosen = new Set<ChecklistItem>();
  while (open.length > 0) {
    const worth = ({ item, overlap }: (typeof open)[number]) =>
      item.pinned ? Infinity : Math.abs(item.weight) / 100 - overlap;
    const next = open.reduce((best, each) => (worth(each) > worth(best) ? each : best));
    if (!next.item.pinned && chosen.size >= size) break;
    chosen.add(next.item);
    open.splice(open.indexOf(next), 1);
    for (const each of open) each.overlap = Math.max(each.overlap, jaccard(each.key, next.key));
  }
  return onlyItems(checklist, chosen, (id) => `${id} is not among the ${size} that differ most.`);
}

/** Numbers and negation tell items apart that share all other words. */
function contentKey(text: string): ReadonlySet<string> {
  const exact = text.toLowerCase().match(/\d+|\b(?:not|no|never|without|at (?:most|least)|under|over)\b|n't\b/gu);
  return new Set([...contentStems(text), ...(exact ?? []).map((word) => `=${word}`)]);
}
