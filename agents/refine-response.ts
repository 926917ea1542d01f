/** Mends what a checklist found unmet and keeps the rest: a plan, then the new response (STICK). */
import { z } from 'zod';
import { fencedLines, fenceResponse, fenceTask, type ResponseToTask } from '../src/llm/agent-kit/fenced-input.ts';
import { emptyText } from '../src/llm/agent-kit/wording.ts';
import { plannedRevision, plannedText, SENTENCE_TOKENS } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

/** A question and its verdict (STICK). */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: 'yes' | 'no';
  /** The judge's, or what was counted; empty: none is shown. */
  readonly reason: string;
}

interface RefineResponseInput extends ResponseToTask {
  /** The most important first. */
  readonly questions: readonly AnsweredQuestion[];
}

export const refineResponse = defineAgent({
  name: 'refine-response',
  step: 'refining',
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
  plannedAnswer: ({ response, questions }) => ({
    plan: plannedText(SENTENCE_TOKENS * questions.length, 'plan'),
    response: plannedRevision(response),
  }),
});
