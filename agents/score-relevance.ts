/** Scores how much each criterion matters for this instruction, 0–10, many per call (EvalAgent, ranking). */
import { z } from 'zod';
import type { RelevanceVerdict } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { shortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';

export const ScoreRelevanceAnswer = z.strictObject({
  scores: z.array(
    z.strictObject({
      id: z.string(),
      reason: z.string(),
      // Enumerated, because servers with strict schemas keep lists of values but not bounds.
      score: z.literal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).meta({ type: 'integer' }),
    }),
  ),
});

export interface ScoreRelevanceInput {
  readonly task: Task;
  readonly criteria: readonly { readonly id: string; readonly text: string }[];
}

/** @returns scores by criterion id; criteria that the model left out, or named twice, have none */
export async function scoreRelevance(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, criteria }: ScoreRelevanceInput,
): Promise<ModelOutcome<ReadonlyMap<string, RelevanceVerdict>>> {
  const ids = shortIds(criteria, ({ text }) => text);
  return ask(model, prompts, run, {
    step: 'ranking',
    agent: 'score-relevance',
    askAfresh: true,
    variables: {
      task: fenceTask(task),
      count: criteria.length,
      criteria: fencedList('criteria', ids.shown),
    },
    schema: ScoreRelevanceAnswer,
    validate: ({ scores }) =>
      ids.problems(
        scores.map(({ id }) => id),
        'every',
      ),
    read: ({ scores }) =>
      new Map(
        [...ids.rowsById(scores)].map(([id, { score, reason }]) => [
          id,
          { score, reason: reasonLine(reason) },
        ]),
      ),
  });
}
