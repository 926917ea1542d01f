/** Rates pages, several per call: expertise 1–5 and relevance 0–2, each with a reason (EvalAgent, expert retriever). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import { fencedLines, fencePage, fenceTask, type PageView } from '../src/llm/agent-kit/fenced-input.ts';
import { mergeRows } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

interface RatePageInput {
  readonly task: Task;
  readonly queries: readonly string[];
  readonly pages: readonly (PageView & { readonly id: string })[];
}

/** The opening, the end and the three passages or so that tell most: a twenty-fifth of a page of 5,000 tokens. */
export const RATING_PASSAGE_TOKENS = 180;

/** Yields ratings by page id; pages that the model left out, or named twice, have none. */
export const ratePage = defineAgent({
  name: 'rate-page',
  step: 'rating',
  // 22 × 180 tokens fit a window of 8,192 together with instructions and answer.
  retryWithNewSample: true,
  itemsPerCall: 22,
  schema: z.strictObject({
    ratings: z.array(
      z.strictObject({
        id: z.string(),
        expertiseReason: z.string(),
        expertise: figureOf([1, 2, 3, 4, 5]),
        relevanceReason: z.string(),
        relevance: figureOf([0, 1, 2]),
      }),
    ),
  }),
  cites: ({ pages }: RatePageInput) =>
    pages.map((page) => ({ ...page, text: [page.title, page.byline, ...page.passages].join('\n') })),
  variables: ({ task, queries, pages }, { shown }) => ({
    task: fenceTask(task),
    queries: fencedLines('queries', queries),
    count: pages.length,
    pages: trusted(shown.map(({ shortId, item }) => fencePage(`page ${shortId}`, item)).join('\n\n')),
  }),
  validate: ({ ratings }, _input, ids) => ids.problems(ratings, ids.shown.length),
  mergeRepair: (first, second) => ({ ratings: mergeRows(first.ratings, second.ratings) }),
  read: ({ ratings }, _input, ids) =>
    ids.valuesById(ratings, ({ expertise, relevance, expertiseReason, relevanceReason }) => ({
      expertise,
      relevance,
      reasons: [reasonLine(relevanceReason), reasonLine(expertiseReason)],
    })),
  plannedAnswer: (_input, { shown }) => ({
    ratings: shown.map(({ shortId }) => ({
      id: shortId,
      expertiseReason: plannedText(SENTENCE_TOKENS, 'expertise'),
      expertise: 5 as const,
      relevanceReason: plannedText(SENTENCE_TOKENS, 'relevance'),
      relevance: 2 as const,
    })),
  }),
});
