/** Pass rates: the share of a checklist's items that a response meets (TICK: PR and DRFR), and whether it reaches a minimum. Pure. */
import { Category, type ChecklistItem } from '../domain/checklist.ts';
import type { ItemVerdict, JudgedResponse, Judgement, PassRate, Score, Verdict } from '../domain/judgement.ts';
import { isAbove } from '../metrics/is-above.ts';
import { ratio } from '../metrics/mean.ts';
import { earnedBy } from '../metrics/scores.ts';

/** What is not applicable or unscored counts neither for nor against. Items without a verdict are unscored. */
export function passRateOf(items: readonly ChecklistItem[], verdicts: readonly ItemVerdict[]): PassRate {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  const counts = { yes: 0, no: 0, notApplicable: 0, unscored: 0 };
  const weights = { earned: 0, counted: 0 };
  for (const { id, weight } of items) {
    const verdict = byItem.get(id);
    const earned = earnedBy(verdict);
    if (earned !== null) {
      weights.earned += Math.abs(weight) * earned;
      weights.counted += Math.abs(weight);
    }
    if (verdict?.status !== 'scored') counts.unscored += 1;
    else if (verdict.answer === 'not-applicable') counts.notApplicable += 1;
    else counts[verdict.answer] += 1;
  }
  return {
    rate: ratio(counts.yes, counts.yes + counts.no),
    weightedRate: ratio(weights.earned, weights.counted),
    ...counts,
  };
}

/** By category, in the vocabulary's order; an item counts in each of its categories. */
export function passRatesByCategory({
  checklist,
  verdicts,
}: Pick<Judgement, 'checklist' | 'verdicts'>): ReadonlyMap<Category, PassRate> {
  return new Map(
    Category.options.flatMap((category) => {
      const items = checklist.items.filter(({ categories }) => categories.includes(category));
      return items.length === 0 ? [] : [[category, passRateOf(items, verdicts)] as const];
    }),
  );
}

/** DRFR: the rate over all items of all responses together (micro average); null where nothing was scored. */
export function overallRate(rates: readonly PassRate[]): number | null {
  const sum = (of: (rate: PassRate) => number) => rates.reduce((total, rate) => total + of(rate), 0);
  const yes = sum((rate) => rate.yes);
  return ratio(yes, yes + sum(({ no }) => no));
}

/** A rate over the few that were scored would pass for one over all. */
export function isMostlyUnscored({ yes, no, unscored }: Pick<PassRate, 'yes' | 'no' | 'unscored'>): boolean {
  return unscored > yes + no;
}

type Rated = Pick<JudgedResponse, 'verdicts' | 'passRate'>;

/**
 * The rate that responses are compared by: the pass rate, in which an item with levels earns the value of its level.
 * @param countsLost whether an item without a verdict counts as not met: an unreadable answer must not lift a rate above
 *   that of a response whose items were all judged; default: it does not count
 * @param weightOf an item's share in the rate; default: all the same
 * @returns [0, 1]; null where no item of any weight has a yes, a no or a level
 */
export function earnedRate(
  verdicts: readonly ItemVerdict[],
  countsLost: (itemId: string) => boolean = () => false,
  weightOf: (itemId: string) => number = () => 1,
): number | null {
  const weights = { earned: 0, counted: 0, lost: 0 };
  for (const { itemId, verdict } of verdicts) {
    const earned = earnedBy(verdict);
    if (earned !== null) {
      weights.earned += weightOf(itemId) * earned;
      weights.counted += weightOf(itemId);
    } else if (verdict.status === 'unscored' && countsLost(itemId)) weights.lost += weightOf(itemId);
  }
  const { earned, counted, lost } = weights;
  return counted === 0 ? null : earned / (counted + lost);
}

/** Ids of the items that are met or not met in any of these; not applicable is neither. */
export function countedItems(responses: readonly Pick<Rated, 'verdicts'>[]): ReadonlySet<string> {
  const verdicts = responses.flatMap((response) => response.verdicts);
  return new Set(verdicts.flatMap(({ itemId, verdict }) => (answerOf(verdict) === null ? [] : [itemId])));
}

/** Null where the verdict is neither yes nor no. */
export function answerOf(verdict: Verdict): 'yes' | 'no' | null {
  return verdict.status === 'unscored' || verdict.answer === 'not-applicable' ? null : verdict.answer;
}

export interface MinimumDecision {
  /** `undecided`: it is for the unscored items to tell, or nothing is scored. */
  readonly verdict: 'reached' | 'missed' | 'undecided';
  /** The rate if every unscored item were unmet, and if every one were met, [0, 1]; null where there is no item at all. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** @param min [0, 1] */
export function decideMinimum(
  { rate, yes, no, unscored }: Pick<PassRate, 'rate' | 'yes' | 'no' | 'unscored'>,
  min: number,
): MinimumDecision {
  const all = yes + no + unscored;
  return decided({ value: rate, lowest: ratio(yes, all), highest: ratio(yes + unscored, all) }, min);
}

function decided(
  { value, lowest, highest }: Pick<Score, 'value' | 'lowest' | 'highest'>,
  min: number,
): MinimumDecision {
  if (value === null || lowest === null || highest === null) return { verdict: 'undecided', lowest, highest };
  return {
    verdict: !isAbove(min, lowest) ? 'reached' : isAbove(min, highest) ? 'missed' : 'undecided',
    lowest,
    highest,
  };
}

/** What a response is rated by: the score that was asked for, or the pass rate. */
export function ratingOf({ passRate: { rate }, score }: Pick<JudgedResponse, 'passRate' | 'score'>): number | null {
  return score === undefined ? rate : score.value;
}

/** Whether that reaches a minimum whatever the unscored items would be. @param min [0, 1] */
export function decideRating(
  { passRate, score }: Pick<JudgedResponse, 'passRate' | 'score'>,
  min: number,
): MinimumDecision {
  return score === undefined ? decideMinimum(passRate, min) : decided(score, min);
}
