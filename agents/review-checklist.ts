/** Looks at a whole checklist and names exceptions: items that repeat another, and items that no judge of a text could enforce. */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { CitableItem, ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { idProblems, reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const Row = z.strictObject({
  id: z.string(),
  reason: z.string(),
  finding: z.enum(['repeats', 'unenforceable']),
  /** The other item; null for `unenforceable`. */
  of: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

interface ReviewChecklistInput {
  readonly task: Task | null;
  readonly items: readonly CitableItem[];
}

/** `repeats`: another item, `of`, asks for the same. `unenforceable`: the text alone does not show beyond dispute whether it is met. */
export type ChecklistFinding =
  | { readonly kind: 'repeats'; readonly of: string; readonly reason: string }
  | { readonly kind: 'unenforceable'; readonly reason: string };

/** Yields findings by item id; of several on one item the first. */
export const reviewChecklist = defineAgent({
  name: 'review-checklist',
  step: 'checklist',
  retryWithNewSample: true,
  schema: z.strictObject({ exceptions: z.array(Row) }),
  cites: ({ items }: ReviewChecklistInput) => items,
  mayCiteNothing: true,
  variables: ({ task, items }, { shown }) => ({
    task: fenceTask(task),
    count: items.length,
    items: fencedList('checklist', shown),
  }),
  validate: ({ exceptions }, _input, ids) => idProblems(exceptions, (row) => rowProblem(row, ids)),
  read: ({ exceptions }, _input, ids): ReadonlyMap<string, ChecklistFinding> =>
    new Map(
      exceptions
        .filter((row) => rowProblem(row, ids) === null)
        .reverse()
        .map((row): [string, ChecklistFinding] => {
          const [id = '', of = ''] = [row.id, row.of ?? ''].map((shortId) => ids.itemOf(shortId)?.id);
          const reason = reasonLine(row.reason);
          return [id, row.finding === 'repeats' ? { kind: 'repeats', of, reason } : { kind: 'unenforceable', reason }];
        }),
    ),
  // Rows without the item that is repeated, which say nothing: the whole list stays.
  plannedAnswer: (_input, { shown }) => ({
    exceptions: shown.flatMap(({ shortId }, index) =>
      index % 2 === 0
        ? [{ id: shortId, reason: plannedText(SENTENCE_TOKENS, shortId), finding: 'repeats' as const, of: null }]
        : [],
    ),
  }),
});

function rowProblem({ id, finding, of }: Row, ids: ShortIds<CitableItem>): string | null {
  if (ids.itemOf(id) === undefined) return 'is no id that was given';
  const namesOther = of !== null && of !== id && ids.itemOf(of) !== undefined;
  return finding === 'unenforceable' || namesOther ? null : 'needs the id of another item as “of”';
}
