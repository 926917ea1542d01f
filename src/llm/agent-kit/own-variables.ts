/** What a prompt of the user's own may show: the same texts as ours, fenced as data, under names that its user knows. */
import type { PromptText } from '../../domain/model.ts';
import type { Task } from '../../domain/task.ts';
import { trusted } from '../fence.ts';
import { fenceContext, fenceInstruction, fenceReference, fenceResponse } from './fenced-input.ts';

export interface ShownTexts {
  readonly task: Task | null;
  readonly reference: string | null;
  /** By the name of their variable: the response, or both. */
  readonly responses: Readonly<Record<string, string>>;
}

/** The labels of responses in prompts. */
const LABELS: Readonly<Record<string, string>> = { responseA: 'response A', responseB: 'response B' };

/** @param shows the variables of the prompt */
export function ownVariables(
  { task, reference, responses }: ShownTexts,
  shows: readonly string[],
): Readonly<Record<string, PromptText>> {
  const all: Readonly<Record<string, PromptText>> = {
    instruction: fenceInstruction(task),
    context: fenceContext(task),
    reference: fenceReference(reference),
    ...Object.fromEntries(
      Object.entries(responses).map(([name, text]) => [name, fenceResponse(text, LABELS[name] ?? name)]),
    ),
  };
  return Object.fromEntries(shows.map((name) => [name, all[name] ?? trusted('')]));
}
