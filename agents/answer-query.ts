/** Answers a query from the model's own knowledge, without any source (EA-LLM): what it yields is never grounded. */
import { z } from 'zod';
import { MAX_ADVICE_PER_PAGE } from '../src/domain/advice.ts';
import type { ProposedQuery } from '../src/domain/engine.ts';
import { QUERY_TOKENS, SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { rowProblems, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence } from '../src/llm/fence.ts';

export interface AnswerQueryInput {
  readonly task: Task;
  readonly query: ProposedQuery;
  /** The most pieces of advice wanted. */
  readonly maxAdvice: number;
}

/** Yields pieces of advice in the model's words; none where it knows none. */
export const answerQuery = defineAgent({
  name: 'answer-query',
  step: 'answers',
  cost: {
    itemsPerCall: 1,
    shownPerItem: QUERY_TOKENS,
    answeredPerItem: MAX_ADVICE_PER_PAGE * SENTENCE_TOKENS,
  },
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
});
