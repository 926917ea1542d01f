/** The client's way to find out whether a judge rewards texts without merit. */
import { DEFAULT_CHECKLIST_POLICY } from '../domain/checklist-policies.ts';
import { judgeAttacks, type AttackOptions } from '../judge/judge-attacks.ts';
import { judgeOptionsOf } from '../judge/judge-options.ts';
import { COMPARISON_PROTOCOLS, SCORING } from '../judge/protocols/index.ts';
import { protocolOptionsOf } from '../judge/protocols/protocol-options.ts';
import type { FigureOptions } from '../measure/figure.ts';
import { measureAttacks, type AttackFigures } from '../measure/measure-attacks.ts';
import {
  givenChecklist,
  namedResponse,
  taskOf,
  type GivenChecklist,
  type GivenInstruction,
  type GivenResponse,
  type InstructionOptions,
} from './given-input.ts';
import type { ScoreCallOptions } from './judging-options.ts';
import { DEFAULT_REWARD_SCORE } from './rewards.ts';
import type { Start } from './runs.ts';

/** Where items are judged, `score` is the reward (default: `weighted`); a protocol scores by itself. */
export interface MeasureAttacksOptions
  extends Omit<ScoreCallOptions, keyof InstructionOptions | 'by' | 'reference' | 'seed'>, FigureOptions {
  /** Default: `pass-rate`, items one by one. */
  readonly by?: AttackOptions['by'] | undefined;
}

export interface GivenAttackCase {
  readonly instruction: GivenInstruction;
  /** Honest ones, good and weak. */
  readonly responses: readonly GivenResponse[];
  /** Default: that of the options, or one that is generated from the instruction. */
  readonly checklist?: GivenChecklist | undefined;
  readonly reference?: string | null | undefined;
}

export interface AttacksMethods {
  /**
   * Whether texts without merit (nothing, the criteria, praise of itself, an order to the judge, padding, repetition) are
   * rewarded like honest responses. @throws InputError without cases or responses
   */
  measureAttacks(cases: readonly GivenAttackCase[], options?: MeasureAttacksOptions): Promise<AttackFigures>;
}

export function attacksMethods({
  start,
  hasWeakModel,
}: {
  readonly start: Start;
  readonly hasWeakModel: boolean;
}): AttacksMethods {
  return {
    measureAttacks: (cases, { resamples, seed, by = 'pass-rate', checklist, ...options } = {}) => {
      const { score = DEFAULT_REWARD_SCORE, policy = DEFAULT_CHECKLIST_POLICY, top = null } = options;
      const common = checklist === undefined ? null : givenChecklist(checklist, {});
      const toAttack = cases.map(({ instruction, responses, reference = null, ...ofCase }) => ({
        task: taskOf(instruction, undefined),
        responses: responses.map((response, at) => namedResponse(response, `response ${at + 1}`)),
        checklist: ofCase.checklist === undefined ? common : givenChecklist(ofCase.checklist, {}),
        reference,
      }));
      const judging = { ...judgeOptionsOf(options), score };
      const protocol = by === 'pass-rate' ? COMPARISON_PROTOCOLS[by] : SCORING[by];
      const how = protocolOptionsOf(by, protocol, options, hasWeakModel);
      return start(options, async (run, agents) => {
        const verdicts = await judgeAttacks(run, agents, toAttack, { by, judging, how, policy, top });
        return measureAttacks(verdicts, { resamples, seed });
      });
    },
  };
}
