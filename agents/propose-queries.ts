/** Proposes search queries that look for advice on how such a text is written (EvalAgent, query generator). */
import { z } from 'zod';
import type { ForTask, ProposeItem } from '../src/domain/engine.ts';
import { languageOf } from '../src/domain/language.ts';
import { fenceTask, languageName } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedQueries, queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

const QueryRow = z.strictObject({ teaches: z.string(), query: z.string() });
/** A code such as “en”. Models without schema enforcement may omit it. */
const InstructionLanguage = z.preprocess((code) => code ?? null, z.string().nullable());

/** Yields at most `count` queries, each of one line and no two alike; at least one. */
export const proposeQueries = defineAgent({
  name: 'propose-queries',
  step: 'queries',
  retryWithNewSample: true,
  schema: z.strictObject({ language: InstructionLanguage, queries: z.array(QueryRow) }),
  variables: ({ task, count, language }: ForTask<ProposeItem>) => ({
    count,
    language: language === null ? trusted('that of the instruction') : languageName(language),
    task: fenceTask(task),
  }),
  validate: ({ queries }, { count }) => [
    ...(queries.length < count ? [`${count} queries were asked for, and you gave ${queries.length}.`] : []),
    ...queryProblems(queries, []),
  ],
  read: ({ language: code, queries }, { count, language }) => {
    const found = language ?? languageOf(code ?? '')?.iso6393;
    const inLanguage = language !== null || found === undefined ? {} : { language: found };
    return readQueries(queries, [])
      .map((query) => ({ ...query, ...inLanguage }))
      .slice(0, count);
  },
  reject: (queries) => (queries.length === 0 ? 'No usable query was proposed.' : null),
  plannedAnswer: ({ count }) => ({ language: null, queries: plannedQueries(count, 'queries') }),
});
