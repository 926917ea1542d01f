/** Those criteria of a ranked set that can be asked of one response at once. */
import type { Criterion } from '../domain/criterion.ts';

export interface HeldBack {
  readonly criterion: Criterion;
  /** The higher-ranked criterion, or the instruction, that asks for the contrary. */
  readonly conflictsWith: string;
  readonly reason: string;
}

export interface SelectedCriteria {
  readonly criteria: readonly Criterion[];
  readonly heldBack: readonly HeldBack[];
}

/** Best first, at most `top`; of two criteria that contradict each other the higher-ranked one stays. */
export function checklistOf(ranked: readonly Criterion[], top = Number.POSITIVE_INFINITY): SelectedCriteria {
  const criteria: Criterion[] = [];
  const heldBack: HeldBack[] = [];
  const chosen = new Set<string>(['instruction']);
  for (const criterion of ranked) {
    if (criteria.length >= top) break;
    const conflict = criterion.conflicts.find((candidate) => chosen.has(candidate.with));
    if (conflict === undefined) {
      criteria.push(criterion);
      chosen.add(criterion.id);
    } else heldBack.push({ criterion, conflictsWith: conflict.with, reason: conflict.reason });
  }
  return { criteria, heldBack };
}
