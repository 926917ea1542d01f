/** Rewords one query that found too little, so that the same advice can be found in other words. */
import { z } from 'zod';
import type { ProposedQuery, RewordItem } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedLines, fenceTask, languageName } from '../src/llm/agent-kit/fenced-input.ts';
import { QUERY_TOKENS, queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence, trusted } from '../src/llm/fence.ts';

const Answer = z.strictObject({
  /** Why the first wording may have failed; said first, so that the new one follows from it. */
  diagnosis: z.string(),
  query: z.string(),
});

interface RewordQueryInput extends Omit<RewordItem, 'id' | 'query'> {
  readonly task: Task;
  readonly query: ProposedQuery;
}

/** Yields the new query, which teaches what the old one was to teach; null where only used ones came. */
export const rewordQuery = defineAgent({
  name: 'reword-query',
  step: 'queries',
  schema: Answer,
  variables: ({ task, query, language, found, kept, asked }: RewordQueryInput) => ({
    task: fenceTask(task),
    query: fence('query', query.text),
    language: language === null ? trusted('that of the query') : languageName(language),
    teaches: fence('what it was to teach', query.teaches),
    found,
    kept,
    asked: fencedLines('queries asked so far', asked),
  }),
  validate: (answer, input) => queryProblems(rowsOf(answer, input), input.asked),
  read: (answer, input) => readQueries(rowsOf(answer, input), input.asked)[0] ?? null,
  plannedAnswer: ({ query }) => ({
    diagnosis: plannedText(2 * SENTENCE_TOKENS, query.text),
    query: plannedText(QUERY_TOKENS, query.text),
  }),
});

function rowsOf(answer: z.infer<typeof Answer>, { query }: RewordQueryInput) {
  return [{ query: answer.query, teaches: query.teaches }];
}
