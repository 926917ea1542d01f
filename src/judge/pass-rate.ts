/** Pass rates: the share of a checklist's items that a response meets (TICK: PR and DRFR), and whether it reaches a minimum. Pure. */
import { Category, type ChecklistItem } from '../domain/checklist.ts';
import type { ItemVerdict, JudgedResponse, Judgement, PassRate, Score, Verdict } from '../domain/judgement.ts';
import { ratio } from '../metrics/mean.ts';

/** What is not applicable or unscored counts neither for nor against. Items without a verdict are unscored. */
export function passRateOf(items: readonly ChecklistItem[], verdicts: readonly ItemVerdict[]): PassRate {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  const counts = { yes: 0, no: 0, notApplicable: 0, unscored: 0 };
  const weights = { yes: 0, no: 0 };
  for (const { id, weight } of items) {
    const verdict = byItem.get(id);
    if (verdict?.status !== 'scored') counts.unscored += 1;
    else if (verdict.answer === 'not-applicable') counts.notApplicable += 1;
    else {
      counts[verdict.answer] += 1;
      const value = verdict.level?.value ?? Number(verdict.answer === 'yes');
      weights.yes += Math.abs(weight) * value;
      weights.no += Math.abs(weight) * (1 - value);
    }
  }
  return {
    rate: ratio(counts.yes, counts.yes + counts.no),
    weightedRate: ratio(weights.yes, weights.yes + weights.no),
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
 * The pass rate in which an item of `counted` counts as not met where it has no verdict: an unreadable answer must not
 * lift a rate above that of a response whose items were all judged. Never above the pass rate itself.
 * @param counted ids of the items that have a yes or a no where it matters
 * @param weightOf an item's share in the rate; default: all the same
 * @returns [0, 1]; null where no item of any weight has a yes or a no
 */
export function cautiousRate(
  { verdicts }: Pick<Rated, 'verdicts'>,
  counted: ReadonlySet<string>,
  weightOf: (itemId: string) => number = () => 1,
): number | null {
  const weights = { yes: 0, no: 0, lost: 0 };
  for (const { itemId, verdict } of verdicts) {
    const answer = answerOf(verdict);
    if (answer !== null) weights[answer] += weightOf(itemId);
    else if (verdict.status === 'unscored' && counted.has(itemId)) weights.lost += weightOf(itemId);
  }
  const { yes, no, lost } = weights;
  return yes + no === 0 ? null : yes / (yes + no + lost);
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
  return { verdict: lowest >= min ? 'reached' : highest < min ? 'missed' : 'undecided', lowest, highest };
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
