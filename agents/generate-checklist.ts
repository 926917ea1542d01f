/** Writes the checklist of an instruction: an analysis first, then a few yes/no questions (TICK). */
import { z } from 'zod';
import { Category } from '../src/domain/checklist.ts';
import type { Task } from '../src/domain/task.ts';
import { CHECKLIST_EXAMPLES } from '../src/llm/agent-kit/checklist-examples.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { rowProblems } from '../src/llm/agent-kit/wording.ts';
import {
  CHECK_FORMS,
  checkProblem,
  criterionProblem,
  ProposedCheck,
  readCriterion,
} from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

const ItemRow = z.strictObject({
  criterion: z.string(),
  question: z.string(),
  categories: z.array(Category),
  // Enumerated, because servers with strict schemas keep lists of values but not bounds.
  importance: z.literal([1, 2, 3, 4, 5]).meta({ type: 'integer' }),
  check: ProposedCheck,
});

export interface GenerateChecklistInput {
  readonly task: Task;
  /** Whether the prompt shows examples, as TICK's does. */
  readonly examples: boolean;
}

const MAX_IMPORTANCE = 5;

/** Yields at least one item; the number is the model's choice (TICK: usually 2 to 8). */
export const generateChecklist = defineAgent({
  name: 'generate-checklist',
  step: 'checklist',
  // The analysis is about as long as an item.
  cost: { answeredPerItem: 100, answeredPerCall: 100 },
  askAfresh: true,
  schema: z.strictObject({ analysis: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, examples }: GenerateChecklistInput) => ({
    examples: examples ? CHECKLIST_EXAMPLES : trusted('No examples are given.'),
    task: fenceTask(task),
    checks: CHECK_FORMS,
  }),
  validate: ({ items }) => rowProblems('Item', items, (row) => criterionProblem(row) ?? checkProblem(row.check)),
  read: ({ items }) =>
    items
      .filter((row) => criterionProblem(row) === null)
      .map((row) => ({
        ...readCriterion(row),
        weight: (100 * row.importance) / MAX_IMPORTANCE,
        categories: [...new Set(row.categories)],
      })),
  reject: (items) => (items.length === 0 ? 'The list has no usable item.' : null),
});
