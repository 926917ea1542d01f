/** Tells a server that answers nothing from a step that failed by itself. */
import { NoAnswerError, StepFailedError } from '../domain/errors.ts';
import { PROBE, type CallRecord } from '../domain/model.ts';

/** @param calls of the run that the error ended */
export function asNoAnswer(error: unknown, calls: readonly CallRecord[]): unknown {
  if (!(error instanceof StepFailedError)) return error;
  const asked = calls.filter(({ role, exchanges }) => role !== PROBE && !exchanges.some(({ cached }) => cached));
  const isSilent = asked.every(({ outcome }) => outcome.status === 'unscored' && outcome.failure === 'unavailable');
  return asked.length > 0 && isSilent ? new NoAnswerError(error.message, { cause: error }) : error;
}
