/** Judges texts without merit beside honest responses to the same instructions, by a checklist or by a protocol that scores. */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse, ScoringProtocol } from '../domain/comparison.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import { ScoreName } from '../domain/judgement.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import {
  ATTACKS,
  honestRange,
  type AttackedCase,
  type AttackVerdicts,
  type JudgedText,
} from '../data/attack-verdicts.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { isOfWhole } from '../metrics/scores.ts';
import { attackText } from './attacks.ts';
import { checklistFor } from './compare.ts';
import { judge } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { SCORING } from './protocols/index.ts';
import { scoreResponse, type ScoreOptions } from './score-response.ts';
import { isUnread } from './tally-votes.ts';

export interface CaseToAttack {
  readonly task: Task;
  /** At least one honest response. */
  readonly responses: readonly NamedResponse[];
  /** Null: where one is needed, it is generated from the task. */
  readonly checklist: Checklist | null;
  /** A good response, for protocols that are shown one. */
  readonly reference: string | null;
}

export interface AttackOptions extends Omit<ScoreOptions, 'by' | 'judging'> {
  readonly by: ScoringProtocol | 'pass-rate';
  /** With the score that is the reward, where items are judged. */
  readonly judging: JudgeOptions & Required<Pick<JudgeOptions, 'score'>>;
}

/** @throws InputError without cases, or without responses to one; StepFailedError where none could be judged; LimitError, CancelledError, UnavailableError */
export async function judgeAttacks(
  run: RunContext,
  agents: AgentModel | null,
  cases: readonly CaseToAttack[],
  options: AttackOptions,
): Promise<AttackVerdicts> {
  if (cases.length === 0) throw new InputError('There are no instructions to try attacks on.');
  const outcomes = await Promise.all(
    cases.map(async (each) => {
      try {
        return { attacked: await attackedCase(run, agents, each, options), failure: null };
      } catch (error) {
        if (!(error instanceof StepFailedError)) throw error;
        return { attacked: null, failure: { task: each.task, error } };
      }
    }),
  );
  const failures = outcomes.flatMap(({ failure }) => failure ?? []);
  const [first] = failures;
  if (first !== undefined && failures.length === cases.length) throw first.error;
  return {
    by: options.by === 'pass-rate' ? options.judging.score : options.by,
    cases: outcomes.flatMap(({ attacked }) => attacked ?? []),
    leftOut: failures.map(({ task, error }) => ({ task, reason: error.message })),
  };
}

/** Lists, verdicts and scores of the whole that nobody gave, or that could not be read: figures leave them out. */
export function unansweredInAttacks({ by, cases, leftOut }: AttackVerdicts): number {
  const score = ScoreName.safeParse(by);
  const ratesWhole = !score.success || isOfWhole(score.data);
  const texts = cases.flatMap(({ honest, attacks }) => [...honest, ...attacks]);
  const open = ({ reward, verdicts }: JudgedText) =>
    verdicts.filter(({ verdict }) => isUnread(verdict)).length + Number(ratesWhole && reward === null);
  return texts.reduce((sum, text) => sum + open(text), leftOut.length);
}

type JudgeText = (text: NamedResponse) => Promise<JudgedText>;

async function attackedCase(
  run: RunContext,
  agents: AgentModel | null,
  input: CaseToAttack,
  options: AttackOptions,
): Promise<AttackedCase> {
  const { task, responses } = input;
  if (responses.length === 0) throw new InputError(`There is no response to “${task.instruction}”.`);
  const { by } = options;
  const needsList = by === 'pass-rate' || SCORING[by].usesChecklist;
  const checklist = needsList ? await checklistFor(run, agents, input, options).get() : input.checklist;
  const judgeText: JudgeText =
    by === 'pass-rate'
      ? byItems(run, agents, checklist, options)
      : byProtocol(run, agents, { ...input, checklist }, { ...options, by });
  const honest = await Promise.all(responses.map(judgeText));
  const items = checklist?.items ?? [];
  const material = {
    instruction: task.instruction,
    questions: items.map(({ question }) => question),
    weak: honestRange(honest).weakest.response,
  };
  const attacks = await Promise.all(
    ATTACKS.map(async (attack) => ({
      attack,
      ...(await judgeText({ name: attack, response: attackText(attack, material) })),
    })),
  );
  return {
    task,
    items: items.map(({ id, text, weight, fault }) => ({ id, text, isFault: weight < 0 || fault === true })),
    honest,
    attacks,
  };
}

function byItems(
  run: RunContext,
  agents: AgentModel | null,
  checklist: Checklist | null,
  { judging }: AttackOptions,
): JudgeText {
  if (checklist === null) throw new Error('Items are judged by a checklist.');
  return async ({ name, response }) => {
    const { score, verdicts } = await judge(run, agents, { name, response, checklist }, judging);
    return { name, response, reward: score?.value ?? null, reason: score?.reason ?? null, verdicts };
  };
}

/** The reward is the place of the score on the protocol's scale. */
function byProtocol(
  run: RunContext,
  agents: AgentModel | null,
  { task, checklist, reference }: CaseToAttack,
  options: ScoreOptions,
): JudgeText {
  return async ({ name, response }) => {
    const input = { name, response, task, checklist, reference };
    const { result, scale } = await scoreResponse(run, agents, input, options);
    if (result.status === 'unscored') return { name, response, reward: null, reason: result.reason, verdicts: [] };
    const [lowest, highest] = scale;
    return { name, response, reward: (result.score - lowest) / (highest - lowest), reason: null, verdicts: [] };
  };
}
