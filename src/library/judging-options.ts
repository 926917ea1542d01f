/** By what and in what manner the library judges, from options that may be left out. */
import { CHECKLIST_VERSION, type Checklist } from '../domain/checklist.ts';
import { newItem } from '../judging/new-item.ts';
import { DEFAULT_JUDGE_OPTIONS, type JudgeOptions } from '../pipeline/judge.ts';
import { parseTask } from '../pipeline/parse-task.ts';
import type { ModelOptions } from './with-app.ts';

export interface JudgeResponseOptions extends ModelOptions, Partial<JudgeOptions> {
  /** What the response answers, in place of what the checklist says. */
  readonly instruction?: string;
  readonly context?: string;
}

/** A checklist, or its questions. */
export type GivenChecklist = Checklist | readonly string[];

/** The checklist with the task that was given in place of its own. @throws InputError where the instruction is unusable */
export function checklistToJudgeBy(
  given: GivenChecklist,
  { instruction, context }: JudgeResponseOptions,
): Checklist {
  const checklist = 'items' in given ? given : checklistOfQuestions(given);
  return instruction === undefined
    ? checklist
    : { ...checklist, task: parseTask(instruction, context ?? null) };
}

export function judgeOptionsOf({
  mode,
  votes,
  analysis,
  codeChecks,
  seed,
}: Partial<JudgeOptions>): JudgeOptions {
  return {
    mode: mode ?? DEFAULT_JUDGE_OPTIONS.mode,
    votes: votes ?? DEFAULT_JUDGE_OPTIONS.votes,
    analysis: analysis ?? DEFAULT_JUDGE_OPTIONS.analysis,
    codeChecks: codeChecks ?? DEFAULT_JUDGE_OPTIONS.codeChecks,
    seed: seed ?? DEFAULT_JUDGE_OPTIONS.seed,
  };
}

function checklistOfQuestions(questions: readonly string[]): Checklist {
  return {
    checklistVersion: CHECKLIST_VERSION,
    task: null,
    items: questions.map((text, index) => newItem(index + 1, { text, origin: 'user' })),
    leftOut: [],
  };
}
