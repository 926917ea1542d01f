/** Rewrites a response by a critique and keeps its format: the second call of the self-critique baseline (STICK). */
import { z } from 'zod';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { Written } from '../src/domain/responder.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import { askForText } from '../src/llm/agent-kit/ask-for-text.ts';
import type { Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';

export const RewriteResponseAnswer = z.strictObject({ response: z.string() });

export interface RewriteResponseInput extends Written {
  readonly critique: string;
}

export async function rewriteResponse(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, response, critique }: RewriteResponseInput,
): Promise<ModelOutcome<z.infer<typeof RewriteResponseAnswer>>> {
  return askForText(model, prompts, run, {
    step: 'refining',
    agent: 'rewrite-response',
    askAfresh: true,
    variables: {
      task: fenceKnownTask(task),
      response: fenceResponse(response),
      critique: fenceResponse(critique, 'critique'),
    },
    schema: RewriteResponseAnswer,
    textOf: (answer) => answer.response,
  });
}
