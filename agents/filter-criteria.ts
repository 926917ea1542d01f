/** Says which criteria a single text response can show, and which contradict another or the instruction (EvalAgent, filter). */
import { z } from 'zod';
import type { FilterVerdict } from '../src/domain/engine.ts';
import type { CriterionId } from '../src/domain/ids.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { shortIds, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { reasonLine } from '../src/llm/agent-kit/wording.ts';
import { trusted } from '../src/llm/fence.ts';

const VerdictRow = z.strictObject({
  id: z.string(),
  reason: z.string(),
  applies: z.boolean(),
  conflicts: z.array(z.strictObject({ with: z.string(), reason: z.string() })),
});
type VerdictRow = z.infer<typeof VerdictRow>;

export const FilterCriteriaAnswer = z.strictObject({ verdicts: z.array(VerdictRow) });

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

/** @returns verdicts by criterion id; criteria that the model left out, or named twice, have none */
export async function filterCriteria(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, criteria, others }: FilterCriteriaInput,
): Promise<ModelOutcome<ReadonlyMap<string, FilterVerdict>>> {
  const all = shortIds([...criteria, ...others], ({ text }) => text);
  const [own, rest] = [all.shown.slice(0, criteria.length), all.shown.slice(criteria.length)];
  const judged = new Set(own.map(({ shortId }) => shortId));
  return ask(model, prompts, run, {
    step: 'filtering',
    agent: 'filter-criteria',
    variables: {
      task: fenceTask(task),
      count: criteria.length,
      criteria: fencedList('criteria to judge', own),
      others: rest.length === 0 ? trusted('There are no others.') : fencedList('other criteria', rest),
    },
    schema: FilterCriteriaAnswer,
    validate: ({ verdicts }) => [
      ...missing(judged, verdicts),
      ...all.problems(
        verdicts.map(({ id }) => id),
        'some',
      ),
      ...verdicts.flatMap((row) =>
        row.conflicts.some((conflict) => conflictOf(row, conflict, all) === null)
          ? [`${row.id.slice(0, 20)} has a conflict with an id that was not given, or with itself.`]
          : [],
      ),
    ],
    read: ({ verdicts }) =>
      new Map(
        [...all.rowsById(verdicts.filter(({ id }) => judged.has(id)))].map(([id, row]) => [
          id,
          {
            applies: row.applies,
            reason: reasonLine(row.reason),
            conflicts: row.conflicts
              .flatMap((conflict) => conflictOf(row, conflict, all) ?? [])
              .sort(byOpponent),
          },
        ]),
      ),
  });
}

function missing(judged: ReadonlySet<string>, verdicts: readonly VerdictRow[]): string[] {
  const given = new Set(verdicts.map(({ id }) => id));
  const left = [...judged].filter((id) => !given.has(id));
  return left.length === 0
    ? []
    : [`${left.length} criteria have no verdict, among them ${left.slice(0, 10).join(', ')}.`];
}

/** Null where what it names is no other criterion. */
function conflictOf(
  row: VerdictRow,
  { with: named, reason }: VerdictRow['conflicts'][number],
  all: ShortIds<ShownCriterion>,
): FilterVerdict['conflicts'][number] | null {
  if (named === INSTRUCTION) return { with: INSTRUCTION, reason: reasonLine(reason) };
  const other = all.itemOf(named);
  return other === undefined || named === row.id ? null : { with: other.id, reason: reasonLine(reason) };
}

/** The model names them in the order of its lists, which depends on what is judged in one call. */
function byOpponent(a: { readonly with: string }, b: { readonly with: string }): number {
  return a.with < b.with ? -1 : a.with > b.with ? 1 : 0;
}
