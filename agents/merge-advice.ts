/** Finds the points of two lists that say the same, and words each group once (EvalAgent, summarize). */
import { z } from 'zod';
import type { Point } from '../src/domain/advice.ts';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { rowProblems, shareContentWord, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const GroupRow = z.strictObject({ ids: z.array(z.string()), text: z.string() });
type GroupRow = z.infer<typeof GroupRow>;

export interface MergeAdviceInput {
  readonly task: Task;
  readonly left: readonly Point[];
  readonly right: readonly Point[];
}

/** Both lists were merged before, so most groups are pairs; a larger one is a subject, not one piece of advice. */
const MAX_GROUP_POINTS = 6;

/** Yields groups of two to six points, no point in two groups; points that no group names stay as they are. */
export const mergeAdvice = defineAgent({
  name: 'merge-advice',
  step: 'merging',
  // One wording for each two points that become one.
  cost: { shownPerItem: SENTENCE_TOKENS, answeredPerItem: SENTENCE_TOKENS / 2, answeredPerCall: 80 },
  // Only groups: a point that stands alone needs no answer, so that long lists cost little.
  schema: z.strictObject({ groups: z.array(GroupRow) }),
  cites: ({ left, right }: MergeAdviceInput) => [...left, ...right],
  variables: ({ task, left }, { shown }) => ({
    task: fenceTask(task),
    first: fencedList('first list', shown.slice(0, left.length)),
    second: fencedList('second list', shown.slice(left.length)),
  }),
  validate: ({ groups }, _input, ids) => [
    ...ids.problems(
      groups.flatMap((group) => group.ids.map((id) => ({ id }))),
      0,
    ),
    ...rowProblems('Group', groups, (group) => groupProblem(group, ids)),
  ],
  read: ({ groups }, _input, ids) => {
    const named = groups.flatMap((group) => group.ids);
    const isOnce = (id: string) => named.indexOf(id) === named.lastIndexOf(id);
    return groups.flatMap((group) => {
      const own = { ...group, ids: group.ids.filter((id) => isOnce(id) && ids.itemOf(id) !== undefined) };
      if (groupProblem(own, ids) !== null) return [];
      return [{ text: tidy(own.text), pointIds: own.ids.flatMap((id) => ids.itemOf(id)?.id ?? []) }];
    });
  },
});

function groupProblem(group: GroupRow, ids: ShortIds<Point>): string | null {
  if (group.ids.length < 2) return 'has fewer than two points; leave out points that stand alone';
  if (group.ids.length > MAX_GROUP_POINTS)
    return `has more than ${MAX_GROUP_POINTS} points; put together only those that ask for the very same`;
  const problem = wordingProblem(group.text);
  if (problem !== null) return problem;
  const foreign = group.ids.find((id) => !shareContentWord(ids.itemOf(id)?.text ?? group.text, group.text));
  return foreign === undefined ? null : `has a wording that says nothing of ${foreign}`;
}
