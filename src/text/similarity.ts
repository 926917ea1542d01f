/** How alike two texts are, by runs of words. */
import { words } from './words.ts';

/** Words per shingle: five keep common phrases of one subject apart from copied text. */
const SHINGLE_WORDS = 5;
/** Broder, "On the resemblance and containment of documents" (1997), names both measures; the limits are ours. */
const DUPLICATE_JACCARD = 0.5;
const DUPLICATE_CONTAINMENT = 0.7;
/** A shorter text is too little to call a copy of anything by containment. */
const MIN_CONTAINED_SHINGLES = 40;

/** The set of runs of `size` words; a text of fewer words is one run. */
export function shingles(text: string, size: number = SHINGLE_WORDS): Set<string> {
  const all = words(text);
  if (all.length === 0) return new Set();
  const runs = new Set<string>();
  for (let index = 0; index <= Math.max(0, all.length - size); index += 1) {
    runs.add(all.slice(index, index + size).join(' '));
  }
  return runs;
}

export function jaccard<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  const shared = sharedCount(left, right);
  const union = left.size + right.size - shared;
  return union === 0 ? 0 : shared / union;
}

/** The share of the smaller set that lies in the larger. */
export function containment<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  const smaller = Math.min(left.size, right.size);
  return smaller === 0 ? 0 : sharedCount(left, right) / smaller;
}

/** True where one page's text is, for the most part, the other's. Takes shingles so that a set is made once per page. */
export function isNearDuplicate(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  if (jaccard(left, right) >= DUPLICATE_JACCARD) return true;
  return (
    Math.min(left.size, right.size) >= MIN_CONTAINED_SHINGLES &&
    containment(left, right) >= DUPLICATE_CONTAINMENT
  );
}

function sharedCount<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let count = 0;
  for (const item of small) if (large.has(item)) count += 1;
  return count;
}
