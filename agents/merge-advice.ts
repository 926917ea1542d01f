/** Finds the points of two lists that say the same, and words each group once (EvalAgent, summarize). */
import { z } from 'zod';
import type { Point } from '../src/domain/advice.ts';
import type { MergeGroup } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { shortIds, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { shareContentWord, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';

const GroupRow = z.strictObject({ ids: z.array(z.string()), text: z.string() });
type GroupRow = z.infer<typeof GroupRow>;

/** Only groups: a point that stands alone needs no answer, so that long lists cost little. */
export const MergeAdviceAnswer = z.strictObject({ groups: z.array(GroupRow) });

export interface MergeAdviceInput {
  readonly task: Task;
  readonly left: readonly Point[];
  readonly right: readonly Point[];
}

/** Both lists were merged before, so most groups are pairs; a larger one is a subject, not one piece of advice. */
const MAX_GROUP_POINTS = 6;

/** @returns groups of two to six points, no point in two groups; points that no group names stay as they are */
export async function mergeAdvice(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, left, right }: MergeAdviceInput,
): Promise<ModelOutcome<readonly MergeGroup[]>> {
  const ids = shortIds([...left, ...right], ({ text }) => text);
  return ask(model, prompts, run, {
    step: 'merging',
    agent: 'merge-advice',
    variables: {
      task: fenceTask(task),
      first: fencedList('first list', ids.shown.slice(0, left.length)),
      second: fencedList('second list', ids.shown.slice(left.length)),
    },
    schema: MergeAdviceAnswer,
    validate: ({ groups }) => [
      ...ids.problems(
        groups.flatMap((group) => group.ids),
        'some',
      ),
      ...groups.flatMap((group, index) => {
        const problem = groupProblem(group, ids);
        return problem === null ? [] : [`Group ${index + 1} ${problem}.`];
      }),
    ],
    read: ({ groups }) => {
      const named = groups.flatMap((group) => group.ids);
      const isOnce = (id: string) => named.indexOf(id) === named.lastIndexOf(id);
      return groups.flatMap((group) => {
        const own = { ...group, ids: group.ids.filter((id) => isOnce(id) && ids.itemOf(id) !== undefined) };
        if (groupProblem(own, ids) !== null) return [];
        return [{ text: tidy(own.text), pointIds: own.ids.flatMap((id) => ids.itemOf(id)?.id ?? []) }];
      });
    },
  });
}

function groupProblem(group: GroupRow, ids: ShortIds<Point>): string | null {
  if (group.ids.length < 2) return 'has fewer than two points; leave out points that stand alone';
  if (group.ids.length > MAX_GROUP_POINTS)
    return `has more than ${MAX_GROUP_POINTS} points; put together only those that ask for the very same`;
  const problem = wordingProblem(group.text);
  if (problem !== null) return problem;
  const foreign = group.ids.find((id) => !shareContentWord(ids.itemOf(id)?.text ?? group.text, group.text));
  return foreign === undefined ? null : `has a wording that says nothing of ${foreign}`;
}
