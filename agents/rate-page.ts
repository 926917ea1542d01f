/** Rates pages, several per call: expertise 1–5 and relevance 0–2, each with a reason (EvalAgent, expert retriever). */
import { z } from 'zod';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Rating } from '../src/domain/source.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fencePage, type PageView } from '../src/llm/agent-kit/fence-page.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';
import { shortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { trusted } from '../src/llm/fence.ts';

export const RatePageAnswer = z.strictObject({
  ratings: z.array(
    z.strictObject({
      id: z.string(),
      expertiseReason: z.string(),
      // Enumerated, because servers with strict schemas keep lists of values but not bounds.
      expertise: z.literal([1, 2, 3, 4, 5]).meta({ type: 'integer' }),
      relevanceReason: z.string(),
      relevance: z.literal([0, 1, 2]).meta({ type: 'integer' }),
    }),
  ),
});

export interface RatePageInput {
  readonly task: Task;
  /** What the pages were searched with. */
  readonly queries: readonly string[];
  readonly pages: readonly (PageView & { readonly id: string })[];
}

/** @returns ratings by page id; pages that the model left out, or named twice, have none */
export async function ratePage(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, queries, pages }: RatePageInput,
): Promise<ModelOutcome<ReadonlyMap<string, Rating>>> {
  const ids = shortIds(pages, ({ title, byline, passages }) => [title, byline, ...passages].join('\n'));
  return ask(model, prompts, run, {
    step: 'rating',
    agent: 'rate-page',
    variables: {
      task: fenceTask(task),
      queries: fencedLines('queries', queries),
      count: pages.length,
      pages: trusted(ids.shown.map(({ shortId, item }) => fencePage(`page ${shortId}`, item)).join('\n\n')),
    },
    schema: RatePageAnswer,
    validate: ({ ratings }) =>
      ids.problems(
        ratings.map(({ id }) => id),
        'every',
      ),
    read: ({ ratings }) =>
      new Map(
        [...ids.rowsById(ratings)].map(([id, { expertise, relevance, expertiseReason, relevanceReason }]) => [
          id,
          { expertise, relevance, reasons: [reasonLine(relevanceReason), reasonLine(expertiseReason)] },
        ]),
      ),
  });
}
