/** The verdict of code on an item whose wording it recognises; null: it is for a judge, as is what code cannot tell. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import type { CodeCheck } from './checks/code-check.ts';
import { recognizeCheck } from './checks/recognize-check.ts';
import { runCheck } from './checks/run-check.ts';

type Wording = Pick<ChecklistItem, 'text' | 'question'>;

/** Statement and question say the same: either may be the one that is recognised. */
function checkOf({ text, question }: Wording): CodeCheck | null {
  return recognizeCheck(text) ?? recognizeCheck(question);
}

/** Whether code decides it, whatever the response says. */
export function isCountable(item: Wording): boolean {
  return checkOf(item) !== null;
}

export function codeVerdict(item: Wording, response: string): Verdict | null {
  const check = checkOf(item);
  if (check === null) return null;
  const { met, counted } = runCheck(check, response);
  return met === null ? null : decidedByCode(met, counted);
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
