/** Tells a server that answers nothing from a step that failed by itself, and what it left out from what there is not. */
import type { Unanswered } from '../domain/criteria-set.ts';
import { NoAnswerError, StepFailedError } from '../domain/errors.ts';
import { PROBE, type CallRecord } from '../domain/model.ts';

type Silence = Extract<CallRecord['outcome'], { status: 'unscored' }>;

/** @param calls of the run that the error ended */
export function asNoAnswer(error: unknown, calls: readonly CallRecord[]): unknown {
  if (!(error instanceof StepFailedError)) return error;
  const asked = calls.filter(({ role, exchanges }) => role !== PROBE && !exchanges.some(({ cached }) => cached));
  return asked.length > 0 && asked.every(({ outcome }) => isSilence(outcome))
    ? new NoAnswerError(error.message, { cause: error })
    : error;
}

function isSilence(outcome: CallRecord['outcome']): outcome is Silence {
  return outcome.status === 'unscored' && outcome.failure === 'unavailable';
}

/**
 * By step. A search that asks a model is a search: another engine may have answered in its place.
 * @param others what services other than the model's left unanswered
 */
export function unansweredIn(
  calls: readonly CallRecord[],
  others: readonly Pick<Unanswered, 'step' | 'reason'>[],
): Unanswered[] {
  const reasons = new Map<Unanswered['step'], string[]>();
  const add = ({ step, reason }: Pick<Unanswered, 'step' | 'reason'>) =>
    reasons.set(step, [...(reasons.get(step) ?? []), reason]);
  others.forEach(add);
  for (const { step, outcome } of calls)
    if (isSilence(outcome) && step !== 'search') add({ step, reason: outcome.reason });
  return [...reasons]
    .map(([step, all]) => ({ step, questions: all.length, reason: [...new Set(all)].sort().slice(0, 3).join('; ') }))
    .sort((a, b) => (a.step < b.step ? -1 : 1));
}

export interface UnansweredCalls {
  readonly reason: string;
  /** Nothing at all was answered: the server may be away. */
  readonly isAll: boolean;
}

/** Null where all calls were answered. */
export function unansweredOf(calls: readonly CallRecord[]): UnansweredCalls | null {
  const silent = unansweredIn(calls, []);
  if (silent.length === 0) return null;
  const questions = silent.reduce((sum, each) => sum + each.questions, 0);
  return { reason: silent.map(({ reason }) => reason).join('; '), isAll: questions === calls.length };
}
