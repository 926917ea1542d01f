/** Writes a good response for judges to compare with (LLMBar, CAMIEval). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export const writeReference = defineAgent({
  name: 'write-reference',
  step: 'responding',
  cost: { itemsPerCall: 1 },
  retryWithNewSample: true,
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task) }),
  read: ({ response }) => response,
  reject: emptyText,
});
