/** What callers give in the form that is handiest for them, as the work wants it. */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import { parseTask, type Task } from '../domain/task.ts';
import type { GivenItem } from '../domain/given-item.ts';
import { checklistOfItems, usableChecklist } from '../judge/checklists/given-checklist.ts';

/** A text, or a task that was parsed before. */
export type GivenInstruction = string | Task;

/** A text, or one with its name (a file's, for people). */
export type GivenResponse = string | NamedResponse;

/** A checklist, or its items: questions, and items with a typed check. */
export type GivenChecklist = Checklist | readonly (string | GivenItem)[];

export interface InstructionOptions {
  /** What the response answers, in place of what the checklist says. */
  readonly instruction?: GivenInstruction | undefined;
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string | undefined;
}

export function taskOf(instruction: GivenInstruction, context: string | undefined): Task {
  return typeof instruction === 'string' ? parseTask(instruction, context ?? null) : instruction;
}

export function givenTask({ instruction, context }: InstructionOptions): Task | null {
  if (instruction !== undefined) return taskOf(instruction, context);
  if (context === undefined) return null;
  throw new InputError('A context needs an instruction.', { advice: 'Give `instruction` as well.' });
}

export function namedResponse(given: GivenResponse, name = 'response'): NamedResponse {
  return typeof given === 'string' ? { name, response: given } : given;
}

/** The checklist with the task that was given in place of its own. */
export function givenChecklist(given: GivenChecklist, options: InstructionOptions): Checklist {
  const checklist = 'items' in given ? usableChecklist(given) : checklistOfItems(given);
  if (checklist.items.length === 0) throw new InputError('The checklist has no items.');
  const task = givenTask(options);
  return task === null ? checklist : { ...checklist, task };
}
