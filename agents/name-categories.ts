/** Names the categories of criteria, out of a list of names (TICK, appendix A). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { CitableItem } from '../src/llm/agent-kit/short-ids.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { fence } from '../src/llm/fence.ts';

interface NameCategoriesInput {
  readonly task: Task | null;
  /** Criteria, or questions. */
  readonly criteria: readonly CitableItem[];
  /** At least one, all different. */
  readonly categories: readonly string[];
}

interface Answer {
  readonly criteria: readonly { readonly id: string; readonly categories: readonly string[] }[];
}

// Enumerated, because servers with strict schemas keep lists of values.
function schemaOf({ categories }: Pick<NameCategoriesInput, 'categories'>): z.ZodType<Answer> {
  const row = z.strictObject({ id: z.string(), categories: z.array(z.enum(categories)) });
  return z.strictObject({ criteria: z.array(row) });
}

/** Yields, by the id of a criterion, its categories: none where no name fits it. */
export const nameCategories = defineAgent({
  name: 'name-categories',
  step: 'measuring',
  itemsPerCall: 20,
  schema: schemaOf({ categories: ['category'] }),
  schemaFor: schemaOf,
  cites: ({ criteria }: NameCategoriesInput) => criteria,
  variables: ({ task, categories }, { shown }) => ({
    categories: fence('categories', categories.join('\n')),
    task: fenceTask(task),
    count: shown.length,
    criteria: fencedList('criteria', shown),
  }),
  validate: ({ criteria }, _input, ids) => ids.problems(criteria, ids.shown.length),
  read: ({ criteria }, _input, ids) => ids.valuesById(criteria, ({ categories }) => [...new Set(categories)]),
  plannedAnswer: ({ categories }, { shown }) => ({
    criteria: shown.map(({ shortId }) => ({ id: shortId, categories: categories.slice(0, 2) })),
  }),
});
