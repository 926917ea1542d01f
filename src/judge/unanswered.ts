/** How many questions a model was asked and gave no usable answer to: a rate without them says less than it seems to. Pure. */
import type { Comparison, JudgeGrounds } from '../domain/comparison.ts';
import type { Edit } from '../domain/judged-work.ts';
import type { ItemVerdict, JudgedResponse } from '../domain/judgement.ts';
import { reasonsIn } from '../domain/outcome.ts';

/** Items without a verdict for want of an answer: votes that tie were given, and what code could not check nobody was asked. */
export function unansweredItems({ verdicts }: Pick<JudgedResponse, 'verdicts'>): number {
  return verdicts.filter(({ verdict }) => verdict.status === 'unscored' && (verdict.votes?.unscored ?? 0) > 0).length;
}

/** Edits whose text was not written, or of whose item no answer could be had. */
export function unansweredEdits(edits: readonly Edit[]): number {
  return edits.filter(({ outcome, itemId, judged }) => {
    if (outcome.status === 'scored') return false;
    return (
      judged === null || unansweredItems({ verdicts: judged.verdicts.filter((each) => each.itemId === itemId) }) > 0
    );
  }).length;
}

/** Why no item has a verdict, if the reason is the same for all; otherwise null. */
export function sharedReason(verdicts: readonly ItemVerdict[]): string | null {
  const reasons = reasonsIn(verdicts.map(({ verdict }) => verdict));
  const [reason, ...others] = new Set(reasons);
  return reason !== undefined && others.length === 0 && reasons.length === verdicts.length ? reason : null;
}

/** A pair without a verdict counts as one; one that is decided by pass rates counts the items without one. */
export function unansweredOfComparison({ result, grounds, comparers }: Comparison): number {
  const open = groundsIn(grounds).reduce((sum, each) => sum + openItems(each), 0);
  if (open > 0) return open;
  return result.status === 'unscored' && Object.keys(comparers).length > 0 ? 1 : 0;
}

function groundsIn(grounds: Comparison['grounds']): readonly (JudgeGrounds | null)[] {
  if (grounds === null) return [];
  if (grounds.kind === 'panel') return grounds.members.flatMap((member) => groundsIn(member.grounds));
  return grounds.kind === 'selective' ? [grounds.without.grounds, grounds.with] : [grounds];
}

function openItems(grounds: JudgeGrounds | null): number {
  if (grounds?.kind !== 'pass-rates') return 0;
  return unansweredItems(grounds.a) + unansweredItems(grounds.b);
}
