/** Holds the criteria of a kind of text against one task of that kind, and names exceptions: what does not apply, what needs other words. */
import { z } from 'zod';
import type { Fit, FitItem } from '../src/domain/engine.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { idProblems, inventedDetail, openingOf, reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedCriterion, plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { AppliesWhen, criterionProblem, readCriterion, withCondition } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const LeftOut = z.strictObject({ id: z.string(), reason: z.string() });
const Reworded = z.strictObject({
  id: z.string(),
  criterion: z.string(),
  question: z.string(),
  appliesWhen: AppliesWhen,
});
const Answer = z.strictObject({ leftOut: z.array(LeftOut), reworded: z.array(Reworded) });
type Answer = z.infer<typeof Answer>;

interface FitCriteriaInput {
  readonly task: Task;
  readonly criteria: readonly FitItem[];
}

/** For plans: one in so many is left out, and as many are reworded. */
const PLANNED_EXCEPTION_EVERY = 5;

/** Yields a verdict for each criterion: what is not named is kept as it is. */
export const fitCriteria = defineAgent({
  name: 'fit-criteria',
  step: 'rewriting',
  retryWithNewSample: true,
  schema: Answer,
  cites: ({ criteria }: FitCriteriaInput) => criteria.map((item) => ({ ...item, text: withCondition(item) })),
  mayCiteNothing: true,
  variables: ({ task, criteria }, { shown }) => ({
    task: fenceTask(task),
    count: criteria.length,
    criteria: fencedList('criteria', shown),
  }),
  validate: ({ leftOut, reworded }, { task }, ids) => [
    ...ids.problems([...leftOut, ...reworded], 0),
    ...idProblems(reworded, (row) => rewordingProblem(row, task, ids)),
  ],
  read: ({ leftOut, reworded }, { task, criteria }, ids) => {
    const removed = ids.valuesById(leftOut, ({ reason }): Fit => ({ kind: 'removed', reason: reasonLine(reason) }));
    const inOtherWords = ids.valuesById(reworded, (row): Fit | null => {
      if (rewordingProblem(row, task, ids) !== null) return null;
      const { text, question, appliesWhen } = readCriterion({ ...row, check: null });
      return { kind: 'reworded', text, question, appliesWhen };
    });
    return new Map(criteria.map(({ id }): [string, Fit] => [id, removed.get(id) ?? inOtherWords.get(id) ?? KEPT]));
  },
  plannedAnswer: (_input, { shown }) => ({
    leftOut: everyNth(shown, 0).map(({ shortId }) => ({ id: shortId, reason: plannedText(SENTENCE_TOKENS, shortId) })),
    reworded: everyNth(shown, 1).map(({ shortId }) => {
      const { criterion, question } = plannedCriterion(plannedText(SENTENCE_TOKENS, shortId));
      return { id: shortId, criterion, question, appliesWhen: null };
    }),
  }),
});

const KEPT: Fit = { kind: 'kept' };

function everyNth<Item>(items: readonly Item[], first: number): readonly Item[] {
  return items.filter((_item, index) => index % PLANNED_EXCEPTION_EVERY === first);
}

function rewordingProblem(row: Answer['reworded'][number], { instruction, context }: Task, ids: ShortIds<FitItem>) {
  const item = ids.itemOf(row.id);
  const known = item === undefined ? [] : [item.text, ...item.quotes];
  // In the language of the one that it replaces, beginning as that does.
  const opening = item === undefined ? undefined : openingOf(item.text);
  return criterionProblem(row, opening) ?? inventedDetail(row.criterion, [...known, instruction, context ?? '']);
}
