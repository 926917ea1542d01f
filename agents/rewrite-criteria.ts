/** Turns points of advice into criteria for responses to the instruction, many per call (EvalAgent, rewrite). */
import { z } from 'zod';
import type { Rewrite } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { CHECK_FORMS, ProposedCheck, readProposedCheck } from '../src/llm/agent-kit/proposed-check.ts';
import { shortIds } from '../src/llm/agent-kit/short-ids.ts';
import { criterionProblem, reasonLine, shareContentWord, tidy } from '../src/llm/agent-kit/wording.ts';

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

export const RewriteCriteriaAnswer = z.strictObject({ points: z.array(RewriteRow) });

export interface RewriteCriteriaInput {
  readonly task: Task;
  readonly points: readonly { readonly id: string; readonly text: string }[];
}

/** @returns rewrites by point id; points that the model left out, or worded unusably, have none */
export async function rewriteCriteria(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, points }: RewriteCriteriaInput,
): Promise<ModelOutcome<ReadonlyMap<string, Rewrite>>> {
  const ids = shortIds(points, ({ text }) => text);
  const problemOf = ({ id, removal, criterion, question }: RewriteRow): string | null => {
    if (isGiven(removal)) return isGiven(criterion) ? 'has both a criterion and a reason for removal' : null;
    if (!isGiven(criterion) || !isGiven(question))
      return 'has neither a criterion with its question nor a reason for removal';
    const point = ids.itemOf(id)?.text ?? criterion;
    const isOfThePoint = shareContentWord(criterion, `${point} ${task.instruction}`);
    return (
      criterionProblem(criterion, question) ?? (isOfThePoint ? null : 'says something else than its point')
    );
  };
  return ask(model, prompts, run, {
    step: 'rewriting',
    agent: 'rewrite-criteria',
    variables: {
      task: fenceTask(task),
      count: points.length,
      points: fencedList('points', ids.shown),
      checks: CHECK_FORMS,
    },
    schema: RewriteCriteriaAnswer,
    validate: ({ points: rows }) => [
      ...ids.problems(
        rows.map(({ id }) => id),
        'every',
      ),
      ...rows.flatMap((row) => {
        const problem = problemOf(row);
        return problem === null ? [] : [`${row.id.slice(0, 20)} ${problem}.`];
      }),
    ],
    read: ({ points: rows }) =>
      new Map(
        [...ids.rowsById(rows)].flatMap(([id, row]) =>
          problemOf(row) === null ? [[id, rewriteOf(run, row)] as const] : [],
        ),
      ),
  });
}

function rewriteOf(run: RunContext, { removal, criterion, question, explicit, check }: RewriteRow): Rewrite {
  return isGiven(criterion) && isGiven(question)
    ? {
        kind: 'criterion',
        text: tidy(criterion),
        question: tidy(question),
        explicit,
        ...readProposedCheck(run, check),
      }
    : { kind: 'removed', reason: reasonLine(removal ?? '') };
}

/** Models that are not held to a schema write "" for null. */
function isGiven(text: string | null): text is string {
  return text !== null && text.trim() !== '';
}
