/** Mends what a checklist found unmet and keeps the rest: a plan, then the new response (STICK). */
import { z } from 'zod';
import type { AnsweredQuestion, WrittenResponse } from '../src/domain/judging-steps.ts';
import { fencedLines, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

export interface RefineResponseInput extends WrittenResponse {
  /** The most important first. */
  readonly questions: readonly AnsweredQuestion[];
}

export const refineResponse = defineAgent({
  name: 'refine-response',
  step: 'refining',
  // Items are the questions: a line of the plan for each.
  cost: { answeredPerItem: 30 },
  retryWithNewSample: true,
  schema: z.strictObject({ plan: z.string(), response: z.string() }),
  variables: ({ task, response, questions }: RefineResponseInput) => ({
    task: fenceTask(task),
    response: fenceResponse(response),
    checklist: fencedLines(
      'checklist',
      questions.map(({ question, answer, reason }) => `${answer}: ${question}${reason && ` – found: ${reason}`}`),
    ),
  }),
  read: ({ plan, response }) => ({ plan, response }),
  reject: ({ response }) => emptyText(response),
});
