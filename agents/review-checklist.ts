/** Looks at a whole checklist and names exceptions: items that repeat another, and items that no judge of a text could enforce. */
import { z } from 'zod';
import type { ChecklistFinding, CitableText } from '../src/domain/judging-steps.ts';
import { SENTENCE_TOKENS } from '../src/domain/plan.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const Row = z.strictObject({
  id: z.string(),
  reason: z.string(),
  finding: z.enum(['repeats', 'unenforceable']),
  /** The other item; null for `unenforceable`. */
  of: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

export interface ReviewChecklistInput {
  readonly task: Task | null;
  readonly items: readonly CitableText[];
}

/** Yields findings by item id; of several on one item the first. */
export const reviewChecklist = defineAgent({
  name: 'review-checklist',
  step: 'checklist',
  // About 40 tokens for each exception, one in three items or less.
  cost: { shownPerItem: SENTENCE_TOKENS, answeredPerItem: SENTENCE_TOKENS / 2 },
  retryWithNewSample: true,
  schema: z.strictObject({ exceptions: z.array(Row) }),
  cites: ({ items }: ReviewChecklistInput) => items,
  mayCiteNothing: true,
  variables: ({ task, items }, { shown }) => ({
    task: fenceTask(task),
    count: items.length,
    items: fencedList('checklist', shown),
  }),
  validate: ({ exceptions }, _input, ids) =>
    exceptions.flatMap((row) => {
      const problem = rowProblem(row, ids);
      return problem === null ? [] : [`${row.id.slice(0, 20)} ${problem}.`];
    }),
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
});

function rowProblem({ id, finding, of }: Row, ids: ShortIds<CitableText>): string | null {
  if (ids.itemOf(id) === undefined) return 'is no id that was given';
  const namesOther = of !== null && of !== id && ids.itemOf(of) !== undefined;
  return finding === 'unenforceable' || namesOther ? null : 'needs the id of another item as “of”';
}
