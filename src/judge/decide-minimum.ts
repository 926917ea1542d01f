/** Whether a response reaches a minimum, whatever its unscored items would come to. Pure. */
import type { PassRate } from '../domain/judgement.ts';

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
  if (all === 0) return { verdict: 'undecided', lowest: null, highest: null };
  const [lowest, highest] = [yes / all, (yes + unscored) / all];
  if (rate === null) return { verdict: 'undecided', lowest, highest };
  const verdict = lowest >= min ? 'reached' : highest < min ? 'missed' : 'undecided';
  return { verdict, lowest, highest };
}
