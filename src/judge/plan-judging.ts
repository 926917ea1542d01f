/** What judging, or work that rests on it, would ask of a model at most: sums what each kind of work declares. */
import { requireCapability, type Engine } from '../domain/engine.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Protocol } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { CallPlan } from '../domain/plan.ts';
import type { RefineMethod } from '../domain/refinement.ts';
import type { Task } from '../domain/task.ts';
import { fenceTask } from '../llm/agent-kit/fenced-input.ts';
import { isCountable } from './code-verdict.ts';
import { GENERATED_ITEMS, planChecklist } from './generate-checklist.ts';
import { planJudge, type JudgeOptions } from './judge.ts';
import type { JudgingSizes } from './judging-sizes.ts';
import { planActionability } from './measure-actionability.ts';
import { COMPARISON_PROTOCOLS } from './protocols/index.ts';
import { planRefinement } from './refine.ts';
import { planSamples } from './select-best-response.ts';

/** What is to be done, with the texts. */
export type JudgingJob =
  | { readonly kind: 'judge' | 'best-of' | 'actionability'; readonly responses: readonly string[] }
  | { readonly kind: 'sample'; readonly samples: number }
  | {
      readonly kind: 'refine';
      readonly response: string;
      readonly rounds: number;
      readonly method: RefineMethod;
    }
  | { readonly kind: 'compare'; readonly by: Protocol; readonly pairs: readonly PairToCompare[] };

export interface PairToCompare {
  readonly a: string;
  readonly b: string;
  readonly task: Task | null;
}

export interface JudgingRequest {
  readonly job: JudgingJob;
  /** What the responses answer; null where nobody said. */
  readonly task: Task | null;
  /** Null: none is given, and one is generated where the job needs it. */
  readonly checklist: Checklist | null;
  readonly top: number | null;
  readonly options: JudgeOptions;
}

export interface PlannedChecklist {
  readonly items: number;
  /** Of the items: those that code counts. */
  readonly byCode: number;
  /** True: nobody knows the items yet, and `items` is an assumption. */
  readonly isGenerated: boolean;
}

const GENERATED_QUESTION_TOKENS = 40;

/**
 * The checklist that the job goes by; null where it needs none.
 * @throws InputError where the job cannot be done as asked
 */
export function plannedChecklist(
  { job, task, checklist, top, options }: JudgingRequest,
  engine: Pick<Engine, 'capabilities'>,
): PlannedChecklist | null {
  const protocol = job.kind === 'compare' ? COMPARISON_PROTOCOLS[job.by] : null;
  const writes = job.kind === 'refine' || job.kind === 'sample' || job.kind === 'actionability';
  const needed = writes ? 'writes' : (protocol?.needs ?? null);
  if (needed !== null) requireCapability(engine, needed);
  if (protocol?.usesChecklist === false) return null;
  if (checklist !== null) {
    const { length } = checklist.items;
    return { items: length, byCode: length - openItems(checklist, options).length, isGenerated: false };
  }
  const tasks = job.kind === 'compare' ? job.pairs.map((pair) => pair.task ?? task) : [task];
  if (tasks.includes(null))
    throw new InputError('There is no checklist to judge by.', {
      advice: 'Give one with --checklist or --set, or an --instruction to generate one from.',
    });
  requireCapability(engine, 'generatesChecklists');
  return { items: Math.min(GENERATED_ITEMS, top ?? GENERATED_ITEMS), byCode: 0, isGenerated: true };
}

/** @param tokensOf counts the tokens of a text */
export function planJudging(
  plan: CallPlan,
  { job, task, checklist, options }: JudgingRequest,
  planned: PlannedChecklist | null,
  tokensOf: (text: string) => number,
): void {
  const generated = planned?.isGenerated === true ? planned.items : 0;
  const assumed = Array.from({ length: generated }, () => GENERATED_QUESTION_TOKENS);
  const lengthsOf = (items: Checklist['items']) => [
    ...items.map(({ question }) => tokensOf(question)),
    ...assumed,
  ];
  const { mode, votes, analysis } = options;
  const sizes: JudgingSizes = {
    ...{ mode, votes, analysis },
    questions: lengthsOf(checklist?.items ?? []),
    openQuestions: lengthsOf(checklist === null ? [] : openItems(checklist, options)),
    task: tokensOf(fenceTask(task ?? checklist?.task ?? null)),
  };
  const generate = (taskTokens: number) => {
    if (generated > 0) planChecklist(plan, taskTokens, generated);
  };
  if (job.kind !== 'compare') generate(sizes.task);
  switch (job.kind) {
    case 'judge':
    case 'best-of':
      for (const response of job.responses) planJudge(plan, sizes, tokensOf(response));
      break;
    case 'actionability':
      for (const response of job.responses) planActionability(plan, sizes, tokensOf(response));
      break;
    case 'sample':
      planSamples(plan, sizes, job.samples);
      break;
    case 'refine':
      planRefinement(plan, sizes, tokensOf(job.response), job);
      break;
    case 'compare':
      for (const pair of job.pairs) {
        const taskTokens = tokensOf(fenceTask(pair.task ?? task ?? checklist?.task ?? null));
        generate(taskTokens);
        const lengths = { a: tokensOf(pair.a), b: tokensOf(pair.b), task: taskTokens };
        COMPARISON_PROTOCOLS[job.by].plan(plan, lengths, sizes);
      }
  }
}

function openItems({ items }: Checklist, { codeChecks }: JudgeOptions): Checklist['items'] {
  return items.filter((item) => !codeChecks || !isCountable(item));
}
