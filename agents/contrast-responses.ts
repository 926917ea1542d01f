/** Writes the checklist that sets better responses to an instruction apart from worse ones (contrastive generation, as peers have it). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { ItemRow, ITEMS, plannedItems, USUAL_ITEMS } from '../src/llm/agent-kit/generated-items.ts';
import { CHECK_FORMS } from '../src/llm/agent-kit/written-criterion.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';

interface ContrastResponsesInput {
  readonly task: Task;
  readonly better: readonly string[];
  readonly worse: readonly string[];
}

export const contrastResponses = defineAgent({
  name: 'contrast-responses',
  step: 'checklist',
  retryWithNewSample: true,
  schema: z.strictObject({ differences: z.string(), items: z.array(ItemRow) }),
  variables: ({ task, better, worse }: ContrastResponsesInput) => ({
    task: fenceTask(task),
    better: responsesOf('better response', better),
    worse: responsesOf('worse response', worse),
    checks: CHECK_FORMS,
  }),
  ...ITEMS,
  plannedAnswer: () => ({
    differences: plannedText(200, 'differences'),
    items: plannedItems(USUAL_ITEMS, 'contrast'),
  }),
});

function responsesOf(label: string, responses: readonly string[]) {
  return trusted(responses.map((response, index) => fenceResponse(response, `${label} ${index + 1}`)).join('\n\n'));
}
