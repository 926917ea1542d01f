/** How many questions a model was asked and gave no usable answer to: a rate without them says less than it seems to. Pure. */
import type { Comparison, JudgeGrounds } from '../domain/comparison.ts';
import type { ItemVerdict, PassRate } from '../domain/judgement.ts';
import { reasonsIn } from '../domain/outcome.ts';

interface Judged {
  readonly passRate: PassRate;
  /** Null: no model was asked. */
  readonly judge: unknown;
}

export function unansweredItems({ passRate, judge }: Judged): number {
  return judge === null ? 0 : passRate.unscored;
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
  return [grounds.a, grounds.b].reduce(
    (sum, { passRate }) => sum + unansweredItems({ passRate, judge: grounds.judge }),
    0,
  );
}
