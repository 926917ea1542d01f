/** Answers a query from the model's own knowledge, without any source (EA-LLM): what it yields is never grounded. */
import { z } from 'zod';
import type { ProposedQuery } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { rowProblems, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { plannedTexts, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence } from '../src/llm/fence.ts';

interface AnswerQueryInput {
  readonly task: Task;
  readonly query: ProposedQuery;
  readonly maxAdvice: number;
}

/** Yields pieces of advice in the model's words; none where it knows none. */
export const answerQuery = defineAgent({
  name: 'answer-query',
  step: 'answers',
  schema: z.strictObject({ advice: z.array(z.string()) }),
  variables: ({ task, query, maxAdvice }: AnswerQueryInput) => ({
    task: fenceTask(task),
    query: fence('query', query.text),
    count: maxAdvice,
  }),
  validate: ({ advice }) => rowProblems('Piece', advice, wordingProblem),
  read: ({ advice }, { maxAdvice }) =>
    advice
      .filter((text) => wordingProblem(text) === null)
      .slice(0, maxAdvice)
      .map(tidy),
  plannedAnswer: ({ query, maxAdvice }) => ({ advice: [...plannedTexts(maxAdvice, 2 * SENTENCE_TOKENS, query.text)] }),
});
