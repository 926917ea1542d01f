/** Proposes search queries that look for advice on how such a text is written (EvalAgent, query generator). */
import { z } from 'zod';
import type { ForTask, ProposeItem } from '../src/domain/engine.ts';
import { fenceTask, languageName } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedQueries, queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

/** Yields at most `count` queries, each of one line and no two alike; at least one. */
export const proposeQueries = defineAgent({
  name: 'propose-queries',
  step: 'queries',
  retryWithNewSample: true,
  schema: z.strictObject({ queries: z.array(z.strictObject({ teaches: z.string(), query: z.string() })) }),
  variables: ({ task, count, language }: ForTask<ProposeItem>) => ({
    count,
    language: languageName(language),
    task: fenceTask(task),
  }),
  validate: ({ queries }, { count }) => [
    ...(queries.length < count ? [`${count} queries were asked for, and you gave ${queries.length}.`] : []),
    ...queryProblems(queries, []),
  ],
  read: ({ queries }, { count }) => readQueries(queries, []).slice(0, count),
  reject: (queries) => (queries.length === 0 ? 'No usable query was proposed.' : null),
  plannedAnswer: ({ count }) => ({ queries: plannedQueries(count, 'queries') }),
});
