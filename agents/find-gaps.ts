/** Looks at what the advice found so far covers, and asks for what is missing (agentic rounds). */
import { z } from 'zod';
import type { ForTask, GapsItem } from '../src/domain/engine.ts';
import { fencedLines, fenceTask, languageName } from '../src/llm/agent-kit/fenced-input.ts';
import { plannedQueries, queryProblems, readQueries } from '../src/llm/agent-kit/proposed-queries.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

export const findGaps = defineAgent({
  name: 'find-gaps',
  step: 'queries',
  schema: z.strictObject({
    covered: z.string(),
    missing: z.string(),
    queries: z.array(z.strictObject({ teaches: z.string(), query: z.string() })),
  }),
  variables: ({ task, found, asked, maxQueries, language }: ForTask<GapsItem>) => ({
    task: fenceTask(task),
    found: fencedLines('advice found so far', found),
    asked: fencedLines('queries asked so far', asked),
    count: maxQueries,
    language: language === null ? trusted('that of the instruction') : languageName(language),
  }),
  validate: ({ queries }, { asked }) => queryProblems(queries, asked),
  read: ({ covered, missing, queries }, { asked, maxQueries }) => ({
    covered: reasonLine(covered),
    missing: reasonLine(missing),
    queries: readQueries(queries, asked).slice(0, maxQueries),
  }),
  plannedAnswer: ({ maxQueries, asked }) => ({
    covered: plannedText(2 * SENTENCE_TOKENS, 'covered'),
    missing: plannedText(2 * SENTENCE_TOKENS, 'missing'),
    queries: plannedQueries(maxQueries, `gap ${asked.length}`),
  }),
});
