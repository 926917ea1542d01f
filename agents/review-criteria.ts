/** Looks at the whole list at once: names what repeats, contradicts or cannot be used, and chooses a list (EvalAgent, filter). */
import { z } from 'zod';
import type { DraftCriterion, FilterVerdict } from '../src/domain/engine.ts';
import { DEFAULT_TOP } from '../src/domain/criterion.ts';
import type { CriterionId } from '../src/domain/ids.ts';
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
const ProofRow = z.strictObject({
  /** Of the list. */
  id: z.string(),
  says: z.array(z.string()),
  inPart: z.array(z.string()),
  added: z.string().nullable(),
});
type ProofRow = z.infer<typeof ProofRow>;

type GivenCriterion = Pick<DraftCriterion, 'id' | 'text' | 'explicit' | 'appliesWhen' | 'support'>;
/** Its text has its condition and its sites behind it. */
type ShownCriterion = GivenCriterion & { readonly wording: string };

interface ReviewCriteriaInput {
  readonly task: Task;
  /** Those that the instruction states (`explicit`) are shown apart. */
  readonly criteria: readonly GivenCriterion[];
}

/** In place of an id. */
const INSTRUCTION = 'instruction';
/** A list that lost more than half was not looked at with care. */
const LONG_LIST = 10;

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
    proofs: z.preprocess((rows) => rows ?? [], z.array(ProofRow)),
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
      most: DEFAULT_TOP,
    };
  },
  validate: ({ conflicts, exceptions, list, proofs }, { task, criteria }, ids) => [
    ...idProblems(conflicts, (row) => conflictProblem(row, ids)),
    ...idProblems(exceptions, (row) => exceptionProblem(row, task, ids)),
    ...idProblems(proofs, (row) => proofProblem(row, list, ids)),
    ...(isTooMuch(exceptions, criteria) ? [TOO_MUCH] : []),
    ...ids.problems(
      list.map((id) => ({ id })),
      0,
    ),
    ...(list.length === 0 && criteria.length >= LONG_LIST ? ['The list is empty.'] : []),
  ],
  read: ({ conflicts, exceptions, list, proofs }, { task, criteria }, ids) => {
    const usable = exceptions.filter((row) => exceptionProblem(row, task, ids) === null);
    const kept = isTooMuch(usable, criteria) ? [] : usable;
    const real = conflicts.filter((row) => conflictProblem(row, ids) === null);
    const on = <Row extends { readonly id: string }>(rows: readonly Row[], id: string) =>
      rows.filter((row) => ids.itemOf(row.id)?.id === id);
    const picked = new Set(list.flatMap((id) => ids.itemOf(id)?.id ?? []));
    const proven = provenBy(
      proofs.filter((row) => proofProblem(row, list, ids) === null),
      ids,
    );
    return new Map(
      criteria.map(({ id }) => {
        const proves = proven.get(id);
        const chosen = { ...(picked.size > 0 && { isPicked: picked.has(id) }), ...(proves && { proves }) };
        return [id, { ...verdictOf(on(kept, id), on(real, id), ids), ...chosen }];
      }),
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
      .slice(0, DEFAULT_TOP),
    proofs: [],
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

function proofProblem({ id, says, inPart, added }: ProofRow, list: readonly string[], ids: ShortIds<ShownCriterion>) {
  if (!list.includes(id)) return 'is not in the list: only what is there needs proof';
  const proof = [...says, ...inPart];
  if (proof.some((other) => list.includes(other))) return 'is proven by what is in the list itself';
  if (proof.some((other) => ids.itemOf(other)?.support.sites === 0)) return 'is proven by what no site asks for';
  if (!proof.every((other) => isOther(other, id, ids) && ids.itemOf(other)?.explicit === false))
    return 'needs ids of other criteria that are not stated under says and inPart';
  return says.length === 0 && (added === null || added.trim() === '') ? 'needs what it asks for beyond inPart' : null;
}

/** By criterion outside the list: the one of the list that it proves, the first where several name it, whole before in part. */
function provenBy(rows: readonly ProofRow[], ids: ShortIds<ShownCriterion>) {
  const whole = rows.flatMap(({ id, says }) => says.map((other) => ({ id, other, added: null })));
  const inPart = rows.flatMap(({ id, inPart: others, added }) =>
    others.map((other) => ({ id, other, added: reasonLine(added ?? '') })),
  );
  const proven = new Map<CriterionId, NonNullable<FilterVerdict['proves']>>();
  for (const { id, other, added } of [...whole, ...inPart]) {
    const [chosen, proof] = [ids.itemOf(id), ids.itemOf(other)];
    if (chosen !== undefined && proof !== undefined && !proven.has(proof.id))
      proven.set(proof.id, { id: chosen.id, added });
  }
  return proven;
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
