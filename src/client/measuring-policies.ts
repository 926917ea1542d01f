/** The client's way to figures about policies of checklists. */
import type { PolicyVerdicts } from '../data/policy-verdicts.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import { judgeOptionsOf } from '../judge/judge-options.ts';
import { judgePolicies } from '../judge/judge-policies.ts';
import { judgeRepeatedly, type HumanJudged, type OfRow, type RepeatedVerdicts } from '../judge/repeated-verdicts.ts';
import { measurePolicies, type PoliciesMeasured, type PoliciesOptions } from '../measure/measure-policies.ts';
import { givenChecklist, type GivenChecklist } from './given-input.ts';
import type { CallOptions, Start } from './runs.ts';

export interface MeasurePoliciesOptions extends CallOptions, PoliciesOptions {
  /** Default: the study's six. */
  readonly policies?: readonly ChecklistPolicy[] | undefined;
  /** Judgements of each response, or of each order of a pair; default 5. */
  readonly votes?: number | undefined;
  /** How often a list is asked for again where none could be read; default 0, in the study 3. */
  readonly regenerate?: number | undefined;
}

export interface PoliciesResult extends PoliciesMeasured {
  /** What the figures are taken of, for other figures. */
  readonly verdicts: PolicyVerdicts;
}

export interface PoliciesMethods {
  /**
   * Whether the judge gains from checklists (checklist study, §5): each case is judged without one, and with one by each
   * policy. @throws InputError without a model or cases
   */
  measurePolicies(data: HumanJudged<Pick<OfRow, 'subset'>>, options?: MeasurePoliciesOptions): Promise<PoliciesResult>;
  /**
   * What the judge says of each case, `votes` times (default 5; a pair in each order): the readable judgements.
   * @param checklist null: without one
   * @throws InputError without a model
   */
  judgeRepeatedly(
    data: HumanJudged,
    checklist: GivenChecklist | null,
    options?: CallOptions & Pick<MeasurePoliciesOptions, 'votes'>,
  ): Promise<RepeatedVerdicts>;
}

/** From §3.2. */
const STUDY_POLICIES = ['baseline', 'specify', 'length-0.5', 'length-1.5', 'self-refine', 'ticking'] as const;

export function policiesMethods(start: Start): PoliciesMethods {
  const judgingBy = (votes: number | undefined) => judgeOptionsOf(votes === undefined ? {} : { votes });
  return {
    measurePolicies: (data, options = {}) =>
      start(options, async (run, agents) => {
        const { policies = STUDY_POLICIES, regenerate = 0, thresholds, unread, resamples, seed, votes } = options;
        const verdicts = await judgePolicies(run, agents, data, { policies, judging: judgingBy(votes), regenerate });
        return { verdicts, ...measurePolicies(verdicts, { thresholds, unread, resamples, seed }) };
      }),
    judgeRepeatedly: (data, given, { votes, ...options } = {}) =>
      start(options, (run, agents) => {
        const checklist = given === null ? null : givenChecklist(given, {});
        return judgeRepeatedly(run, agents, data, checklist, judgingBy(votes));
      }),
  };
}
