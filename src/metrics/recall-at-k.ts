/** How much of what people ask for a list of criteria covers (EvalAgent, §4.1). */
import { mean, requireSome } from './mean.ts';

/**
 * For each criterion of people the groups of generated ones, by their places, of which any covers it: mostly groups of
 * one. None: it is not covered.
 */
export type Coverage = readonly (readonly (readonly number[])[])[];

/**
 * The share of people's criteria that the first k generated ones cover.
 * @param order places of generated criteria, best first; default: as they were generated
 * @throws InputError where people have none
 */
export function recallAtK(coverage: Coverage, k: number, order?: readonly number[]): number {
  requireSome(coverage, 'given criteria');
  const first = order === undefined ? null : new Set(order.slice(0, k));
  const isIn = (place: number) => (first === null ? place < k : first.has(place));
  return mean(coverage.map((groups) => (groups.some((group) => group.every(isIn)) ? 1 : 0))) ?? 0;
}

/**
 * The order of the same criteria that covers most earliest: next comes what covers most of what is still open, for each
 * criterion that it takes; what covers nothing more stands last. Greedy, as the best order of all is beyond computing.
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
