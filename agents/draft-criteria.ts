/** Writes criteria from the instruction alone, without sources: EvalAgent's baselines ID, LLM and LLM-n. */
import { z } from 'zod';
import type { DraftItem, ModelCriterion } from '../src/domain/engine.ts';
import type { ModelClient, ModelOutcome, PromptText } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';
import { CHECK_FORMS, ProposedCheck, readProposedCheck } from '../src/llm/agent-kit/proposed-check.ts';
import { criterionProblem, tidy } from '../src/llm/agent-kit/wording.ts';
import { trusted } from '../src/llm/fence.ts';

const DraftRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  explicit: z.boolean(),
  check: ProposedCheck,
});
type DraftRow = z.infer<typeof DraftRow>;

export const DraftCriteriaAnswer = z.strictObject({ criteria: z.array(DraftRow) });

export interface DraftCriteriaInput {
  readonly task: Task;
  /** ID: `stated`; LLM: `checklist`; LLM-n: `counted`, beyond those that are there already. */
  readonly wanted: DraftItem['wanted'];
}

/** @returns criteria of which no two have the same wording; possibly fewer than were asked for, never more */
export async function draftCriteria(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, wanted }: DraftCriteriaInput,
): Promise<ModelOutcome<readonly ModelCriterion[]>> {
  const known = wanted.kind === 'counted' ? wanted.beyond : [];
  const count = wanted.kind === 'counted' ? wanted.count : null;
  const problemOf = ({ criterion, question }: DraftRow, index: number, rows: readonly DraftRow[]) => {
    const earlier = [...known, ...rows.slice(0, index).map((row) => row.criterion)];
    const isRepeated = earlier.some((other) => wordsOf(other) === wordsOf(criterion));
    return criterionProblem(criterion, question) ?? (isRepeated ? 'repeats another one' : null);
  };
  return ask(model, prompts, run, {
    step: 'answers',
    agent: 'draft-criteria',
    askAfresh: true,
    variables: {
      task: fenceTask(task),
      wanted: demandFor(wanted),
      known: knownCriteria(known),
      checks: CHECK_FORMS,
    },
    schema: DraftCriteriaAnswer,
    validate: ({ criteria }) => [
      ...(count !== null && criteria.length !== count
        ? [`${count} criteria were asked for, and you gave ${criteria.length}.`]
        : []),
      ...criteria.flatMap((row, index) => {
        const problem = problemOf(row, index, criteria);
        return problem === null ? [] : [`Criterion ${index + 1} ${problem}.`];
      }),
    ],
    read: ({ criteria }) =>
      criteria
        .filter((row, index) => problemOf(row, index, criteria) === null)
        .slice(0, count ?? undefined)
        .map(({ criterion, question, explicit, check }) => ({
          text: tidy(criterion),
          question: tidy(question),
          explicit: wanted.kind === 'stated' || explicit,
          ...readProposedCheck(run, check),
        })),
  });
}

/** Names the list; what each list is stands in the prompt. */
function demandFor(wanted: DraftItem['wanted']): PromptText {
  if (wanted.kind !== 'counted') return trusted(wanted.kind);
  return trusted(`${wanted.beyond.length === 0 ? 'counted' : 'beyond'}, exactly ${wanted.count} criteria`);
}

function knownCriteria(known: readonly string[]): PromptText {
  return known.length === 0 ? trusted('There is no earlier list.') : fencedLines('earlier list', known);
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
