/** How well picking the best of N candidates does against their true scores (TICK, §5.2). */
import { mean, requireSome } from './mean.ts';

/** A candidate's score by the judge and its true one; null: it has none. */
export interface ScoredCandidate {
  readonly score: number | null;
  readonly truth: number | null;
  /** How many items the true score is a rate of; absent: all candidates count alike. */
  readonly items?: number;
}

export interface BestOfN {
  /** Of all candidates picked, those that are truly best: each wrongly picked tie costs. Null where none was picked. */
  readonly precision: number | null;
  /**
   * The true score of what was picked, averaged over tied picks, then over groups. Where true scores are rates of items it
   * is DRFR, the share of all items of what was picked that are met (TICK, table 5).
   */
  readonly trueScore: number | null;
  /** The same for one candidate taken at random. */
  readonly randomScore: number | null;
  readonly picked: number;
  readonly groups: number;
  /** Groups in which no candidate has both scores. */
  readonly missingGroups: number;
  /** Candidates left out for lack of either score. */
  readonly missingCandidates: number;
}

/** @throws InputError without groups */
export function bestOfN(groups: readonly (readonly ScoredCandidate[])[]): BestOfN {
  requireSome(groups, 'groups');
  const complete = groups.map((candidates) =>
    candidates.flatMap(({ score, truth, items = 1 }) =>
      score === null || truth === null ? [] : [{ score, truth, items }],
    ),
  );
  const usable = complete.filter((candidates) => candidates.length > 0);
  const picks = usable.map((candidates) => {
    const highest = Math.max(...candidates.map(({ score }) => score));
    return candidates.filter(({ score }) => score === highest);
  });
  const best = usable.map((group) => Math.max(...group.map(({ truth }) => truth)));
  const right = picks.flatMap((group, index) => group.filter(({ truth }) => truth === best[index]));
  const picked = picks.flat().length;
  return {
    precision: picked === 0 ? null : right.length / picked,
    trueScore: rateOf(picks),
    randomScore: rateOf(usable),
    picked,
    groups: usable.length,
    missingGroups: groups.length - usable.length,
    missingCandidates: groups.flat().length - complete.flat().length,
  };
}

/** Met items of all items, each group counting as its average candidate; null of no groups or no items. */
function rateOf(groups: readonly (readonly { readonly truth: number; readonly items: number }[])[]): number | null {
  const sumOf = (value: (candidate: { truth: number; items: number }) => number) =>
    groups.reduce((sum, group) => sum + (mean(group.map(value)) ?? 0), 0);
  const items = sumOf((candidate) => candidate.items);
  return items === 0 ? null : sumOf(({ truth, items: counted }) => truth * counted) / items;
}
