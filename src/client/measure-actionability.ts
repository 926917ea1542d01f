/** Measuring actionability from a program. */
import type { Actionability } from '../domain/actionability.ts';
import {
  checklistToJudgeBy,
  judgeOptionsOf,
  type GivenChecklist,
  type JudgeResponseOptions,
} from './judging-options.ts';
import { withApp } from './with-app.ts';

/**
 * Edits a response towards each unmet item, alone, and judges it again (EvalAgent); `actionabilityFigures` puts several
 * together.
 * @throws InputError (without a model, too), UnavailableError, LimitError or CancelledError
 */
export async function measureActionability(
  response: string,
  checklist: GivenChecklist,
  options: JudgeResponseOptions = {},
): Promise<Actionability> {
  const input = { name: 'response', response, checklist: checklistToJudgeBy(checklist, options) };
  return withApp(options, (app) => app.measureActionability(input, judgeOptionsOf(options)));
}
