/** Says which criteria a single text response can show, and which contradict another or the instruction (EvalAgent, filter). */
import { z } from 'zod';
import type { FilterVerdict } from '../src/domain/engine.ts';
import type { CriterionId } from '../src/domain/ids.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

const VerdictRow = z.strictObject({
  id: z.string(),
  reason: z.string(),
  applies: z.boolean(),
  conflicts: z.array(z.strictObject({ with: z.string(), reason: z.string() })),
});
type VerdictRow = z.infer<typeof VerdictRow>;

interface ShownCriterion {
  readonly id: CriterionId;
  readonly text: string;
}

export interface FilterCriteriaInput {
  readonly task: Task;
  readonly criteria: readonly ShownCriterion[];
  /** Judged in other calls; shown so that a conflict is found whichever call its two sides fall into. */
  readonly others: readonly ShownCriterion[];
}

/** Cited for a conflict with the instruction. */
const INSTRUCTION = 'instruction';

/** Yields verdicts by criterion id; criteria that the model left out, or named twice, have none. */
export const filterCriteria = defineAgent({
  name: 'filter-criteria',
  step: 'filtering',
  // About 35 tokens each; 150 criteria, the most there can be, fill two calls.
  cost: { itemsPerCall: 75, answeredPerItem: 50 },
  schema: z.strictObject({ verdicts: z.array(VerdictRow) }),
  cites: ({ criteria, others }: FilterCriteriaInput) => [...criteria, ...others],
  variables: ({ task, criteria, others }, { shown }) => ({
    task: fenceTask(task),
    count: criteria.length,
    criteria: fencedList('criteria to judge', shown.slice(0, criteria.length)),
    others:
      others.length === 0
        ? trusted('There are no others.')
        : fencedList('other criteria', shown.slice(criteria.length)),
  }),
  validate: ({ verdicts }, { criteria }, ids) => [
    ...ids.problems(verdicts, criteria.length),
    ...verdicts.flatMap((row) =>
      row.conflicts.some((conflict) => conflictOf(row, conflict, ids) === null)
        ? [`${row.id.slice(0, 20)} has a conflict with an id that was not given, or with itself.`]
        : [],
    ),
  ],
  read: ({ verdicts }, { criteria }, ids) => {
    const judged = new Set(criteria.map(({ id }) => id));
    return ids.valuesById(verdicts, (row): FilterVerdict | null => {
      const id = ids.itemOf(row.id)?.id;
      if (id === undefined || !judged.has(id)) return null;
      const conflicts = row.conflicts.flatMap((conflict) => conflictOf(row, conflict, ids) ?? []);
      return { applies: row.applies, reason: reasonLine(row.reason), conflicts: conflicts.sort(byOpponent) };
    });
  },
});

/** Null where what it names is no other criterion. */
function conflictOf(
  row: VerdictRow,
  { with: named, reason }: VerdictRow['conflicts'][number],
  ids: ShortIds<ShownCriterion>,
): FilterVerdict['conflicts'][number] | null {
  if (named === INSTRUCTION) return { with: INSTRUCTION, reason: reasonLine(reason) };
  const other = ids.itemOf(named);
  return other === undefined || named === row.id ? null : { with: other.id, reason: reasonLine(reason) };
}

/** The model names them in the order of its lists, which depends on what is judged in one call. */
function byOpponent(a: { readonly with: string }, b: { readonly with: string }): number {
  return a.with < b.with ? -1 : a.with > b.with ? 1 : 0;
}
