/** Criticises a response freely: the first call of the self-critique baseline (STICK). */
import { z } from 'zod';
import { fenceResponse, fenceTask, type ResponseToTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const CRITIQUE_TOKENS = 400;

export const critiqueResponse = defineAgent({
  name: 'critique-response',
  step: 'refining',
  retryWithNewSample: true,
  schema: z.strictObject({ critique: z.string() }),
  variables: ({ task, response }: ResponseToTask) => ({
    task: fenceTask(task),
    response: fenceResponse(response),
  }),
  read: ({ critique }) => critique,
  reject: emptyText,
  plannedAnswer: () => ({ critique: plannedText(CRITIQUE_TOKENS, 'critique') }),
});
