/** Mends what a checklist found unmet and keeps the rest: a plan, then the new response (STICK). */
import { z } from 'zod';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { AnsweredQuestion, Revision, Written } from '../src/domain/responder.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import { askForText } from '../src/llm/agent-kit/ask-for-text.ts';
import type { Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';

export const RefineResponseAnswer = z.strictObject({ plan: z.string(), response: z.string() });

export interface RefineResponseInput extends Written {
  /** Verdicts alone: the refiner sees no analyses. */
  readonly questions: readonly AnsweredQuestion[];
}

export async function refineResponse(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, response, questions }: RefineResponseInput,
): Promise<ModelOutcome<Revision>> {
  return askForText(model, prompts, run, {
    step: 'refining',
    agent: 'refine-response',
    askAfresh: true,
    variables: {
      task: fenceKnownTask(task),
      response: fenceResponse(response),
      checklist: fencedLines(
        'checklist',
        questions.map(({ question, answer }) => `${answer}: ${question}`),
      ),
    },
    schema: RefineResponseAnswer,
    textOf: (answer) => answer.response,
  });
}
