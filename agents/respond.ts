/** Writes a response to an instruction: one candidate among several (TICK, best-of-N). */
import { z } from 'zod';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { askForText } from '../src/llm/agent-kit/ask-for-text.ts';
import type { Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';

export const RespondAnswer = z.strictObject({ response: z.string() });

export interface RespondInput {
  readonly task: Task;
  /** Tells the candidates apart. */
  readonly sampleIndex: number;
  /** Null: the prompt's own. */
  readonly temperature: number | null;
}

export async function respond(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, sampleIndex, temperature }: RespondInput,
): Promise<ModelOutcome<z.infer<typeof RespondAnswer>>> {
  return askForText(model, prompts, run, {
    step: 'responding',
    agent: 'respond',
    sampleIndex,
    ...(temperature === null ? {} : { temperature }),
    variables: { task: fenceTask(task) },
    schema: RespondAnswer,
    textOf: ({ response }) => response,
  });
}
