/** Finds duplicate criteria and plain contradictions. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { sourceCount } from './score-relevance.ts';
import { areAlike, containment, type Signature, SignatureIndex, signatureOf } from './signature.ts';
import type { ReaderFor } from './text-kind.ts';

type Conflicts = FilterVerdict['conflicts'];
interface Judged {
  readonly item: DraftCriterion;
  readonly signature: Signature;
}

const SHOWN = 'The text alone can show it.';
export const filterCriteria =
  (readerFor: ReaderFor): Step<DraftCriterion, FilterVerdict> =>
  async (_run, task, items) => {
    const { names } = await readerFor(task);
    const judged = items
      .map((item): Judged => ({ item, signature: signatureOf(item.text, names) }))
      .sort(
        (a, b) =>
          sourceCount(b.item) - sourceCount(a.item) ||
          b.signature.stems.size - a.signature.stems.size ||
          (`${a.item.text}\n${a.item.id}` < `${b.item.text}\n${b.item.id}` ? -1 : 1),
      );
    const kept = new SignatureIndex<Judged>();
    const repeated = new Set<Judged>();
    for (const candidate of judged) {
      if (kept.near(candidate.signature).some((other) => areAlike(other.signature, candidate.signature)))
        repeated.add(candidate);
      else kept.add(candidate, candidate.signature);
    }
    const verdictOf = (criterion: Judged): FilterVerdict =>
      repeated.has(criterion)
        ? { applies: false, reason: 'Another criterion asks for the same or more.', conflicts: [] }
        : { applies: true, reason: SHOWN, conflicts: conflictsOf(criterion, kept.near(criterion.signature)) };
    return new Map(judged.map((criterion) => [criterion.item.id, done(verdictOf(criterion))]));
  };

function conflictsOf(criterion: Judged, kept: readonly Judged[]): Conflicts {
  return kept
    .filter((other) => isOpposed(criterion.signature, other.signature))
    .map(({ item }) => ({ with: item.id, reason: 'One asks for what the other forbids.' }))
    .sort((a, b) => (a.with < b.with ? -1 : 1));
}

const MIN_OPPOSED_STEMS = 2;

function isOpposed(left: Signature, right: Signature): boolean {
  return (
    (left.negations - right.negations) % 2 !== 0 &&
    Math.min(left.stems.size, right.stems.size) >= MIN_OPPOSED_STEMS &&
    containment(left, right) === 1 &&
    containment(right, left) === 1
  );
}
