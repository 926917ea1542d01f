/** What judging, or work that rests on it, would do and cost at most: nothing is asked. */
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { Checklist, ChecklistItem } from '../domain/checklist.ts';
import type { Protocol } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { RefineMethod } from '../domain/refinement.ts';
import type { Task } from '../domain/task.ts';
import { isCountable } from '../judge/code-verdict.ts';
import type { JudgingWorkload } from '../engines/model/plan-judging.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import { needsModel } from '../judge/needs-model.ts';
import { callPricing, type PricedCalls } from './price-calls.ts';

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

export interface JudgingPlan {
  readonly job: JudgingJob;
  readonly options: JudgeOptions;
  /** Null where the job needs no checklist. */
  readonly checklist: {
    readonly items: number;
    /** Of the items: those that code counts. */
    readonly byCode: number;
    /** True: nobody knows the items yet, and `items` is an assumption. */
    readonly isGenerated: boolean;
  } | null;
  /** Null where code alone judges, which costs nothing. */
  readonly model: { readonly limits: ModelLimits; readonly rows: readonly PricedCalls[] } | null;
}

/** The most that TICK's checklists usually have. */
const GENERATED_ITEMS = 8;
const GENERATED_QUESTION_TOKENS = 40;

/** @throws InputError where the job cannot be done as asked, or the prompts, the prices or a role cannot be used */
export async function planJudging(
  { job, task, checklist, top, options }: JudgingRequest,
  settings: Settings,
  secrets: Secrets,
): Promise<JudgingPlan> {
  requireModel(job, settings.model);
  const needsChecklist = job.kind !== 'compare' || job.by === 'pass-rate' || job.by === 'check-then-score';
  const generates = needsChecklist && checklist === null;
  if (generates) requireTask(job, task);
  if (generates && settings.model === null) throw needsModel('generating');
  const items = checklist?.items ?? [];
  const open = items.filter((item) => !options.codeChecks || !isCountable(item));
  const assumed = generates ? Math.min(GENERATED_ITEMS, top ?? GENERATED_ITEMS) : 0;
  const common = {
    job,
    options,
    checklist: needsChecklist
      ? { items: items.length + assumed, byCode: items.length - open.length, isGenerated: generates }
      : null,
  };
  if (settings.model === null) return { ...common, model: null };

  const [pricing, planning, { countTokens }, { fenceKnownTask }] = await Promise.all([
    callPricing(settings.model, settings, secrets),
    import('../engines/model/plan-judging.ts'),
    import('../llm/count-tokens.ts'),
    import('../llm/agent-kit/fence-task.ts'),
  ]);
  const taskTokens = (of: Task | null) => countTokens(fenceKnownTask(of));
  const questionTokens = async (of: readonly ChecklistItem[]) => [
    ...(await Promise.all(of.map(({ question }) => countTokens(question)))),
    ...Array.from({ length: assumed }, () => GENERATED_QUESTION_TOKENS),
  ];
  const { mode, votes, analysis } = options;
  const rows = planning.planJudging(await sized(job, countTokens, (of) => taskTokens(of ?? task)), {
    ...{ mode, votes, analysis, generates },
    questions: await questionTokens(items),
    openQuestions: await questionTokens(open),
    taskTokens: await taskTokens(task ?? checklist?.task ?? null),
    frameTokens: pricing.frameTokens,
  });
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = settings;
  return {
    ...common,
    model: { limits: { maxUsd, maxCalls, maxTokens, maxSeconds }, rows: pricing.priced(rows) },
  };
}

function requireModel(job: JudgingJob, model: string | null): void {
  if (model !== null) return;
  if (job.kind === 'refine' || job.kind === 'sample' || job.kind === 'actionability')
    throw needsModel('writing');
  if (job.kind === 'compare' && job.by !== 'pass-rate') throw needsModel('comparing');
}

function requireTask(job: JudgingJob, task: Task | null): void {
  const isKnown = task !== null || (job.kind === 'compare' && job.pairs.every((pair) => pair.task !== null));
  if (!isKnown)
    throw new InputError('There is no checklist to judge by.', {
      advice: 'Give one with --checklist or --set, or an --instruction to generate one from.',
    });
}

async function sized(
  job: JudgingJob,
  tokensOf: (text: string) => Promise<number>,
  taskTokensOf: (task: Task | null) => Promise<number>,
): Promise<JudgingWorkload> {
  const all = (texts: readonly string[]) => Promise.all(texts.map(tokensOf));
  switch (job.kind) {
    case 'judge':
    case 'best-of':
    case 'actionability':
      return { kind: job.kind, responses: await all(job.responses) };
    case 'sample':
      return job;
    case 'refine':
      return { ...job, response: await tokensOf(job.response) };
    case 'compare':
      return {
        ...job,
        pairs: await Promise.all(
          job.pairs.map(async ({ a, b, task }) => {
            const [ofA = 0, ofB = 0] = await all([a, b]);
            return { a: ofA, b: ofB, task: await taskTokensOf(task) };
          }),
        ),
      };
  }
}
