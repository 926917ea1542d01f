/** Rewrites a response by a critique and keeps its format: the second call of the self-critique baseline (STICK). */
import { z } from 'zod';
import type { WrittenResponse } from '../src/domain/judging-steps.ts';
import { fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export interface RewriteResponseInput extends WrittenResponse {
  readonly critique: string;
}

export const rewriteResponse = defineAgent({
  name: 'rewrite-response',
  step: 'refining',
  cost: { itemsPerCall: 1 },
  retryWithNewSample: true,
  schema: z.strictObject({ response: z.string() }),
  variables: ({ task, response, critique }: RewriteResponseInput) => ({
    task: fenceTask(task),
    response: fenceResponse(response),
    critique: fenceResponse(critique, 'critique'),
  }),
  read: ({ response }) => response,
  reject: emptyText,
});
