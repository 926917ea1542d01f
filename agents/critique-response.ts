/** Criticises a response freely: the first call of the self-critique baseline (STICK). */
import { z } from 'zod';
import type { WrittenResponse } from '../src/domain/judging-steps.ts';
import { fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export const critiqueResponse = defineAgent({
  name: 'critique-response',
  step: 'refining',
  cost: { itemsPerCall: 1 },
  retryWithNewSample: true,
  schema: z.strictObject({ critique: z.string() }),
  variables: ({ task, response }: WrittenResponse) => ({
    task: fenceTask(task),
    response: fenceResponse(response),
  }),
  read: ({ critique }) => critique,
  reject: emptyText,
});
