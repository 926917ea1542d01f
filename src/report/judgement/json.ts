/** Judgements as JSON: the whole record of each, with its id and its rates by category. */
import type { Judgement } from '../../domain/judgement.ts';
import { recordId } from '../../judge/record-id.ts';
import { overallRate, passRatesByCategory } from '../../judge/pass-rate.ts';
import { printableJson } from '../../text/printable.ts';

export function renderJudgementJson(judgements: readonly Judgement[]): string {
  const value = {
    overall: {
      responses: judgements.length,
      /** DRFR. */
      rate: overallRate(judgements.map(({ passRate }) => passRate)),
    },
    judgements: judgements.map((judgement) => ({
      id: recordId('judgement', judgement),
      ...judgement,
      categories: Object.fromEntries(passRatesByCategory(judgement)),
    })),
  };
  return `${printableJson(value, 2)}\n`;
}
