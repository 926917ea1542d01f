/** Compares two sets: kept, reworded, added and removed criteria. Pure. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { jaccard } from '../text/similarity.ts';
import { contentStems, words } from '../text/words.ts';

export interface Pair {
  readonly before: Criterion;
  readonly after: Criterion;
}

export interface ComparedSets {
  readonly kept: readonly Pair[];
  readonly reworded: readonly Pair[];
  readonly added: readonly Criterion[];
  readonly gone: readonly Criterion[];
}

/** Minimum Jaccard similarity of the content stems of a reworded criterion. */
const MIN_SHARED = 0.5;
/** Lower minimum if both cite the same passage. */
const MIN_SHARED_ON_ONE_QUOTE = 0.25;

/** Pairs criteria greedily, the most similar first. Each criterion is in at most one pair. */
export function compareSets(before: CriteriaSet, after: CriteriaSet): ComparedSets {
  const oldCriteria = before.content.criteria;
  const newCriteria = after.content.criteria;
  const newFeatures = newCriteria.map(featuresOf);
  const candidates = oldCriteria
    .map(featuresOf)
    .flatMap((left) => newFeatures.map((right) => ({ left, right, similarity: similarityOf(left, right) })))
    .filter(({ similarity }) => similarity > 0)
    .sort((a, b) => b.similarity - a.similarity);
  const taken = new Set<Features>();
  const pairs = candidates.flatMap(({ left, right }) => {
    if (taken.has(left) || taken.has(right)) return [];
    taken.add(left).add(right);
    return [{ before: left.criterion, after: right.criterion, isSame: left.wording === right.wording }];
  });
  const inOrder = pairs.sort((a, b) => newCriteria.indexOf(a.after) - newCriteria.indexOf(b.after));
  const paired = new Set(inOrder.flatMap((pair) => [pair.before, pair.after]));
  return {
    kept: inOrder.filter(({ isSame }) => isSame),
    reworded: inOrder.filter(({ isSame }) => !isSame),
    added: newCriteria.filter((criterion) => !paired.has(criterion)),
    gone: oldCriteria.filter((criterion) => !paired.has(criterion)),
  };
}

interface Features {
  readonly criterion: Criterion;
  readonly wording: string;
  readonly stems: ReadonlySet<string>;
  readonly passages: ReadonlySet<string>;
}

function featuresOf(criterion: Criterion): Features {
  return {
    criterion,
    wording: words(criterion.text).join(' '),
    stems: new Set(contentStems(criterion.text)),
    passages: new Set(criterion.evidence.map(({ finalUrl, quote }) => `${finalUrl} ${quote}`)),
  };
}

/** 2 for the same wording; 0 for different criteria. */
function similarityOf(left: Features, right: Features): number {
  if (left.wording === right.wording) return 2;
  const shared = jaccard(left.stems, right.stems);
  const sharesPassage = [...left.passages].some((passage) => right.passages.has(passage));
  return shared >= (sharesPassage ? MIN_SHARED_ON_ONE_QUOTE : MIN_SHARED) ? shared : 0;
}
