/** What judging, or work that rests on it, would do and cost at most: nothing is asked. */
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { ALL_CAPABILITIES } from '../domain/engine.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { JudgeOptions } from '../judge/judge.ts';
import {
  plannedChecklist,
  planJudging as planWork,
  type JudgingJob,
  type JudgingRequest,
  type PlannedChecklist,
} from '../judge/plan-judging.ts';
import { callPricing, type PricedCalls } from './price-calls.ts';

export type { JudgingJob } from '../judge/plan-judging.ts';

export interface JudgingPlan {
  readonly job: JudgingJob;
  readonly options: JudgeOptions;
  /** Null where the job needs no checklist. */
  readonly checklist: PlannedChecklist | null;
  /** Null where code alone judges, which costs nothing. */
  readonly model: { readonly limits: ModelLimits; readonly rows: readonly PricedCalls[] } | null;
}

/** @throws InputError where the job cannot be done as asked, or the prompts, the prices or a role cannot be used */
export async function planJudging(
  request: JudgingRequest,
  settings: Settings,
  secrets: Secrets,
): Promise<JudgingPlan> {
  const { job, options } = request;
  const capabilities = settings.model === null ? new Set<never>() : ALL_CAPABILITIES;
  const checklist = plannedChecklist(request, { capabilities });
  if (settings.model === null) return { job, options, checklist, model: null };
  const [pricing, { createCallPlan }, { loadTokenCounter }] = await Promise.all([
    callPricing(settings.model, settings, secrets),
    import('../engines/model/plan-calls.ts'),
    import('../llm/count-tokens.ts'),
  ]);
  const plan = createCallPlan(pricing.frameTokens);
  planWork(plan, request, checklist, await loadTokenCounter());
  const { maxUsd, maxCalls, maxTokens, maxSeconds } = settings;
  const limits = { maxUsd, maxCalls, maxTokens, maxSeconds };
  return { job, options, checklist, model: { limits, rows: pricing.priced(plan.rows()) } };
}
