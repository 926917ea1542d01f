/** The client's way to figures about policies of checklists. */
import type { PolicyVerdicts } from '../data/policy-verdicts.ts';
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import { judgeOptionsOf } from '../judge/judge-options.ts';
import type { HumanJudged, OfRow, RepeatedVerdicts } from '../judge/repeated-verdicts.ts';
import type { PoliciesMeasured, PoliciesOptions } from '../measure/measure-policies.ts';
import type { LoadedEngine } from './engine.ts';
import { givenChecklist, type GivenChecklist } from './given-input.ts';
import type { CallOptions, Runs } from './runs.ts';

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

interface Tools {
  readonly runs: Runs;
  readonly engineOf: () => Promise<LoadedEngine>;
}

export function policiesMethods({ runs, engineOf }: Tools): PoliciesMethods {
  return {
    measurePolicies: (data, options = {}) =>
      runs.start(options, async (run) => {
        const { policies = STUDY_POLICIES, regenerate = 0, thresholds, unread, resamples, seed, votes } = options;
        const [{ judgePolicies }, { measurePolicies }, { agents }] = await Promise.all([
          import('../judge/judge-policies.ts'),
          import('../measure/measure-policies.ts'),
          engineOf(),
        ]);
        const judging = judgeOptionsOf(votes === undefined ? {} : { votes });
        const verdicts = await judgePolicies(run, agents, data, { policies, judging, regenerate });
        return { verdicts, ...measurePolicies(verdicts, { thresholds, unread, resamples, seed }) };
      }),
    judgeRepeatedly: (data, given, { votes, ...options } = {}) =>
      runs.start(options, async (run) => {
        const [{ judgeRepeatedly }, { agents }] = await Promise.all([
          import('../judge/repeated-verdicts.ts'),
          engineOf(),
        ]);
        const checklist = given === null ? null : givenChecklist(given, {});
        return judgeRepeatedly(run, agents, data, checklist, judgeOptionsOf(votes === undefined ? {} : { votes }));
      }),
  };
}
