/** Similarity of texts by word shingles. */
/** Words per shingle: five tell copied text from common phrases. */
const SHINGLE_WORDS = 5;
/** Broder, "On the resemblance and containment of documents" (1997), names both measures; the limits are ours. */
const DUPLICATE_JACCARD = 0.5;
const DUPLICATE_CONTAINMENT = 0.7;
/** Shorter texts are not compared by containment. */
const MIN_CONTAINED_SHINGLES = 40;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Runs of five words as 31-bit hashes, which are faster than strings. A shorter text is one run. */
export function shingles(text: string): Set<number> {
  const hashes = wordHashes(text.toLowerCase());
  const runs = new Set<number>();
  for (let start = 0; start === 0 || start + SHINGLE_WORDS <= hashes.length; start += 1) {
    let run = 0;
    const end = Math.min(start + SHINGLE_WORDS, hashes.length);
    for (let index = start; index < end; index += 1) run = Math.imul(run ^ (hashes[index] ?? 0), FNV_PRIME);
    if (hashes.length > 0) runs.add(run >>> 1);
  }
  return runs;
}

const BEYOND_ASCII = 0x80;
/** No letter. */
const END = 0;
const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const IS_ASCII_WORD = Array.from({ length: BEYOND_ASCII }, (_, code) =>
  LETTER_OR_DIGIT.test(String.fromCharCode(code)),
);

/** Of each run of letters and digits. Character by character: every page of a search is read this way. */
function wordHashes(text: string): number[] {
  const hashes: number[] = [];
  let hash = FNV_OFFSET;
  for (let at = 0; at <= text.length;) {
    const code = text.codePointAt(at) ?? END;
    at += code > 0xffff ? 2 : 1;
    const isInWord = code < BEYOND_ASCII ? IS_ASCII_WORD[code] : LETTER_OR_DIGIT.test(String.fromCodePoint(code));
    if (isInWord === true) hash = Math.imul(hash ^ code, FNV_PRIME);
    else if (hash !== FNV_OFFSET) {
      hashes.push(hash);
      hash = FNV_OFFSET;
    }
  }
  return hashes;
}

export function jaccard<Item>(left: ReadonlySet<Item>, right: ReadonlySet<Item>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  return shareOfUnion(left.size, right.size, shared);
}

/** An index of texts by shingle: a text is only compared with texts that share a shingle. */
export function createNearDuplicates<Id>() {
  const texts: { readonly id: Id; readonly size: number }[] = [];
  const holders = new Map<number, readonly number[]>();
  return {
    /** The first added text that is nearly the same, or contains most of this one or the reverse; null if none. */
    find: (candidate: ReadonlySet<number>): Id | null => {
      const shared = texts.map(() => 0);
      for (const shingle of candidate)
        for (const index of holders.get(shingle) ?? []) shared[index] = (shared[index] ?? 0) + 1;
      const found = texts.find(({ size }, index) => isNearDuplicate(size, candidate.size, shared[index] ?? 0));
      return found?.id ?? null;
    },
    add: (id: Id, textShingles: ReadonlySet<number>): void => {
      const own = [texts.length];
      for (const shingle of textShingles) holders.set(shingle, holders.get(shingle)?.concat(own) ?? own);
      texts.push({ id, size: textShingles.size });
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
