/** Writes a good response for judges to compare with (LLMBar, CAMIEval). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedText, RESPONSE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export const writeReference = defineAgent({
  name: 'write-reference',
  step: 'responding',
  retryWithNewSample: true,
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task) }),
  read: ({ response }) => response,
  reject: emptyText,
  plannedAnswer: () => ({ response: plannedText(RESPONSE_TOKENS, 'reference') }),
});
