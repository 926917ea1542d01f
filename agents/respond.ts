/** Writes a response to an instruction: one candidate among several (TICK, best-of-N). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedText, RESPONSE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export const respond = defineAgent({
  name: 'respond',
  step: 'responding',
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task }: { readonly task: Task }) => ({ task: fenceTask(task) }),
  read: ({ response }) => response,
  reject: emptyText,
  plannedAnswer: () => ({ response: plannedText(RESPONSE_TOKENS, 'response') }),
});
