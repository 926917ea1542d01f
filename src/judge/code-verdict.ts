/** The verdict of code on an item that has a typed check. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { runCheck } from './checks/run-check.ts';

type CheckedItem = Pick<ChecklistItem, 'check'>;

/** Whether code may decide it whatever the response says: no call need be planned for it. */
export function isCountable({ check }: CheckedItem): boolean {
  return check?.decides === 'all';
}

/** @returns null where it is for a judge: no check, one that cannot tell, or one that is met but decides a part alone */
export async function codeVerdict({ check }: CheckedItem, response: string): Promise<Verdict | null> {
  if (check == null) return null;
  const { met, counted } = await runCheck(check.rule, response);
  return met === null || (met && check.decides === 'part') ? null : decidedByCode(met, counted);
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
