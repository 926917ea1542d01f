/** The client's way to reward completions, for training and for choosing data. */
import { DEFAULT_CHECKLIST_POLICY } from '../domain/checklist-policies.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { ScoreName } from '../domain/judgement.ts';
import type { Rewards } from '../domain/rewards.ts';
import { partOf, type RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { giveRewards, type RewardPorts } from '../jobs/rewards.ts';
import { checklistFromSet } from '../judge/checklist-from-set.ts';
import { judgeOptionsOf, type JudgeOptions } from '../judge/judge-options.ts';
import { judge, usageOf } from '../judge/judge.ts';
import { generateChecklist } from '../judge/write-checklists.ts';
import { givenChecklist, taskOf, type GivenChecklist, type GivenInstruction } from './given-input.ts';
import type { CallOptions, Start } from './runs.ts';
import { unansweredOf } from '../run/no-answer.ts';

export interface RewardsRequest {
  /** One for each completion, or one for all. */
  readonly prompts: GivenInstruction | readonly GivenInstruction[];
  readonly completions: readonly string[];
  /** What all are judged by; `discover` and `generate` make a list for each prompt, once. */
  readonly criteria: GivenChecklist | 'discover' | 'generate';
}

export interface RewardsOptions extends CallOptions, Partial<Omit<JudgeOptions, 'score'>> {
  /** Default: `weighted`. */
  readonly score?: ScoreName | undefined;
  /** True: each reward comes with how far each item is met. */
  readonly byCriterion?: boolean | undefined;
}

export interface GivenRewards extends Rewards {
  readonly runId: string;
  /** Questions that a server did not answer: asked again, only those are sent. */
  readonly unanswered: 'none' | 'some' | 'all';
}

export interface RewardsMethods {
  /**
   * One reward in 0–1 for each completion, null with a reason where it is unscored. Equal completions are judged once, and
   * what one of them fails of is its own reason; where a limit is reached those that are left have it for theirs.
   * @throws InputError where prompts and completions are not as many; CancelledError
   */
  rewards(request: RewardsRequest, options?: RewardsOptions): Promise<GivenRewards>;
}

export const DEFAULT_REWARD_SCORE = 'weighted' satisfies ScoreName;

/**
 * @param discover gives a kept set, or a new one
 * @param atOnce completions: as many as calls, since a short list takes one call
 */
export function rewardsMethods(
  start: Start,
  discover: (run: RunContext, task: Task) => Promise<CriteriaSet>,
  atOnce: number,
): RewardsMethods {
  return {
    rewards: (
      { prompts, completions, criteria },
      { score = DEFAULT_REWARD_SCORE, byCriterion = false, ...options } = {},
    ) =>
      start(options, async (run, agents) => {
        const tasks = tasksOf(prompts, completions.length);
        const judging = { ...judgeOptionsOf(options), score };
        const common = typeof criteria === 'string' ? null : givenChecklist(criteria, {});
        const checklistOf = async (task: Task) => {
          if (common !== null) return common;
          if (criteria === 'generate') return generateChecklist(run, agents, task, DEFAULT_CHECKLIST_POLICY);
          return checklistFromSet(await discover(partOf(run, 'criteria'), task));
        };
        const given = completions.flatMap((completion, at) => {
          const task = tasks[at];
          return task === undefined ? [] : [{ task, completion }];
        });
        // All in one run, which its usage is of; a limit leaves without a reward what is under way then, and the rest.
        const judgeOne: RewardPorts['judge'] = (name, response, checklist) =>
          judge(run, agents, { name, response, checklist }, judging);
        const { lost, ...rewards } = await giveRewards({ checklistOf, judge: judgeOne }, given, {
          ...{ score, byCriterion, atOnce },
        });
        const silent = unansweredOf(agents?.model.callsOf(run.runId) ?? []);
        const isAll = lost === rewards.judged || (silent?.isAll ?? false);
        const unanswered = isAll ? 'all' : lost > 0 || silent !== null ? 'some' : 'none';
        return { runId: run.runId, ...rewards, usage: usageOf(run, agents), unanswered };
      }),
  };
}

function tasksOf(prompts: RewardsRequest['prompts'], count: number): readonly Task[] {
  const all = isList(prompts) ? prompts : Array.from({ length: count }, () => prompts);
  if (all.length !== count)
    throw new InputError(`There are ${all.length} prompts and ${count} completions.`, {
      advice: 'Give one prompt for each completion, or one for all.',
    });
  return all.map((prompt) => taskOf(prompt, undefined));
}

function isList(prompts: RewardsRequest['prompts']): prompts is readonly GivenInstruction[] {
  return Array.isArray(prompts);
}
