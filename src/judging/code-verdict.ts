/** The verdict of code on an item whose wording it recognises; null: it is for a judge, as is what code cannot tell. */
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { recognizeCheck } from './code-check/recognize-check.ts';
import { runCheck } from './code-check/run-check.ts';

/** Statement and question say the same: either may be the one that is recognised. */
export function codeVerdict(
  { text, question }: Pick<ChecklistItem, 'text' | 'question'>,
  response: string,
): Verdict | null {
  const check = recognizeCheck(text) ?? recognizeCheck(question);
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
