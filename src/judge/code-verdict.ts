/** The verdict of code on an item that has a check, or a wording that is recognised as one. */
import type { DecidingCheck } from '../domain/check.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { recognizeCheck } from './checks/recognize-check.ts';
import { runCheck } from './checks/run-check.ts';

type CheckedItem = Pick<ChecklistItem, 'text' | 'question' | 'check'>;

/** The item's own check; else statement and question say the same, and either may be the one that is recognised. */
function checkOf({ text, question, check }: CheckedItem): DecidingCheck | null {
  return check ?? recognizeCheck(text) ?? recognizeCheck(question);
}

/** Whether code may decide it whatever the response says: no call need be planned for it. */
export function isCountable(item: CheckedItem): boolean {
  return checkOf(item)?.decides === 'all';
}

/** @returns null where it is for a judge: no check, one that cannot tell, or one that is met but decides a part alone */
export async function codeVerdict(item: CheckedItem, response: string): Promise<Verdict | null> {
  const check = checkOf(item);
  if (check === null) return null;
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
