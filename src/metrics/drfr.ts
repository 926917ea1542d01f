/** The pass rate of a data set. */
import type { Answer } from '../domain/judgement.ts';
import { requireSome } from './mean.ts';

export interface DataSetRate {
  /** DRFR = Σ yes / Σ (yes + no), the micro average over all answers of all responses (TICK, §2); null if none was scored. */
  readonly rate: number | null;
  readonly yes: number;
  readonly scored: number;
  readonly notApplicable: number;
  readonly unscored: number;
}

/** @param responses answers per response; null: unscored. Only yes and no count. @throws InputError without responses */
export function drfr(responses: readonly (readonly (Answer | null)[])[]): DataSetRate {
  requireSome(responses, 'responses');
  const answers = responses.flat();
  const count = (wanted: Answer | null) => answers.filter((answer) => answer === wanted).length;
  const yes = count('yes');
  const scored = yes + count('no');
  return {
    rate: scored === 0 ? null : yes / scored,
    yes,
    scored,
    notApplicable: count('not-applicable'),
    unscored: count(null),
  };
}
