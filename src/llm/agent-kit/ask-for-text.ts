/** Asks for an answer that brings a text: one that brings none is no answer. */
import type { ModelClient, ModelOutcome } from '../../domain/model.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { ask, type AgentRequest, type Prompts } from './ask.ts';

interface TextRequest<Answer> extends Omit<AgentRequest<Answer, Answer>, 'validate' | 'read'> {
  readonly textOf: (answer: Answer) => string;
}

export async function askForText<Answer>(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { textOf, ...request }: TextRequest<Answer>,
): Promise<ModelOutcome<Answer>> {
  const isEmpty = (answer: Answer) => textOf(answer).trim() === '';
  const outcome = await ask(model, prompts, run, {
    ...request,
    validate: (answer) => (isEmpty(answer) ? ['The text is empty.'] : []),
    read: (answer) => answer,
  });
  return outcome.status === 'done' && isEmpty(outcome.value)
    ? { status: 'unscored', failure: 'rejected', reason: 'The model wrote an empty text.' }
    : outcome;
}
