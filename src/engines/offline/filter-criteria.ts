/** Leaves out what another criterion says already, and names plain contradictions. */
import type { DraftCriterion, FilterVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { conflictOf, conflictWithInstruction, limitsOf, type Demanded } from './conflicts.ts';
import { containment, haveOtherNumbers, likeness, signatureOf } from './same-advice.ts';

type Conflicts = FilterVerdict['conflicts'];
type Judged = Demanded & { readonly item: DraftCriterion };

const SHOWN = 'The text alone can show it.';
const REPEATED = 0.5;
/** A criterion with nearly all words of another asks for the same and more, unless it is about much else besides. */
const CONTAINED = 0.7;
const MIN_SHARED_STEMS = 2;
const MAX_LONGER = 3;

export const filterCriteria: Step<DraftCriterion, FilterVerdict> = (_run, task, items) => {
  const judged = items
    .map((item): Judged => ({ item, signature: signatureOf(item.text), limits: limitsOf(item.text) }))
    .sort(
      (a, b) =>
        b.item.support.sources - a.item.support.sources ||
        b.signature.stems.size - a.signature.stems.size ||
        (`${a.item.text}\n${a.item.id}` < `${b.item.text}\n${b.item.id}` ? -1 : 1),
    );
  const kept: Judged[] = [];
  const repeated = new Set<Judged>();
  for (const candidate of judged) {
    if (kept.some((other) => saysTheSame(other, candidate))) repeated.add(candidate);
    else kept.push(candidate);
  }
  const verdictOf = (own: Judged): FilterVerdict =>
    repeated.has(own)
      ? { applies: false, reason: 'Another criterion asks for the same or more.', conflicts: [] }
      : { applies: true, reason: SHOWN, conflicts: conflictsOf(own, kept, task.instruction) };
  return Promise.resolve(new Map(judged.map((own) => [own.item.id, done(verdictOf(own))])));
};

function saysTheSame({ signature: left }: Judged, { signature: right }: Judged): boolean {
  if (left.negative !== right.negative || haveOtherNumbers(left, right)) return false;
  const [smaller, larger] = left.stems.size <= right.stems.size ? [left, right] : [right, left];
  return (
    likeness(left, right) >= REPEATED ||
    (smaller.stems.size >= MIN_SHARED_STEMS &&
      larger.stems.size <= MAX_LONGER * smaller.stems.size &&
      containment(smaller, larger) >= CONTAINED)
  );
}

function conflictsOf(own: Judged, kept: readonly Judged[], instruction: string): Conflicts {
  const asked = conflictWithInstruction(own, instruction);
  const others = kept.flatMap((other): Conflicts[number][] => {
    const reason = other === own ? null : conflictOf(own, other);
    return reason === null ? [] : [{ with: other.item.id, reason }];
  });
  return [...(asked === null ? [] : [{ with: 'instruction' as const, reason: asked }]), ...others].sort((a, b) =>
    a.with < b.with ? -1 : 1,
  );
}
