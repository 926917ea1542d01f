/** Answers a query from the model's own knowledge, without any source (EA-LLM): what it yields is never grounded. */
import { z } from 'zod';
import type { ProposedQuery } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { fence } from '../src/llm/fence.ts';

export const AnswerQueryAnswer = z.strictObject({ advice: z.array(z.string()) });

export interface AnswerQueryInput {
  readonly task: Task;
  readonly query: ProposedQuery;
  /** The most pieces of advice wanted. */
  readonly maxAdvice: number;
}

/** @returns pieces of advice in the model's words; none where it knows none */
export async function answerQuery(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, query, maxAdvice }: AnswerQueryInput,
): Promise<ModelOutcome<readonly string[]>> {
  return ask(model, prompts, run, {
    step: 'answers',
    agent: 'answer-query',
    variables: { task: fenceTask(task), query: fence('query', query.text), count: maxAdvice },
    schema: AnswerQueryAnswer,
    validate: ({ advice }) =>
      advice.flatMap((text, index) => {
        const problem = wordingProblem(text);
        return problem === null ? [] : [`Piece ${index + 1} ${problem}.`];
      }),
    read: ({ advice }) =>
      advice
        .filter((text) => wordingProblem(text) === null)
        .slice(0, maxAdvice)
        .map(tidy),
  });
}
