/** Criticises a response freely: the first call of the self-critique baseline (STICK). */
import { z } from 'zod';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { Written } from '../src/domain/responder.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import { askForText } from '../src/llm/agent-kit/ask-for-text.ts';
import type { Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';

export const CritiqueResponseAnswer = z.strictObject({ critique: z.string() });

export async function critiqueResponse(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, response }: Written,
): Promise<ModelOutcome<z.infer<typeof CritiqueResponseAnswer>>> {
  return askForText(model, prompts, run, {
    step: 'refining',
    agent: 'critique-response',
    askAfresh: true,
    variables: { task: fenceKnownTask(task), response: fenceResponse(response) },
    schema: CritiqueResponseAnswer,
    textOf: ({ critique }) => critique,
  });
}
