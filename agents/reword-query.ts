/** Rewords one query that found too little, so that the same advice can be found in other words. */
import { z } from 'zod';
import type { ProposedQuery } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { languageName } from '../src/llm/agent-kit/language-name.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';
import { queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { fence } from '../src/llm/fence.ts';

export const RewordQueryAnswer = z.strictObject({
  /** Why the first wording may have failed; said first, so that the new one follows from it. */
  diagnosis: z.string(),
  query: z.string(),
});

export interface RewordQueryInput {
  readonly task: Task;
  readonly query: ProposedQuery;
  /** The language that queries are asked in; ISO 639-3. */
  readonly language: string;
  /** Pages that it found, and how many of them were kept. */
  readonly found: number;
  readonly kept: number;
  /** All queries asked so far, the one to be reworded among them: none of them is to come back. */
  readonly asked: readonly string[];
}

/** @returns the new query, which teaches what the old one was to teach; null where only used ones came */
export async function rewordQuery(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, query, language, found, kept, asked }: RewordQueryInput,
): Promise<ModelOutcome<ProposedQuery | null>> {
  const asRows = (text: string) => [{ query: text, teaches: query.teaches }];
  return ask(model, prompts, run, {
    step: 'queries',
    agent: 'reword-query',
    variables: {
      task: fenceTask(task),
      query: fence('query', query.text),
      language: languageName(language),
      teaches: fence('what it was to teach', query.teaches),
      found,
      kept,
      asked: fencedLines('queries asked so far', asked),
    },
    schema: RewordQueryAnswer,
    validate: (answer) => queryProblems(asRows(answer.query), asked),
    read: (answer) => readQueries(asRows(answer.query), asked)[0] ?? null,
  });
}
