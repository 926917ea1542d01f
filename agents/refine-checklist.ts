/** Rates each item of a checklist with a remark, then writes the list anew, in one call (checklist study, self-refine). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { ItemRow, ITEMS, plannedItems } from '../src/llm/agent-kit/generated-items.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const Rating = z.strictObject({
  id: z.string(),
  feedback: z.string(),
  rating: figureOf([1, 2, 3, 4, 5]),
});

interface RefineChecklistInput {
  readonly task: Task;
  /** Questions. */
  readonly items: readonly string[];
}

/** Yields at least one item. The ratings serve the rewriting, and stay in the record of the call. */
export const refineChecklist = defineAgent({
  name: 'refine-checklist',
  step: 'checklist',
  retryWithNewSample: true,
  schema: z.strictObject({ ratings: z.array(Rating), items: z.array(ItemRow) }),
  cites: ({ items }: RefineChecklistInput) => items.map((text, index) => ({ id: String(index), text })),
  variables: ({ task }, { shown }) => ({
    task: fenceTask(task),
    items: fencedList('checklist', shown),
    checks: CHECK_FORMS,
  }),
  ...ITEMS,
  validate: (answer, _input, ids) => [...ids.problems(answer.ratings, ids.shown.length), ...ITEMS.validate(answer)],
  plannedAnswer: ({ items }, { shown }) => ({
    ratings: shown.map(({ shortId }) => ({
      id: shortId,
      feedback: plannedText(SENTENCE_TOKENS, shortId),
      rating: 3 as const,
    })),
    items: plannedItems(items.length, 'refined'),
  }),
});
