/** Finds duplicate criteria and plain contradictions. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { areAlike, containment, haveOtherNumbers, type Signature, signatureOf } from './merge-advice.ts';
import { sourceCount } from './score-relevance.ts';

type Conflicts = FilterVerdict['conflicts'];
interface Judged {
  readonly item: DraftCriterion;
  readonly signature: Signature;
}

const SHOWN = 'The text alone can show it.';
/** A criterion with nearly all words of another asks for the same and more, unless it is about much else besides. */
const CONTAINED = 0.7;
const MIN_SHARED_STEMS = 2;
const MAX_LONGER = 3;

export const filterCriteria: Step<DraftCriterion, FilterVerdict> = (_run, _task, items) => {
  const judged = items
    .map((item): Judged => ({ item, signature: signatureOf(item.text) }))
    .sort(
      (a, b) =>
        sourceCount(b.item) - sourceCount(a.item) ||
        b.signature.stems.size - a.signature.stems.size ||
        (`${a.item.text}\n${a.item.id}` < `${b.item.text}\n${b.item.id}` ? -1 : 1),
    );
  const kept: Judged[] = [];
  const repeated = new Set<Judged>();
  for (const candidate of judged) {
    if (kept.some((other) => saysTheSame(other, candidate))) repeated.add(candidate);
    else kept.push(candidate);
  }
  const verdictOf = (criterion: Judged): FilterVerdict =>
    repeated.has(criterion)
      ? { applies: false, reason: 'Another criterion asks for the same or more.', conflicts: [] }
      : { applies: true, reason: SHOWN, conflicts: conflictsOf(criterion, kept) };
  return Promise.resolve(new Map(judged.map((criterion) => [criterion.item.id, done(verdictOf(criterion))])));
};

function saysTheSame({ signature: left }: Judged, { signature: right }: Judged): boolean {
  if (left.negative !== right.negative || haveOtherNumbers(left, right)) return false;
  const [smaller, larger] = left.stems.size <= right.stems.size ? [left, right] : [right, left];
  return (
    areAlike(left, right) ||
    (smaller.stems.size >= MIN_SHARED_STEMS &&
      larger.stems.size <= MAX_LONGER * smaller.stems.size &&
      containment(smaller, larger) >= CONTAINED)
  );
}

function conflictsOf(criterion: Judged, kept: readonly Judged[]): Conflicts {
  return kept
    .filter((other) => isOpposed(criterion.signature, other.signature))
    .map(({ item }) => ({ with: item.id, reason: 'One asks for what the other forbids.' }))
    .sort((a, b) => (a.with < b.with ? -1 : 1));
}

const MIN_OPPOSED_STEMS = 2;

function isOpposed(left: Signature, right: Signature): boolean {
  return (
    left.negative !== right.negative &&
    Math.min(left.stems.size, right.stems.size) >= MIN_OPPOSED_STEMS &&
    containment(left, right) === 1 &&
    containment(right, left) === 1
  );
}
