/** The verdict of code on an item that has a check. What an item says in plain words, code never reads. */
import type { Check } from '../domain/check.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Verdict } from '../domain/judgement.ts';
import { unscored } from '../domain/outcome.ts';
import type { PatternTime } from './checks/count/patterns.ts';
import type { CallFunction } from './checks/call-function.ts';
import { runCheck } from './checks/run-check.ts';

type CheckedItem = Pick<ChecklistItem, 'check' | 'appliesWhen'>;
type JudgedItem = Pick<ChecklistItem, 'weight' | 'check' | 'appliesWhen'>;

const HAS_NO_CHECK = openForJudge('No model is named (--model), and the item has no check.');
const HAS_CONDITION = openForJudge('No model is named, and code cannot tell whether the item applies to the response.');

/** Whether code may decide it whatever the response says: no call need be planned for it. */
export function isCountable({ check, appliesWhen }: CheckedItem): boolean {
  return check?.decides === 'all' && appliesWhen === undefined;
}

export interface CodeDecision {
  readonly verdict: Verdict;
  /** The verdict is for want of a model: a judge may give another. */
  readonly isForJudge: boolean;
}

/** For a judge: a condition, no check, one that cannot tell, or one that is met but decides a part alone. What a function failed to decide is for nobody. */
export async function codeVerdict(
  item: JudgedItem,
  response: string,
  left: PatternTime,
  call: CallFunction,
): Promise<CodeDecision> {
  const { check, appliesWhen } = item;
  if (check == null) return HAS_NO_CHECK;
  if (appliesWhen !== undefined) return HAS_CONDITION;
  // A check states what the item's text states. Below 0 that is a fault, and yes is its absence: where the check is not met.
  const isFault = item.weight < 0;
  const wanted: Check = isFault ? { kind: 'not', check: check.rule } : check.rule;
  const { met, counted, isFinal } = await runCheck(wanted, response, left, call);
  if (isFinal === true) return { verdict: unscoredByCode(`Code cannot tell: ${counted}.`), isForJudge: false };
  if (met === null) return openForJudge(`No model is named, and code cannot tell: ${counted}.`);
  if (met !== isFault && check.decides === 'part')
    return openForJudge(`No model is named, and the check decides a part alone, which is met: ${counted}.`);
  return decidedByCode(met, counted);
}

function unscoredByCode(reason: string): Verdict {
  return { ...unscored(reason), votes: null };
}

/** False where a model could decide nothing: a function failed, or is not there. */
export function lacksModel(verdict: Verdict): boolean {
  return verdict.status === 'unscored' && verdict.reason.startsWith('No model is named');
}

export function openForJudge(reason: string): CodeDecision {
  return { verdict: unscoredByCode(reason), isForJudge: true };
}

export function decidedByCode(met: boolean, reason: string): CodeDecision {
  const verdict: Verdict = {
    status: 'scored',
    answer: met ? 'yes' : 'no',
    by: 'code',
    reason,
    quotes: [],
    votes: null,
    voteShare: null,
    yesProbability: null,
  };
  return { verdict, isForJudge: false };
}
