/** How alike two texts are, by runs of words. */
import { words } from './words.ts';

/** Words per shingle: five keep common phrases of one subject apart from copied text. */
const SHINGLE_WORDS = 5;
/** Broder, "On the resemblance and containment of documents" (1997), names both measures; the limits are ours. */
const DUPLICATE_JACCARD = 0.5;
const DUPLICATE_CONTAINMENT = 0.7;
/** A shorter text is too little to call a copy of anything by containment. */
const MIN_CONTAINED_SHINGLES = 40;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The runs of five words, each as a hash of 31 bits, which takes a fraction of a string's time; a shorter text is one. */
export function shingles(text: string): Set<number> {
  const hashes = words(text).map(hashOf);
  const runs = new Set<number>();
  for (let start = 0; start === 0 || start + SHINGLE_WORDS <= hashes.length; start += 1) {
    let run = 0;
    const end = Math.min(start + SHINGLE_WORDS, hashes.length);
    for (let at = start; at < end; at += 1) run = Math.imul(run ^ (hashes[at] ?? 0), FNV_PRIME);
    if (hashes.length > 0) runs.add(run >>> 1);
  }
  return runs;
}

function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return hash;
}

export function jaccard<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  return shareOfUnion(left.size, right.size, shared);
}

/** Texts by their shingles: a text is compared with those alone that it shares any with, and most share nothing. */
export function createNearDuplicates<Id>() {
  const texts: { readonly id: Id; readonly size: number }[] = [];
  const holders = new Map<number, number[]>();
  return {
    /** The first text that is for the most part the same as one added before, or a part of it; null: none. */
    find: (own: ReadonlySet<number>): Id | null => {
      const shared = texts.map(() => 0);
      for (const shingle of own)
        for (const index of holders.get(shingle) ?? []) shared[index] = (shared[index] ?? 0) + 1;
      const found = texts.find(({ size }, index) => isNearDuplicate(size, own.size, shared[index] ?? 0));
      return found?.id ?? null;
    },
    add: (id: Id, own: ReadonlySet<number>): void => {
      for (const shingle of own) {
        const known = holders.get(shingle);
        if (known === undefined) holders.set(shingle, [texts.length]);
        else known.push(texts.length);
      }
      texts.push({ id, size: own.size });
    },
  };
}

function isNearDuplicate(leftSize: number, rightSize: number, shared: number): boolean {
  if (shareOfUnion(leftSize, rightSize, shared) >= DUPLICATE_JACCARD) return true;
  const smaller = Math.min(leftSize, rightSize);
  return smaller >= MIN_CONTAINED_SHINGLES && shared / smaller >= DUPLICATE_CONTAINMENT;
}

function shareOfUnion(leftSize: number, rightSize: number, shared: number): number {
  const union = leftSize + rightSize - shared;
  return union === 0 ? 0 : shared / union;
}
