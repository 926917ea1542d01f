/** What it means for a run that a limit stopped further model calls. */
import { LimitError, StepFailedError } from '../domain/errors.ts';
import type { BudgetExceeded } from '../domain/budget.ts';
import type { ModelClient } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';

const IN_WORDS: Readonly<Record<BudgetExceeded['limit'], (amount: number) => string>> = {
  maxUsd: (usd) => `${usd} USD`,
  maxCalls: (calls) => `${calls} model ${calls === 1 ? 'call' : 'calls'}`,
  maxTokens: (tokens) => `${tokens} tokens`,
  maxSeconds: (seconds) => `${seconds} seconds`,
};

function limitError({ limit, allowed, needed, budget }: BudgetExceeded, cause?: unknown): LimitError {
  const inWords = IN_WORDS[limit];
  const ofBudget = budget === undefined ? '' : ` of the budget “${budget}”`;
  const reached = inWords(Number(needed.toPrecision(4)));
  return new LimitError(
    `The limit of ${inWords(allowed)} (${limit})${ofBudget} was reached: the next call would have brought it to ${reached}.`,
    {
      advice: 'Raise the limit and run again: no answer that the store has kept is paid for twice.',
      cause,
    },
  );
}

/**
 * A step that failed because a limit was reached is no failure of the step: the user set the limit.
 * @param run of this work alone: what stopped the calls of other work does not spoil what was done before
 * @param model null where no model is asked
 * @throws LimitError where a limit stopped a call of this run, since what is left out would depend on chance
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
