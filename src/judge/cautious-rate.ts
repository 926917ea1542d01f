/** Ranks responses by one checklist in a way that no lost verdict wins by. Pure. */
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Verdict } from '../domain/judgement.ts';

/**
 * The pass rate in which an item of `counted` counts as not met where it has no verdict: an unreadable answer must not
 * lift a rate above that of a response whose items were all judged. Never above the pass rate itself.
 * @param counted ids of the items that have a yes or a no where it matters
 * @returns [0, 1]; null where no item has a yes or a no
 */
export function cautiousRate(
  { verdicts, passRate }: Pick<JudgedResponse, 'verdicts' | 'passRate'>,
  counted: ReadonlySet<string>,
): number | null {
  if (passRate.rate === null) return null;
  const lost = verdicts.filter(({ itemId, verdict }) => verdict.status === 'unscored' && counted.has(itemId));
  return passRate.yes / (passRate.yes + passRate.no + lost.length);
}

/** Ids of the items that are met or not met; not applicable is neither. */
export function countedItems({ verdicts }: Pick<JudgedResponse, 'verdicts'>): readonly string[] {
  return verdicts.flatMap(({ itemId, verdict }) => (answerOf(verdict) === null ? [] : [itemId]));
}

/** Null where the verdict is neither yes nor no. */
export function answerOf(verdict: Verdict): 'yes' | 'no' | null {
  if (verdict.status === 'unscored' || verdict.answer === 'not-applicable') return null;
  return verdict.answer;
}
