/** Turns points of advice into criteria for responses to the instruction, many per call (EvalAgent, rewrite). */
import { z } from 'zod';
import type { Rewrite } from '../src/domain/engine.ts';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { CitableItem, ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine, shareContentWord } from '../src/llm/agent-kit/wording.ts';
import {
  CHECK_FORMS,
  checkProblem,
  criterionProblem,
  ProposedCheck,
  readCriterion,
} from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const RewriteRow = z.strictObject({
  id: z.string(),
  /** Why no criterion can be made of it; null where one is. */
  removal: z.string().nullable(),
  criterion: z.string().nullable(),
  question: z.string().nullable(),
  /** True where the instruction says it already. */
  explicit: z.boolean(),
  check: ProposedCheck,
});
type RewriteRow = z.infer<typeof RewriteRow>;

export interface RewriteCriteriaInput {
  readonly task: Task;
  readonly points: readonly CitableItem[];
}

/** Yields rewrites by point id; points that the model left out, or worded unusably, have none. */
export const rewriteCriteria = defineAgent({
  name: 'rewrite-criteria',
  step: 'rewriting',
  // An answer takes about 60 tokens per point: 60 points stay below 4,096, a common limit on output.
  cost: { itemsPerCall: 60, shownPerItem: SENTENCE_TOKENS, answeredPerItem: 80 },
  schema: z.strictObject({ points: z.array(RewriteRow) }),
  cites: ({ points }: RewriteCriteriaInput) => points,
  variables: ({ task, points }, { shown }) => ({
    task: fenceTask(task),
    count: points.length,
    points: fencedList('points', shown),
    checks: CHECK_FORMS,
  }),
  validate: ({ points: rows }, { task }, ids) => [
    ...ids.problems(rows, ids.shown.length),
    ...rows.flatMap((row) => {
      const problem = rewriteProblem(row, task, ids) ?? checkProblem(row.check);
      return problem === null ? [] : [`${row.id.slice(0, 20)} ${problem}.`];
    }),
  ],
  read: ({ points: rows }, { task }, ids) =>
    ids.valuesById(rows, (row) => (rewriteProblem(row, task, ids) === null ? rewriteOf(row) : null)),
});

function rewriteProblem(
  { id, removal, criterion, question }: RewriteRow,
  { instruction }: Task,
  ids: ShortIds<CitableItem>,
): string | null {
  if (isGiven(removal)) return isGiven(criterion) ? 'has both a criterion and a reason for removal' : null;
  if (!isGiven(criterion) || !isGiven(question))
    return 'has neither a criterion with its question nor a reason for removal';
  const problem = criterionProblem({ criterion, question });
  if (problem !== null) return problem;
  const point = ids.itemOf(id)?.text ?? criterion;
  return shareContentWord(criterion, `${point} ${instruction}`) ? null : 'says something else than its point';
}

function rewriteOf({ removal, criterion, question, explicit, check }: RewriteRow): Rewrite {
  return isGiven(criterion) && isGiven(question)
    ? { kind: 'criterion', ...readCriterion({ criterion, question, check }), explicit }
    : { kind: 'removed', reason: reasonLine(removal ?? '') };
}

/** Models that are not held to a schema write "" for null. */
function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
