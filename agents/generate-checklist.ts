/** Writes the checklist of an instruction: an analysis first, then yes/no questions (TICK; checklist study, §3.2). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { ItemRow, ITEMS, plannedItems, USUAL_ITEMS } from '../src/llm/agent-kit/generated-items.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

export interface GenerateChecklistInput {
  readonly task: Task;
  /** What the list is to be like (checklist study, §3.2). */
  readonly manner: 'ticking' | 'baseline' | 'specify';
  /** Exactly so many items; null: as many as it takes. */
  readonly count: number | null;
  /** Whether the prompt shows some, as TICK's does. */
  readonly examples: boolean;
}

/** Shown one at a time, so that the prompts of two policies differ in nothing else. */
const MANNERS: Readonly<Record<GenerateChecklistInput['manner'], string>> = {
  ticking:
    'Cover what the instruction asks for in so many words, and what anybody who gave it would take for granted, in as few items as that takes: usually 2 to 8.',
  baseline: 'Cover all that plainly bears on the instruction, in items that are each definite, and nothing beyond it.',
  specify:
    'Cover all that plainly bears on the instruction, in items that are each definite, and nothing beyond it. Think of the answers that can be expected first: where a right answer has to contain something of its own, such as a result, a name or a step, let an item name it.',
};

/** In our own words (TICK shows a few). */
const CHECKLIST_EXAMPLES = trusted(`Examples of instructions and items; the form of your answer is given elsewhere.

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

/** Yields at least one item, and never more than `count`; without one the number is the model's choice. */
export const generateChecklist = defineAgent({
  name: 'generate-checklist',
  step: 'checklist',
  retryWithNewSample: true,
  schema: z.strictObject({ analysis: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, manner, count, examples }: GenerateChecklistInput) => ({
    manner: trusted(`${MANNERS[manner]}${count === null ? '' : ` Write exactly ${count} of them.`}`),
    examples: examples ? CHECKLIST_EXAMPLES : trusted('No examples are given.'),
    task: fenceTask(task),
    checks: CHECK_FORMS,
  }),
  ...ITEMS,
  validate: (answer, { count }) => [
    ...(count === null || answer.items.length === count
      ? []
      : [`${count} items were asked for, and you gave ${answer.items.length}.`]),
    ...ITEMS.validate(answer),
  ],
  read: (answer, { count }) => ITEMS.read(answer).slice(0, count ?? undefined),
  plannedAnswer: ({ count, manner }) => ({
    analysis: plannedText(100, 'analysis'),
    items: plannedItems(count ?? USUAL_ITEMS, manner),
  }),
});
