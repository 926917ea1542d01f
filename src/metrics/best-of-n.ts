/** Quality of best-of-N selection against true scores (TICK, §5.2). */
import { isAbove } from './is-above.ts';
import { mean, ratio, requireSome } from './mean.ts';

/** A candidate's judge score and true score; null if missing. */
interface ScoredCandidate {
  readonly score: number | null;
  readonly truth: number | null;
  /** Number of items behind the true score. Absent: all candidates have the same weight. */
  readonly items?: number | undefined;
}

interface BestOfN {
  /** Share of truly best candidates among those picked; wrong ties lower it. Null if none was picked. */
  readonly precision: number | null;
  /**
   * Mean true score of the picks, over ties, then over groups. If true scores are rates of items, this is DRFR: the share of
   * met items of the picks (TICK, table 5).
   */
  readonly trueScore: number | null;
  /** The same for a random candidate. */
  readonly randomScore: number | null;
  readonly groups: number;
  /** Groups without a candidate with both scores. */
  readonly missingGroups: number;
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
    return candidates.filter(({ score }) => !isAbove(highest, score));
  });
  const best = usable.map((group) => Math.max(...group.map(({ truth }) => truth)));
  const right = picks.flatMap((group, index) => group.filter(({ truth }) => truth === best[index]));
  return {
    precision: ratio(right.length, picks.flat().length),
    trueScore: rateOf(picks),
    randomScore: rateOf(usable),
    groups: usable.length,
    missingGroups: groups.length - usable.length,
  };
}

/** Met items / all items, with the average candidate of each group; null without items. */
function rateOf(groups: readonly (readonly { readonly truth: number; readonly items: number }[])[]): number | null {
  const sumOf = (value: (candidate: { truth: number; items: number }) => number) =>
    groups.reduce((sum, group) => sum + (mean(group.map(value)) ?? 0), 0);
  const items = sumOf((candidate) => candidate.items);
  return items === 0 ? null : sumOf(({ truth, items: counted }) => truth * counted) / items;
}
