/** A kind of text with the readers that change its craft: what tasks have in common that share their advice. */
import { z } from 'zod';
import type { Task } from './task.ts';

export const TextKind = z.strictObject({
  /** As people who know the craft call it: "cover letter". */
  name: z.string().min(1),
  /** Null: no particular readers change how it is written. */
  readers: z.string().min(1).nullable(),
});
export type TextKind = z.infer<typeof TextKind>;

/** The task that stands for all tasks of the kind. */
export function taskOfKind({ name, readers }: TextKind): Task {
  const forReaders = readers === null ? '' : ` Its readers: ${readers}.`;
  return { instruction: `Write a text of this kind: ${name}.${forReaders}`, context: null };
}

export function kindTitle({ name, readers }: TextKind): string {
  return readers === null ? name : `${name} for ${readers}`;
}
