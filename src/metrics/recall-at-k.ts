/** Recall of human criteria by a list of criteria (EvalAgent, §4.1). */
import { mean, requireSome } from './mean.ts';

/**
 * Per human criterion: the groups of generated criteria (by index) that cover it, mostly groups of one. Empty: not covered.
 */
export type Coverage = readonly (readonly (readonly number[])[])[];

/**
 * The share of human criteria that the first k generated ones cover.
 * @param order indexes of generated criteria, best first; default: their order
 * @throws InputError without human criteria
 */
export function recallAtK(coverage: Coverage, k: number, order?: readonly number[]): number {
  requireSome(coverage, 'given criteria');
  const first = order === undefined ? null : new Set(order.slice(0, k));
  const isIn = (place: number) => (first === null ? place < k : first.has(place));
  return mean(coverage.map((groups) => (groups.some((group) => group.every(isIn)) ? 1 : 0))) ?? 0;
}

/**
 * Greedy order with the best recall: next comes the group that covers the most uncovered criteria per generated criterion. The
 * rest comes last. The optimal order is too expensive to compute.
 */
export function oracleOrder(coverage: Coverage, generated: number): number[] {
  const order: number[] = [];
  const taken = new Set<number>();
  let open = coverage.filter((groups) => groups.length > 0);
  while (open.length > 0) {
    const candidates = new Map(open.flat().map((group) => [String(missingOf(group, taken)), missingOf(group, taken)]));
    let best: { readonly places: readonly number[]; readonly gain: number } = { places: [], gain: 0 };
    for (const places of candidates.values()) {
      const after = new Set([...taken, ...places]);
      const gain = open.filter((groups) => isCovered(groups, after)).length / places.length;
      if (gain > best.gain) best = { places, gain };
    }
    for (const place of best.places) taken.add(place);
    order.push(...best.places);
    open = open.filter((groups) => !isCovered(groups, taken));
  }
  return [...order, ...Array.from({ length: generated }, (_, place) => place).filter((place) => !taken.has(place))];
}

function missingOf(group: readonly number[], taken: ReadonlySet<number>): readonly number[] {
  return group.filter((place) => !taken.has(place));
}

function isCovered(groups: readonly (readonly number[])[], taken: ReadonlySet<number>): boolean {
  return groups.some((group) => group.every((place) => taken.has(place)));
}
