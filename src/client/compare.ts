/** Comparing from a program. */
import type { Comparison, Protocol } from '../domain/comparison.ts';
import { parseTask } from '../domain/parse-task.ts';
import {
  checklistToJudgeBy,
  judgeOptionsOf,
  type GivenChecklist,
  type JudgeResponseOptions,
} from './judging-options.ts';
import { withApp } from './with-app.ts';

export interface CompareResponsesOptions extends JudgeResponseOptions {
  /** Default: `pass-rate`. */
  readonly by?: Protocol;
  /** For pass rates and check-then-score; default: one is generated from the instruction. */
  readonly checklist?: GivenChecklist;
}

/**
 * Says which of two responses is better (TICK). A preference is asked in both orders, and is a tie where they disagree.
 * @returns a winner, a tie, or `unscored` with a reason: a judge that fails is never a tie
 * @throws InputError, UnavailableError, LimitError or CancelledError
 */
export async function compare(
  a: string,
  b: string,
  options: CompareResponsesOptions = {},
): Promise<Comparison> {
  const { instruction, context, checklist } = options;
  const input = {
    name: 'a – b',
    task: instruction === undefined ? null : parseTask(instruction, context ?? null),
    a: { name: 'a', response: a },
    b: { name: 'b', response: b },
    checklist: checklist === undefined ? null : checklistToJudgeBy(checklist, options),
    label: null,
  };
  const chosen = {
    by: options.by ?? 'pass-rate',
    judging: judgeOptionsOf(options),
    examples: true,
    top: null,
  };
  return withApp(options, (app) => app.compare(input, chosen));
}
