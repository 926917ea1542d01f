/** Gives each completion its reward: equal ones are judged once, and one that fails takes no other with it. */
import { setImmediate } from 'node:timers/promises';
import type { Checklist } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import type { JudgedResponse } from '../domain/judgement.ts';
import type { Reward, Rewards } from '../domain/rewards.ts';
import type { Task } from '../domain/task.ts';
import { weighed } from '../metrics/scores.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';
import { concernsAll, createRunner, isSilence, reasonOf, type ItemResult } from './runner.ts';

export interface Completion {
  readonly task: Task;
  readonly completion: string;
}

export interface RewardPorts {
  /** Of one task; asked once for each. */
  readonly checklistOf: (task: Task) => Promise<Checklist>;
  /** With the score. */
  readonly judge: (name: string, response: string, checklist: Checklist) => Promise<Omit<JudgedResponse, 'name'>>;
}

export interface RewardOptions {
  readonly score: Rewards['score'];
  /** Whether each reward is given with its parts. */
  readonly byCriterion: boolean;
  /** Completions that are judged side by side. */
  readonly atOnce: number;
}

/**
 * @returns with how many of those that were to be judged a server that fell silent lost
 * @throws CancelledError; InputError where there is nothing to do
 */
export async function giveRewards(
  { checklistOf, judge }: RewardPorts,
  completions: readonly Completion[],
  { score, byCriterion, atOnce }: RewardOptions,
): Promise<Omit<Rewards, 'usage'> & { readonly lost: number }> {
  if (completions.length === 0) throw new InputError('There are no completions.');
  const keys = completions.map((each) => sha256Hex(canonicalJson(each)));
  const distinct = new Map(completions.map((each, at) => [keys[at] ?? '', each]));
  const lists = new Map<string, Promise<Checklist>>();
  const listOf = (task: Task) => {
    const key = canonicalJson(task);
    const list = lists.get(key) ?? checklistOf(task);
    lists.set(key, list);
    return list;
  };
  const runner = createRunner({ concurrency: atOnce, endsRun: concernsAll });
  const entries = [...distinct];
  const next = oneAtATime();
  const results = await runner.run(entries, async ([key, { task, completion }]) => {
    await next();
    const checklist = { ...(await listOf(task)), task };
    return { checklist, judged: await judge(key.slice(0, 12), completion, checklist) };
  });
  const byKey = new Map(entries.map(([key], at) => [key, rewardOf(results[at], byCriterion)]));
  const details = keys.map((key) => byKey.get(key) ?? NOT_JUDGED);
  const lost = results.filter((result) => isSilence(result)).length;
  return { score, rewards: details.map(({ reward }) => reward), details, judged: distinct.size, lost };
}

/**
 * One after the other: the calls of the first are on their way before the prompts of the next are built, and the answers come
 * one by one, each with time to be read while others are awaited.
 */
function oneAtATime(): () => Promise<void> {
  let last = Promise.resolve();
  return () => (last = last.then(() => setImmediate()));
}

const NOT_JUDGED: Reward = { reward: null, reason: 'It was not judged.', unscoredItems: 0 };

type Judged = ItemResult<{ readonly checklist: Checklist; readonly judged: Omit<JudgedResponse, 'name'> }>;

function rewardOf(result: Judged | undefined, byCriterion: boolean): Reward {
  if (result === undefined) return NOT_JUDGED;
  if (result.status !== 'done') return { reward: null, reason: reasonOf(result), unscoredItems: 0 };
  const { checklist, judged } = result.value;
  const lost = judged.verdicts.flatMap(({ verdict }) => (verdict.status === 'unscored' ? [verdict.reason] : []));
  const reward = judged.score?.value ?? null;
  const why = [judged.score?.reason, lost[0]].filter((each) => each != null).join(' ');
  const criteria = () =>
    checklist.items.map((item, at) => ({
      id: item.id,
      text: item.text,
      value: weighed(item, judged.verdicts[at]?.verdict)?.value ?? null,
    }));
  return {
    reward,
    reason: reward === null ? why || 'No score came of it.' : null,
    unscoredItems: lost.length,
    ...(byCriterion ? { criteria: criteria() } : {}),
  };
}
