/** Writes the checklist of an instruction: an analysis first, then yes/no questions (TICK; checklist study, §3.2). */
import { z } from 'zod';
import type { ChecklistRequest } from '../src/domain/judging-steps.ts';
import { CHECKLIST_EXAMPLES } from '../src/llm/agent-kit/checklist-examples.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyList, ITEM_TOKENS, itemProblem, ItemRow, readItems } from '../src/llm/agent-kit/generated-items.ts';
import { rowProblems } from '../src/llm/agent-kit/wording.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

/** Shown one at a time, so that the prompts of two policies differ in nothing else. */
const MANNERS: Readonly<Record<ChecklistRequest['manner'], string>> = {
  ticking:
    'Cover what the instruction asks for in so many words, and what anybody who gave it would take for granted, in as few items as that takes: usually 2 to 8.',
  baseline: 'Cover all that plainly bears on the instruction, in items that are each definite, and nothing beyond it.',
  specify:
    'Cover all that plainly bears on the instruction, in items that are each definite, and nothing beyond it. Think of the answers that can be expected first: where a right answer has to contain something of its own, such as a result, a name or a step, let an item name it.',
};

/** Yields at least one item, and never more than `count`; without one the number is the model's choice. */
export const generateChecklist = defineAgent({
  name: 'generate-checklist',
  step: 'checklist',
  // The analysis is about as long as an item.
  cost: { answeredPerItem: ITEM_TOKENS, answeredPerCall: ITEM_TOKENS },
  retryWithNewSample: true,
  schema: z.strictObject({ analysis: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, manner, count, examples }: ChecklistRequest) => ({
    manner: trusted(`${MANNERS[manner]}${count === null ? '' : ` Write exactly ${count} of them.`}`),
    examples: examples ? CHECKLIST_EXAMPLES : trusted('No examples are given.'),
    task: fenceTask(task),
    checks: CHECK_FORMS,
  }),
  validate: ({ items }, { count }) => [
    ...(count === null || items.length === count
      ? []
      : [`${count} items were asked for, and you gave ${items.length}.`]),
    ...rowProblems('Item', items, itemProblem),
  ],
  read: ({ items }, { count }) => readItems(items).slice(0, count ?? undefined),
  reject: emptyList,
});
