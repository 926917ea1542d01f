/** Rewrites a response by a critique and keeps its format: the second call of the self-critique baseline (STICK). */
import { z } from 'zod';
import { fenceResponse, fenceTask, type ResponseToTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedRevision } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

interface RewriteResponseInput extends ResponseToTask {
  readonly critique: string;
}

export const rewriteResponse = defineAgent({
  name: 'rewrite-response',
  step: 'refining',
  retryWithNewSample: true,
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task, response, critique }: RewriteResponseInput) => ({
    task: fenceTask(task),
    response: fenceResponse(response),
    critique: fenceResponse(critique, 'critique'),
  }),
  read: ({ response }) => response,
  reject: emptyText,
  plannedAnswer: ({ response }) => ({ response: plannedRevision(response) }),
});
