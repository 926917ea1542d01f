/** Writes the checklist of an instruction: an analysis first, then a few yes/no questions (TICK). */
import { z } from 'zod';
import { Category } from '../src/domain/checklist.ts';
import type { GeneratedItem } from '../src/domain/judge.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { CHECKLIST_EXAMPLES } from '../src/llm/agent-kit/checklist-examples.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { CHECK_FORMS, ProposedCheck, readProposedCheck } from '../src/llm/agent-kit/proposed-check.ts';
import { criterionProblem, tidy } from '../src/llm/agent-kit/wording.ts';
import { trusted } from '../src/llm/fence.ts';

const ItemRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  categories: z.array(Category),
  // Enumerated, because servers with strict schemas keep lists of values but not bounds.
  importance: z.literal([1, 2, 3, 4, 5]).meta({ type: 'integer' }),
  check: ProposedCheck,
});
type ItemRow = z.infer<typeof ItemRow>;

export const GenerateChecklistAnswer = z.strictObject({ analysis: z.string(), items: z.array(ItemRow) });

export interface GenerateChecklistInput {
  readonly task: Task;
  /** Whether the prompt shows examples, as TICK's does. */
  readonly examples: boolean;
}

const MAX_IMPORTANCE = 5;

/** @returns at least one item; the number is the model's choice (TICK: usually 2 to 8) */
export async function generateChecklist(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, examples }: GenerateChecklistInput,
): Promise<ModelOutcome<readonly GeneratedItem[]>> {
  const outcome = await ask(model, prompts, run, {
    step: 'checklist',
    agent: 'generate-checklist',
    askAfresh: true,
    variables: {
      examples: examples ? CHECKLIST_EXAMPLES : trusted('No examples are given.'),
      task: fenceTask(task),
      checks: CHECK_FORMS,
    },
    schema: GenerateChecklistAnswer,
    validate: ({ items }) => [
      ...(items.length === 0 ? ['The list is empty.'] : []),
      ...items.flatMap((row, index) => {
        const problem = problemOf(row);
        return problem === null ? [] : [`Item ${index + 1} ${problem}.`];
      }),
    ],
    read: ({ items }) =>
      items
        .filter((row) => problemOf(row) === null)
        .map(({ criterion, question, categories, importance, check }) => ({
          text: tidy(criterion),
          question: tidy(question),
          weight: (100 * importance) / MAX_IMPORTANCE,
          categories: [...new Set(categories)],
          ...readProposedCheck(run, check),
        })),
  });
  return outcome.status === 'done' && outcome.value.length === 0
    ? { status: 'unscored', failure: 'rejected', reason: 'The model wrote no usable item.' }
    : outcome;
}

function problemOf({ criterion, question }: ItemRow): string | null {
  return criterionProblem(criterion, question);
}
