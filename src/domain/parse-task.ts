/** From what a user typed to a task, or a clear error. */
import { InputError } from './errors.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS, type Task } from './task.ts';

/** Both without the spaces around them; an empty context is none. @throws InputError where one is too long */
export function parseTask(instruction: string, context: string | null = null): Task {
  const trimmed = instruction.trim();
  if (trimmed === '')
    throw new InputError('The instruction is empty.', {
      advice: 'Say what is to be written, for instance: "Write a cover letter for a junior data analyst".',
    });
  if (trimmed.length > MAX_INSTRUCTION_CHARS)
    throw new InputError(
      `The instruction has ${trimmed.length} characters; at most ${MAX_INSTRUCTION_CHARS} are accepted.`,
      { advice: 'Put source material into a file and give it with --context.' },
    );
  if (context !== null && context.length > MAX_CONTEXT_CHARS)
    throw new InputError(`The context has ${context.length} characters; at most ${MAX_CONTEXT_CHARS} are accepted.`);
  const trimmedContext = context?.trim() ?? '';
  return { instruction: trimmed, context: trimmedContext === '' ? null : trimmedContext };
}
