/** Refining from a program. */
import { InputError } from '../domain/errors.ts';
import type { Refinement, RefineMethod } from '../domain/refinement.ts';
import { DEFAULT_ROUNDS, MAX_ROUNDS } from '../judge/refine-rounds.ts';
import {
  checklistToJudgeBy,
  judgeOptionsOf,
  type GivenChecklist,
  type JudgeResponseOptions,
} from './judging-options.ts';
import { withApp } from './with-app.ts';

export interface RefineResponseOptions extends JudgeResponseOptions {
  /** At most so many rounds (1–4; default 1). */
  readonly rounds?: number;
  /** Default: `checklist`; `self-critique` is the baseline. */
  readonly method?: RefineMethod;
}

/**
 * Improves a response by what its checklist finds unmet (STICK); `rounds[kept]` is never worse than the start.
 * @throws InputError (without a model, too), UnavailableError, LimitError or CancelledError
 */
export async function refine(
  response: string,
  checklist: GivenChecklist,
  options: RefineResponseOptions = {},
): Promise<Refinement> {
  const { rounds = DEFAULT_ROUNDS, method = 'checklist' } = options;
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS)
    throw new InputError(`rounds must be a whole number from 1 to ${MAX_ROUNDS}; it is ${rounds}.`);
  const input = { name: 'response', response, checklist: checklistToJudgeBy(checklist, options) };
  return withApp(options, (app) => app.refine(input, { rounds, method, judging: judgeOptionsOf(options) }));
}
