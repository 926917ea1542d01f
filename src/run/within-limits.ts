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
 * Replaces a StepFailedError by a LimitError if a limit was reached.
 * @param run must belong to this work only: a limit of other work must not spoil it
 * @param model null without a model
 * @throws LimitError if a limit stopped a call of this run, because an incomplete result would be random
 */
export async function withinLimits<Result>(
  run: RunContext,
  model: Pick<ModelClient, 'exceeded'> | null,
  work: () => Promise<Result>,
): Promise<Result> {
  const exceeded = () => model?.exceeded(run.runId) ?? null;
  const result = await work().catch((error: unknown) => {
    const limit = exceeded();
    throw limit !== null && error instanceof StepFailedError ? limitError(limit, error) : error;
  });
  const limit = exceeded();
  if (limit !== null) throw limitError(limit);
  return result;
}
