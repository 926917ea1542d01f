/** Proposes search queries that look for advice on how such a text is written (EvalAgent, query generator). */
import { z } from 'zod';
import type { ProposedQuery } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { languageName } from '../src/llm/agent-kit/language-name.ts';
import { queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';

export const ProposeQueriesAnswer = z.strictObject({
  queries: z.array(z.strictObject({ teaches: z.string(), query: z.string() })),
});

export interface ProposeQueriesInput {
  readonly task: Task;
  /** How many queries are wanted, at least 1. */
  readonly count: number;
  /** The language that queries are asked in; ISO 639-3. */
  readonly language: string;
}

/** @returns at most `count` queries, each of one line and no two alike; possibly none */
export async function proposeQueries(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, count, language }: ProposeQueriesInput,
): Promise<ModelOutcome<readonly ProposedQuery[]>> {
  return ask(model, prompts, run, {
    step: 'queries',
    agent: 'propose-queries',
    askAfresh: true,
    variables: { count, language: languageName(language), task: fenceTask(task) },
    schema: ProposeQueriesAnswer,
    validate: ({ queries }) => [
      ...(queries.length < count ? [`${count} queries were asked for, and you gave ${queries.length}.`] : []),
      ...queryProblems(queries, []),
    ],
    read: ({ queries }) => readQueries(queries, []).slice(0, count),
  });
}
