/** The verdict of code on an item that has a check. What an item says in plain words, code never reads. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { unscored } from '../domain/outcome.ts';
import type { PatternTime } from './checks/count/patterns.ts';
import { runCheck } from './checks/run-check.ts';

type CheckedItem = Pick<ChecklistItem, 'check'>;

const NO_CHECK = 'No model is named, and no check stands beside this item.';

/** Whether code may decide it whatever the response says: no call need be planned for it. */
export function isCountable({ check }: CheckedItem): boolean {
  return check?.decides === 'all';
}

/** @returns unscored where it is for a judge: no check, one that cannot tell, or one that is met but decides a part alone */
export async function codeVerdict({ check }: CheckedItem, response: string, left: PatternTime): Promise<Verdict> {
  if (check == null) return openForJudge(NO_CHECK);
  const { met, counted } = await runCheck(check.rule, response, left);
  if (met === null) return openForJudge(`No model is named, and code cannot tell: ${counted}.`);
  if (met && check.decides === 'part')
    return openForJudge(`No model is named, and the check decides a part alone, which is met: ${counted}.`);
  return decidedByCode(met, counted);
}

export function openForJudge(reason: string): Verdict {
  return { ...unscored(reason), votes: null };
}

export function decidedByCode(met: boolean, reason: string): Verdict {
  return {
    status: 'scored',
    answer: met ? 'yes' : 'no',
    by: 'code',
    reason,
    quotes: [],
    votes: null,
    voteShare: null,
    yesProbability: null,
  };
}
