/** Selecting from a program. */
import { InputError } from '../domain/errors.ts';
import type { Selection } from '../domain/selection.ts';
import {
  checklistToJudgeBy,
  judgeOptionsOf,
  type GivenChecklist,
  type JudgeResponseOptions,
} from './judging-options.ts';
import { withApp } from './with-app.ts';

/**
 * Picks the best of several responses by one checklist (TICK, best-of-N); ties are kept.
 * @param candidates the responses, or how many to sample from the model for the instruction
 * @throws InputError, UnavailableError, LimitError or CancelledError
 */
export async function bestOf(
  candidates: readonly string[] | number,
  checklist: GivenChecklist,
  options: JudgeResponseOptions = {},
): Promise<Selection> {
  const count = typeof candidates === 'number' ? candidates : candidates.length;
  if (!Number.isInteger(count) || count < 1)
    throw new InputError(`There must be at least one candidate; there are ${count}.`);
  const input = {
    candidates:
      typeof candidates === 'number'
        ? candidates
        : candidates.map((response, index) => ({ name: `candidate ${index + 1}`, response })),
    checklist: checklistToJudgeBy(checklist, options),
  };
  return withApp(options, (app) => app.selectBest(input, judgeOptionsOf(options)));
}
