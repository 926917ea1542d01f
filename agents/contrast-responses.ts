/** Writes the checklist that sets better responses to an instruction apart from worse ones (contrastive generation, as peers have it). */
import { z } from 'zod';
import type { ContrastRequest } from '../src/domain/judging-steps.ts';
import { fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyList, ITEM_TOKENS, itemProblem, ItemRow, readItems } from '../src/llm/agent-kit/generated-items.ts';
import { rowProblems } from '../src/llm/agent-kit/wording.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

/** Yields at least one item. */
export const contrastResponses = defineAgent({
  name: 'contrast-responses',
  step: 'checklist',
  cost: { answeredPerItem: ITEM_TOKENS, answeredPerCall: 2 * ITEM_TOKENS },
  retryWithNewSample: true,
  schema: z.strictObject({ differences: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, better, worse }: ContrastRequest) => ({
    task: fenceTask(task),
    better: responsesOf('better response', better),
    worse: responsesOf('worse response', worse),
    checks: CHECK_FORMS,
  }),
  validate: ({ items }) => rowProblems('Item', items, itemProblem),
  read: ({ items }) => readItems(items),
  reject: emptyList,
});

function responsesOf(label: string, responses: readonly string[]) {
  return trusted(responses.map((response, index) => fenceResponse(response, `${label} ${index + 1}`)).join('\n\n'));
}
