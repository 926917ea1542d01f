/** By what and in what manner the library judges, from options that may be left out. */
import { CHECKLIST_VERSION, type Checklist } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { newItem } from '../judge/new-item.ts';
import { DEFAULT_JUDGE_OPTIONS, type JudgeOptions } from '../judge/judge.ts';
import { MAX_VOTES } from '../judge/max-votes.ts';
import { parseTask } from '../domain/parse-task.ts';
import type { ModelOptions } from './with-app.ts';

export interface JudgeResponseOptions extends ModelOptions, Partial<JudgeOptions> {
  /** What the response answers, in place of what the checklist says. */
  readonly instruction?: string;
  readonly context?: string;
}

/** A checklist, or its questions. */
export type GivenChecklist = Checklist | readonly string[];

/**
 * The checklist with the task that was given in place of its own.
 * @throws InputError where it has no items, one is empty, or the instruction is unusable or missing beside a context
 */
export function checklistToJudgeBy(
  given: GivenChecklist,
  { instruction, context }: JudgeResponseOptions,
): Checklist {
  const checklist = 'items' in given ? given : checklistOfQuestions(given);
  if (checklist.items.length === 0) throw new InputError('The checklist has no items.');
  if (context !== undefined && instruction === undefined)
    throw new InputError('A context needs an instruction.', { advice: 'Give `instruction` as well.' });
  return instruction === undefined
    ? checklist
    : { ...checklist, task: parseTask(instruction, context ?? null) };
}

/** @throws InputError where the votes are no number to take a majority of */
export function judgeOptionsOf({
  mode,
  votes = DEFAULT_JUDGE_OPTIONS.votes,
  analysis,
  codeChecks,
  seed,
}: Partial<JudgeOptions>): JudgeOptions {
  if (!Number.isInteger(votes) || votes < 1 || votes > MAX_VOTES)
    throw new InputError(`votes must be a whole number from 1 to ${MAX_VOTES}; it is ${votes}.`);
  return {
    mode: mode ?? DEFAULT_JUDGE_OPTIONS.mode,
    votes,
    analysis: analysis ?? DEFAULT_JUDGE_OPTIONS.analysis,
    codeChecks: codeChecks ?? DEFAULT_JUDGE_OPTIONS.codeChecks,
    seed: seed ?? DEFAULT_JUDGE_OPTIONS.seed,
  };
}

function checklistOfQuestions(questions: readonly string[]): Checklist {
  if (questions.some((question) => question.trim() === ''))
    throw new InputError('An item of a checklist cannot be empty.');
  return {
    checklistVersion: CHECKLIST_VERSION,
    task: null,
    items: questions.map((text, index) => newItem(index + 1, { text, origin: 'user' })),
    leftOut: [],
  };
}
