/** Looks at what the advice found so far covers, and asks for what is missing (agentic rounds). */
import { z } from 'zod';
import type { Gaps } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { languageName } from '../src/llm/agent-kit/language-name.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';
import { queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';

export const FindGapsAnswer = z.strictObject({
  covered: z.string(),
  missing: z.string(),
  queries: z.array(z.strictObject({ teaches: z.string(), query: z.string() })),
});

export interface FindGapsInput {
  readonly task: Task;
  /** Texts of the criteria or points found so far. */
  readonly found: readonly string[];
  /** All queries asked so far: none of them is to come back. */
  readonly asked: readonly string[];
  /** The most queries that may be asked next, at least 1. */
  readonly maxQueries: number;
  /** The language that queries are asked in; ISO 639-3. */
  readonly language: string;
}

export async function findGaps(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, found, asked, maxQueries, language }: FindGapsInput,
): Promise<ModelOutcome<Gaps>> {
  return ask(model, prompts, run, {
    step: 'queries',
    agent: 'find-gaps',
    variables: {
      task: fenceTask(task),
      found: fencedLines('advice found so far', found),
      asked: fencedLines('queries asked so far', asked),
      count: maxQueries,
      language: languageName(language),
    },
    schema: FindGapsAnswer,
    validate: ({ queries }) => queryProblems(queries, asked),
    read: ({ covered, missing, queries }) => ({
      covered: reasonLine(covered),
      missing: reasonLine(missing),
      queries: readQueries(queries, asked).slice(0, maxQueries),
    }),
  });
}
