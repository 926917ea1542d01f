/** Turns a reached limit into the error of a run. */
import { LimitError, StepFailedError } from '../domain/errors.ts';
import type { BudgetExceeded } from '../domain/budget.ts';
import type { ModelClient } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';

const FORMATS: Readonly<Record<BudgetExceeded['limit'], (amount: number) => string>> = {
  maxUsd: (usd) => `${usd} USD`,
  maxCalls: (calls) => `${calls} model ${calls === 1 ? 'call' : 'calls'}`,
  maxTokens: (tokens) => `${tokens} tokens`,
  maxSeconds: (seconds) => `${seconds} seconds`,
};

/** “4 model calls (maxCalls)”. */
export const limitText = (limit: BudgetExceeded['limit'], amount: number): string =>
  `${FORMATS[limit](amount)} (${limit})`;

function limitError({ limit, allowed, needed, budget }: BudgetExceeded, cause?: unknown): LimitError {
  const ofBudget = budget === undefined ? '' : ` of the budget “${budget}”`;
  const reached = FORMATS[limit](Number(needed.toPrecision(4)));
  return new LimitError(
    `The limit of ${limitText(limit, allowed)}${ofBudget} was reached: the next call would have brought it to ${reached}.`,
    {
      advice: 'Raise the limit and run again: stored answers are not paid for twice.',
      ...(budget === undefined ? {} : { budget }),
      cause,
    },
  );
}

/**
 * Replaces a StepFailedError by what made the step fail: a limit that was reached, or a model that refused all it was asked.
 * @param run must belong to this work only: a limit of other work must not spoil it
 * @param model null without a model
 * @throws LimitError if a limit stopped a call of this run, because an incomplete result would be random; InputError if a
 *   model refused all calls of this run, and never answered
 */
export async function withinLimits<Result>(
  run: RunContext,
  model: Pick<ModelClient, 'exceeded' | 'refused'> | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = (cause?: unknown) => {
    const limit = model?.exceeded(run.runId) ?? null;
    return limit === null ? (model?.refused(run.runId) ?? null) : limitError(limit, cause);
  };
  const result = await work().catch((error: unknown) => {
    throw error instanceof StepFailedError ? (stop(error) ?? error) : error;
  });
  const stopped = stop();
  if (stopped !== null) throw stopped;
  return result;
}
