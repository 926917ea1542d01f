/** Tells outages of the model's server from failures of a step, and missing answers from empty ones. */
import type { Unanswered } from '../domain/criteria-set.ts';
import { NoAnswerError, StepFailedError, UnavailableError } from '../domain/errors.ts';
import { PROBE, type CallRecord } from '../domain/model.ts';

type Silence = Extract<CallRecord['outcome'], { status: 'unscored' }>;

/**
 * A step that failed where a server fell silent, at the start or halfway: its last call without a value had no answer.
 * @param calls of the failed run, as they ended
 */
export function asNoAnswer(error: unknown, calls: readonly CallRecord[]): unknown {
  if (!(error instanceof StepFailedError)) return error;
  const sent = calls.filter(({ role }) => role !== PROBE);
  const lost = sent.filter(
    ({ step, outcome }) => outcome.status !== 'done' && (error.step === null || step === error.step),
  );
  const isSilent = isSilence(lost.at(-1)?.outcome) || error.cause instanceof UnavailableError;
  return isSilent && !(error instanceof NoAnswerError)
    ? new NoAnswerError(error.message, {
        isHalfway: !sent.every(({ outcome }) => isSilence(outcome)),
        step: error.step,
        ids: error.ids,
        status: error.status,
        cause: error,
        ...(error.advice === null ? {} : { advice: error.advice }),
      })
    : error;
}

function isSilence(outcome: CallRecord['outcome'] | undefined): outcome is Silence {
  return outcome?.status === 'unscored' && outcome.failure === 'unavailable';
}

/**
 * Unanswered questions by step, without searches by a model: another engine may have answered them.
 * @param others unanswered requests to services other than the model
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
  readonly questions: number;
  readonly reason: string;
  /** True if no call was answered: probably an outage. */
  readonly isAll: boolean;
}

/** Null if all calls were answered. */
export function unansweredOf(calls: readonly CallRecord[]): UnansweredCalls | null {
  const asked = calls.filter(({ role }) => role !== PROBE);
  const silent = unansweredIn(asked, []);
  if (silent.length === 0) return null;
  const questions = silent.reduce((sum, entry) => sum + entry.questions, 0);
  return { questions, reason: silent.map(({ reason }) => reason).join('; '), isAll: questions === asked.length };
}
