/** Puts pieces of advice together that make one demand: what says it, and its instances (EvalAgent, summarize). */
import { z } from 'zod';
import type { Point } from '../src/domain/advice.ts';
import type { MergeItem } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { lostFigure, rowProblems, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const GroupRow = z.strictObject({ demand: z.string(), says: z.array(z.string()), instances: z.array(z.string()) });
type GroupRow = z.infer<typeof GroupRow>;

interface MergeAdviceInput extends Pick<MergeItem, 'points'> {
  readonly task: Task;
}

/** Of a list of this length or more, no group may hold more than half: that would be a subject, not one demand. */
const LONG_LIST = 10;

/** Yields groups of two or more points, no point in two groups; points that no group names stay as they are. */
export const mergeAdvice = defineAgent({
  name: 'merge-advice',
  step: 'merging',
  // Only groups: a point that stands alone needs no answer, so that long lists cost little.
  schema: z.strictObject({ groups: z.array(GroupRow) }),
  cites: ({ points }: MergeAdviceInput) => points,
  variables: ({ task }, { shown }) => ({ task: fenceTask(task), points: fencedList('advice', shown) }),
  validate: ({ groups }, { points }, ids) => [
    ...ids.problems(
      groups.flatMap((group) => idsOf(group).map((id) => ({ id }))),
      0,
    ),
    ...rowProblems('Group', groups, (group) => groupProblem(group, points.length)),
  ],
  read: ({ groups }, { points }, ids) => {
    const named = groups.flatMap(idsOf);
    const isOnce = (id: string) => named.indexOf(id) === named.lastIndexOf(id);
    const known = (cited: readonly string[]) => cited.filter((id) => isOnce(id) && ids.itemOf(id) !== undefined);
    const pointIds = (cited: readonly string[]) => cited.flatMap((id) => ids.itemOf(id)?.id ?? []);
    return groups.flatMap((group) => {
      const members = { ...group, says: known(group.says), instances: known(group.instances) };
      if (groupProblem(members, points.length) !== null) return [];
      // What the demand lost of a piece stays as an instance of it.
      const instances = [...members.instances, ...withLostFigures(members, ids)];
      return [{ text: tidy(members.demand), pointIds: pointIds(idsOf(members)), instanceIds: pointIds(instances) }];
    });
  },
  // Groups of one piece, which are no groups: nothing merged means the most criteria.
  plannedAnswer: (_input, { shown }) => ({
    groups: shown.flatMap(({ shortId }, index) =>
      index % 2 === 0 ? [{ demand: plannedText(SENTENCE_TOKENS, shortId), says: [shortId], instances: [] }] : [],
    ),
  }),
});

/** Pieces that are said to make the demand, and have a figure where the demand has none. */
function withLostFigures({ demand, says }: GroupRow, ids: ShortIds<Point>): string[] {
  const lost = says.filter((id) => lostFigure(demand, [ids.itemOf(id)?.text ?? '']) !== null);
  return lost.length < says.length ? lost : [];
}

function idsOf({ says, instances }: GroupRow): string[] {
  return [...says, ...instances];
}

function groupProblem(group: GroupRow, points: number): string | null {
  const size = idsOf(group).length;
  if (size < 2) return 'has fewer than two pieces; leave out pieces that stand alone';
  if (points >= LONG_LIST && size > points / 2)
    return 'holds more than half of all pieces; divide it into demands that a text can meet one by one';
  return wordingProblem(group.demand);
}
