/** A kind of text with the readers that change its craft: what tasks have in common that share their advice. */
import { z } from 'zod';
import { languageOf } from './language.ts';
import type { Task } from './task.ts';

export const TextKind = z.strictObject({
  /** As people who know the craft call it: "cover letter". */
  name: z.string().min(1),
  /** Null: no particular readers change how it is written. */
  readers: z.string().min(1).nullable(),
  /** Of its tasks, their names and their criteria: ISO 639-3 where it is one that we know. Absent: English. */
  language: z.string().min(2).exactOptional(),
});
export type TextKind = z.infer<typeof TextKind>;

/**
 * The task that stands for all tasks of the kind. What is written for a task is in its language, so that beside English no
 * word of ours is in it.
 */
export function taskOfKind({ name, readers, language }: TextKind): Task {
  if (language !== undefined) return { instruction: readers === null ? name : `${name} (${readers})`, context: null };
  const forReaders = readers === null ? '' : ` Its readers: ${readers}.`;
  return { instruction: `Write a text of this kind: ${name}.${forReaders}`, context: null };
}

export function kindTitle({ name, readers, language }: TextKind): string {
  const inLanguage = language === undefined ? '' : `, in ${languageOf(language)?.name ?? language}`;
  return `${readers === null ? name : `${name} for ${readers}`}${inLanguage}`;
}
