/** How well picking the best of N candidates does against their true scores (TICK, §5.2). */
import { mean, requireSome } from './mean.ts';

/** A candidate's score by the judge and its true one; null: it has none. */
export interface ScoredCandidate {
  readonly score: number | null;
  readonly truth: number | null;
}

export interface BestOfN {
  /** Of all candidates picked, those that are truly best: each wrongly picked tie costs. Null where none was picked. */
  readonly precision: number | null;
  /** The true score of what was picked, averaged over tied picks, then over groups. */
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
    candidates.flatMap(({ score, truth }) => (score === null || truth === null ? [] : [{ score, truth }])),
  );
  const usable = complete.filter((candidates) => candidates.length > 0);
  const picks = usable.map((candidates) => {
    const highest = Math.max(...candidates.map(({ score }) => score));
    return candidates.filter(({ score }) => score === highest).map(({ truth }) => truth);
  });
  const truths = usable.map((candidates) => candidates.map(({ truth }) => truth));
  const best = truths.map((group) => Math.max(...group));
  const right = picks.flatMap((group, index) => group.filter((truth) => truth === best[index]));
  const picked = picks.flat().length;
  return {
    precision: picked === 0 ? null : right.length / picked,
    trueScore: meanOfMeans(picks),
    randomScore: meanOfMeans(truths),
    picked,
    groups: usable.length,
    missingGroups: groups.length - usable.length,
    missingCandidates: groups.flat().length - complete.flat().length,
  };
}

/** Of groups that are not empty. */
function meanOfMeans(groups: readonly (readonly number[])[]): number | null {
  return mean(groups.map((group) => mean(group) ?? Number.NaN));
}
