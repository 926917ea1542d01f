/** What it means for a run that a limit stopped further model calls. */
import { LimitError } from '../domain/errors.ts';
import type { BudgetExceeded } from '../domain/model.ts';

const IN_WORDS: Readonly<Record<BudgetExceeded['limit'], (amount: number) => string>> = {
  maxUsd: (usd) => `${usd} USD`,
  maxCalls: (calls) => `${calls} model calls`,
  maxTokens: (tokens) => `${tokens} tokens`,
  maxSeconds: (seconds) => `${seconds} seconds`,
};

export function limitError({ limit, allowed, needed }: BudgetExceeded, cause?: unknown): LimitError {
  const inWords = IN_WORDS[limit];
  const reached = inWords(Number(needed.toPrecision(4)));
  return new LimitError(
    `The limit of ${inWords(allowed)} (${limit}) was reached: the next call would have brought it to ${reached}.`,
    {
      advice:
        'Every answer received so far is kept: raise the limit and run again, nothing is paid for twice.',
      cause,
    },
  );
}
