/** Looks at the whole list at once: names what repeats, contradicts or cannot be used, and chooses a list (EvalAgent, filter). */
import { z } from 'zod';
import type { DraftCriterion, FilterVerdict } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { figuresIn, idProblems, reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { withCondition } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

const Finding = z.enum(['duplicate', 'special-case', 'restates', 'unusable']);
const ExceptionRow = z.strictObject({
  id: z.string(),
  finding: Finding,
  /** The other criterion or the instruction; null for `unusable`. */
  of: z.string().nullable(),
  reason: z.string(),
});
type ExceptionRow = z.infer<typeof ExceptionRow>;
const ConflictRow = z.strictObject({ id: z.string(), with: z.string(), reason: z.string() });
type ConflictRow = z.infer<typeof ConflictRow>;

type GivenCriterion = Pick<DraftCriterion, 'id' | 'text' | 'explicit' | 'appliesWhen' | 'support'>;
/** Its text has its condition and its sites behind it. */
type ShownCriterion = GivenCriterion & { readonly wording: string };

export interface ReviewCriteriaInput {
  readonly task: Task;
  /** Those that the instruction states (`explicit`) are shown apart. */
  readonly criteria: readonly GivenCriterion[];
}

/** In place of an id. */
const INSTRUCTION = 'instruction';
/** A list that lost more than half was not looked at with care. */
const LONG_LIST = 10;
/** As many as the default list has at most. */
const MAX_LISTED = 25;

/** Yields a verdict for each criterion: what is not named stays. */
export const reviewCriteria = defineAgent({
  name: 'review-criteria',
  step: 'filtering',
  retryWithNewSample: true,
  schema: z.strictObject({
    conflicts: z.array(ConflictRow),
    exceptions: z.array(ExceptionRow),
    /** Models that are not held to a schema may leave it out. */
    list: z.preprocess((ids) => ids ?? [], z.array(z.string())),
  }),
  cites: ({ criteria }: ReviewCriteriaInput) =>
    criteria.map((item) => ({ ...item, wording: item.text, text: withSites(item) })),
  variables: ({ task, criteria }, { shown }) => {
    const stated = shown.filter(({ item }) => item.explicit);
    return {
      task: fenceTask(task),
      stated:
        stated.length === 0
          ? trusted('No demands of the instruction are listed.')
          : fencedList('stated by the instruction', stated),
      criteria: fencedList(
        'criteria',
        shown.filter(({ item }) => !item.explicit),
      ),
      count: criteria.length - stated.length,
      most: MAX_LISTED,
    };
  },
  validate: ({ conflicts, exceptions, list }, { task, criteria }, ids) => [
    ...idProblems(conflicts, (row) => conflictProblem(row, ids)),
    ...idProblems(exceptions, (row) => exceptionProblem(row, task, ids)),
    ...(isTooMuch(exceptions, criteria) ? [TOO_MUCH] : []),
    ...ids.problems(
      list.map((id) => ({ id })),
      0,
    ),
    ...(list.length === 0 && criteria.length >= LONG_LIST ? ['The list is empty.'] : []),
  ],
  read: ({ conflicts, exceptions, list }, { task, criteria }, ids) => {
    const usable = exceptions.filter((row) => exceptionProblem(row, task, ids) === null);
    const kept = isTooMuch(usable, criteria) ? [] : usable;
    const real = conflicts.filter((row) => conflictProblem(row, ids) === null);
    const on = <Row extends { readonly id: string }>(rows: readonly Row[], id: string) =>
      rows.filter((row) => ids.itemOf(row.id)?.id === id);
    const picked = new Set(list.flatMap((id) => ids.itemOf(id)?.id ?? []));
    return new Map(
      criteria.map(({ id }) => [
        id,
        { ...verdictOf(on(kept, id), on(real, id), ids), ...(picked.size > 0 && { isPicked: picked.has(id) }) },
      ]),
    );
  },
  // What is in conflict stays.
  plannedAnswer: (_input, { shown }) => ({
    conflicts: shown.flatMap(({ shortId, item }, index) =>
      index % 2 === 1 && !item.explicit
        ? [{ id: shortId, with: INSTRUCTION, reason: plannedText(SENTENCE_TOKENS, shortId) }]
        : [],
    ),
    exceptions: [],
    // What is in conflict is left out of the list.
    list: shown
      .flatMap(({ shortId, item }, index) => (item.explicit || index % 2 === 1 ? [] : [shortId]))
      .slice(0, MAX_LISTED),
  }),
});

const TOO_MUCH =
  'You take out more than half of the list. Name only what an editor would strike out or join, and of two that repeat each other only the one that goes.';

/** With how many sites ask for it: what a model knows of a craft does not say that. */
function withSites({ support: { sites }, ...criterion }: GivenCriterion): string {
  const text = withCondition(criterion);
  return sites === 0 ? text : `${text} (Sites: ${sites}.)`;
}

function isTooMuch(rows: readonly ExceptionRow[], { length }: readonly GivenCriterion[]): boolean {
  const out = new Set(rows.map(({ id }) => id));
  return length >= LONG_LIST && out.size > length / 2;
}

function exceptionProblem({ id, finding, of }: ExceptionRow, task: Task, ids: ShortIds<ShownCriterion>): string | null {
  const criterion = ids.itemOf(id);
  if (criterion === undefined) return 'is no id that was given';
  if (criterion.explicit) return 'is stated by the instruction and stays';
  if (finding === 'unusable') return null;
  if (finding === 'restates') {
    const stated = new Set(figuresIn(`${task.instruction} ${task.context ?? ''}`));
    const figure = figuresIn(`${criterion.wording} ${criterion.appliesWhen ?? ''}`).find(
      (candidate) => !stated.has(candidate),
    );
    if (figure !== undefined) return `names ${figure}, which the instruction does not: it restates nothing`;
  }
  return isOther(of, id, ids) ? null : 'needs the id of another criterion';
}

function conflictProblem(row: ConflictRow, ids: ShortIds<ShownCriterion>): string | null {
  if (ids.itemOf(row.id) === undefined) return 'is no id that was given';
  return isOther(row.with, row.id, ids) ? null : 'needs the id of another criterion, or “instruction”, as “with”';
}

function isOther(other: string | null, id: string, ids: ShortIds<ShownCriterion>): boolean {
  return other === INSTRUCTION || (other !== null && other !== id && ids.itemOf(other) !== undefined);
}

/** @param rows on one criterion: the first counts */
function verdictOf(rows: readonly ExceptionRow[], real: readonly ConflictRow[], ids: ShortIds<ShownCriterion>) {
  const conflicts = real.flatMap((row): FilterVerdict['conflicts'][number][] => {
    const other = row.with === INSTRUCTION ? INSTRUCTION : ids.itemOf(row.with)?.id;
    return other === undefined ? [] : [{ with: other, reason: reasonLine(row.reason) }];
  });
  return { ...findingOf(rows, ids), conflicts };
}

function findingOf([out]: readonly ExceptionRow[], ids: ShortIds<ShownCriterion>): Omit<FilterVerdict, 'conflicts'> {
  if (out === undefined) return { applies: true, reason: 'Nothing speaks against it.' };
  const reason = reasonLine(out.reason);
  if (out.finding === 'unusable') return { applies: false, reason };
  const other = ids.itemOf(out.of ?? '');
  if (out.finding === 'restates' || other === undefined || other.explicit)
    return { applies: false, reason: `It restates the instruction: ${reason}` };
  return { applies: false, reason, partOf: { id: other.id, kind: out.finding } };
}
