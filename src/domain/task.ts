/** The writing task that criteria are discovered for. */
import { z } from 'zod';

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
