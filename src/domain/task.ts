/** The writing task that criteria are discovered for. */
import { z } from 'zod';
import { InputError } from './errors.ts';

/** Longest instruction and longest context that are accepted, in UTF-16 units. */
export const MAX_INSTRUCTION_CHARS = 20_000;
export const MAX_CONTEXT_CHARS = 100_000;

export const Task = z.strictObject({
  /** What the writer was asked for, as given. */
  instruction: z.string().trim().min(1).max(MAX_INSTRUCTION_CHARS),
  /** Audience, source text or other circumstances of the task. */
  context: z.string().max(MAX_CONTEXT_CHARS).nullable(),
});
export type Task = z.infer<typeof Task>;

/** What a user typed, both without the spaces around them; an empty context is none. @throws InputError where one is too long */
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

/** Tells tasks apart, also across files. */
export function taskKey({ instruction, context }: Task): string {
  return JSON.stringify([instruction.trim(), context?.trim() ?? '']);
}
