/** The checklist for a response: all stated criteria and the best implied ones. */
import type { Criterion } from '../domain/criterion.ts';

export interface HeldBack {
  readonly criterion: Criterion;
  /** A sentence. */
  readonly reason: string;
  /** True if the only reason is that the list is full. */
  readonly isBelow: boolean;
}

export interface SelectedCriteria {
  /** Stated criteria, then implied ones, best first. */
  readonly criteria: readonly Criterion[];
  readonly heldBack: readonly HeldBack[];
}

export type Block = 'stated' | 'implied';

/** Implied criteria in the default list. */
export const DEFAULT_TOP = 25;
/** Limit for a criterion and its special cases: more would displace other criteria. */
const MAX_OF_A_KIND = 2;

/**
 * All stated criteria and at most `top` implied ones. Leaves out the lower-ranked one of two contradictory criteria, further
 * special cases, and unclear criteria.
 * @param only absent: both blocks
 */
export function checklistOf(ranked: readonly Criterion[], top = DEFAULT_TOP, only?: Block): SelectedCriteria {
  const criteria: Criterion[] = [];
  const heldBack: HeldBack[] = [];
  const isFull = () => impliedOf(criteria).length >= top;
  for (const criterion of inBlock(ranked, only)) {
    const reason = reasonAgainst(criterion, criteria);
    const isBelow = reason === null && !criterion.explicit && isFull();
    if (isBelow) heldBack.push({ criterion, reason: `${top} stand above it.`, isBelow });
    else if (reason !== null) heldBack.push({ criterion, reason, isBelow });
    else criteria.push(criterion);
  }
  return { criteria, heldBack };
}

/** @param chosen the higher-ranked criteria of the list */
function reasonAgainst(
  { id, explicit, nearTo, conflicts, unclear }: Criterion,
  chosen: readonly Criterion[],
): string | null {
  const conflict = conflicts.find(
    ({ with: other }) => other === 'instruction' || chosen.some((criterion) => criterion.id === other),
  );
  if (conflict !== undefined) return `It asks for the contrary of ${opponentName(conflict.with)}: ${conflict.reason}`;
  if (unclear !== undefined && !explicit) return `Readers would disagree on it: ${unclear}`;
  const sameKind = chosen.filter((other) => kindOf(other) === (nearTo ?? id)).length;
  return !explicit && sameKind >= MAX_OF_A_KIND ? `${sameKind} of its kind stand above it.` : null;
}

/** Stated criteria, then implied ones. */
export function inBlock(criteria: readonly Criterion[], only?: Block): readonly Criterion[] {
  const stated = only === 'implied' ? [] : criteria.filter(({ explicit }) => explicit);
  return only === 'stated' ? stated : [...stated, ...impliedOf(criteria)];
}

function kindOf({ id, nearTo }: Criterion): string {
  return nearTo ?? id;
}

export function opponentName(id: string): string {
  if (id === 'instruction') return 'the instruction';
  return id.startsWith('a') ? 'one of its own sources' : id;
}

export function impliedOf(criteria: readonly Criterion[]): readonly Criterion[] {
  return criteria.filter(({ explicit }) => !explicit);
}
