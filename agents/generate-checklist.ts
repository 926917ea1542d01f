/** Writes the checklist of an instruction: an analysis first, then a few yes/no questions (TICK). */
import { z } from 'zod';
import { Category } from '../src/domain/checklist.ts';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { CHECK_FORMS, checkProblem, ProposedCheck, readCheck } from '../src/llm/agent-kit/proposed-check.ts';
import { criterionProblem, rowProblems, tidy } from '../src/llm/agent-kit/wording.ts';
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
type ItemRow = z.infer<typeof ItemRow>;

export interface GenerateChecklistInput {
  readonly task: Task;
  /** Whether the prompt shows examples, as TICK's does. */
  readonly examples: boolean;
}

const MAX_IMPORTANCE = 5;

/** In our own words; whether examples help is a setting. */
const EXAMPLES = trusted(`Examples of instructions and items; the form of your answer is given elsewhere.

Instruction: Turn down a dinner invitation from my boss in two sentences, kindly.
- The response should turn the invitation down. / Does the response turn the invitation down? / importance 5
- The response should have exactly two sentences. / Does the response have exactly two sentences? / importance 5
- The response should be kind in tone. / Is the response kind in tone? / importance 4
- The response should be addressed to a boss. / Is the response addressed to a boss? / importance 3

Instruction: List the planets by distance from the sun as a JSON array of names.
- The response should be one valid JSON array of strings. / Is the response one valid JSON array of strings? / importance 5
- The response should name all eight planets. / Does the response name all eight planets? / importance 5
- The response should order the planets from the nearest to the sun to the farthest. / Does the response order the planets from the nearest to the sun to the farthest? / importance 5
- The response should name nothing but planets. / Does the response name nothing but planets? / importance 4`);

/** Yields at least one item; the number is the model's choice (TICK: usually 2 to 8). */
export const generateChecklist = defineAgent({
  name: 'generate-checklist',
  step: 'checklist',
  // The analysis is about as long as an item.
  cost: { answeredPerItem: 100, answeredPerCall: 100 },
  askAfresh: true,
  schema: z.strictObject({ analysis: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, examples }: GenerateChecklistInput) => ({
    examples: examples ? EXAMPLES : trusted('No examples are given.'),
    task: fenceTask(task),
    checks: CHECK_FORMS,
  }),
  validate: ({ items }) => rowProblems('Item', items, (row) => itemProblem(row) ?? checkProblem(row.check)),
  read: ({ items }) =>
    items
      .filter((row) => itemProblem(row) === null)
      .map(({ criterion, question, categories, importance, check }) => ({
        text: tidy(criterion),
        question: tidy(question),
        weight: (100 * importance) / MAX_IMPORTANCE,
        categories: [...new Set(categories)],
        ...readCheck(check),
      })),
  reject: (items) => (items.length === 0 ? 'The list has no usable item.' : null),
});

const itemProblem = ({ criterion, question }: ItemRow) => criterionProblem(criterion, question);
