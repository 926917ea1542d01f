/** Sorts kinds of text into categories that are given (EvalAgent, appendix A.3). */
import { z } from 'zod';
import { fencedLines, fencedList } from '../src/llm/agent-kit/fenced-input.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export interface TaskCategory {
  readonly name: string;
  /** What belongs to it. */
  readonly definition: string;
}

interface SortKindsInput {
  /** All different. */
  readonly kinds: readonly { readonly id: string; readonly text: string }[];
  /** At least one; names are all different. */
  readonly categories: readonly TaskCategory[];
}

interface Answer {
  readonly kinds: readonly { readonly id: string; readonly category: string }[];
}

// Enumerated, because servers with strict schemas keep lists of values.
function schemaOf({ categories }: Pick<SortKindsInput, 'categories'>): z.ZodType<Answer> {
  const names = categories.map(({ name }) => name);
  return z.strictObject({ kinds: z.array(z.strictObject({ id: z.string(), category: z.enum(names) })) });
}

/** Yields, by the id of a kind, its category. */
export const sortKinds = defineAgent({
  name: 'sort-kinds',
  step: 'measuring',
  itemsPerCall: 60,
  schema: schemaOf({ categories: [{ name: 'category', definition: '' }] }),
  schemaFor: schemaOf,
  cites: ({ kinds }: SortKindsInput) => kinds,
  variables: ({ categories }, { shown }) => ({
    categories: fencedLines(
      'categories',
      categories.map(({ name, definition }) => `${name}: ${definition}`),
    ),
    count: shown.length,
    kinds: fencedList('kinds', shown),
  }),
  validate: ({ kinds }, _input, ids) => ids.problems(kinds, ids.shown.length),
  read: ({ kinds }, _input, ids) => ids.valuesById(kinds, ({ category }) => category),
  plannedAnswer: ({ categories: [first] }, { shown }) => ({
    kinds: shown.map(({ shortId }) => ({ id: shortId, category: first?.name ?? '' })),
  }),
});
