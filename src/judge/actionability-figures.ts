/** What editing towards each unmet item did to the rates (EvalAgent, §3). Pure. */
import type { ActionabilityFigures, Edit } from '../domain/judged-work.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import { ratio } from '../metrics/mean.ts';
import { answerOf } from './pass-rate.ts';

export interface EditedResponse {
  readonly start: JudgedResponse;
  readonly edits: readonly Edit[];
}

/**
 * Over all items of one response, or of several together (micro average). An item whose edit could not be judged is
 * left out before and after. `not applicable` before is left out too: there is nothing to edit towards.
 */
export function actionabilityFigures(responses: readonly EditedResponse[]): ActionabilityFigures {
  const verdicts = responses.flatMap(({ start }) => start.verdicts.map(({ verdict }) => verdict));
  const edits = responses.flatMap((response) => response.edits);
  const met = verdicts.filter((verdict) => answerOf(verdict) === 'yes').length;
  const judged = edits.flatMap(({ outcome }) => (outcome.status === 'scored' ? [outcome] : []));
  const unmet = judged.length;
  const repaired = judged.filter((outcome) => outcome.repaired).length;
  const scored = met + unmet;
  return {
    scored,
    unmet,
    repaired,
    unscored: verdicts.filter(({ status }) => status === 'unscored').length + edits.length - unmet,
    before: ratio(met, scored),
    after: ratio(met + repaired, scored),
    delta: ratio(repaired, scored),
    repairRate: ratio(repaired, unmet),
    broken: edits.reduce((sum, edit) => sum + edit.broken.length, 0),
  };
}
