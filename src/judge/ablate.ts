/** Whether a checklist, and each item of it, brings a judge nearer to people (checklist study, §6.1): judged with, without, and item by item without. */
import { placeOf } from '../data/policy-verdicts.ts';
import type { Checklist } from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { CHECKLIST_THRESHOLDS, checklistEffect, itemEffect } from '../metrics/ablation.ts';
import type { AblationCase, EffectFigure } from '../metrics/ablation.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { usageOf } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { eachCase, type HumanJudged } from './repeated-verdicts.ts';
import { requireModel } from './require-model.ts';

export interface Ablation {
  readonly checklist: Checklist;
  readonly kind: HumanJudged['kind'];
  /** Of the checklist as a whole. */
  readonly whole: EffectFigure;
  /** In the checklist's order. */
  readonly items: readonly (EffectFigure & { readonly itemId: string })[];
  readonly cases: readonly (Omit<AblationCase, 'without'> & {
    readonly name: string;
    readonly without: Readonly<Record<string, readonly number[]>>;
  })[];
  /** Judgements that nobody gave, or that could not be read: figures leave them out. */
  readonly unanswered: number;
  readonly usage: readonly ModelUsage[];
}

/**
 * Judges each case `votes` times (5 by default; pairs in each order): without the checklist, with it, and without each of
 * its items.
 * @throws InputError without a model or cases, or where the list has one item alone; LimitError, CancelledError
 */
export async function ablate(
  run: RunContext,
  agents: AgentModel | null,
  checklist: Checklist,
  data: HumanJudged,
  { judging, ...options }: BootstrapOptions & { readonly judging: JudgeOptions },
): Promise<Ablation> {
  requireModel(agents, 'compares');
  if (checklist.items.length < 2) throw new InputError('Leaving items out needs a checklist of two or more.');
  const { values: cases, unanswered } = await eachCase(
    run,
    agents,
    judging,
    data,
    async ({ given: { name }, gold, verdicts }) => {
      const scores = async (list: Checklist | null) => (await verdicts(list)).map(placeOf);
      const withoutItem = async ({ id }: Checklist['items'][number]): Promise<[string, readonly number[]]> => {
        return [id, await scores({ ...checklist, items: checklist.items.filter((item) => item.id !== id) })];
      };
      const [none, all, without] = await Promise.all([
        scores(null),
        scores(checklist),
        Promise.all(checklist.items.map(withoutItem)),
      ]);
      return { name, gold: placeOf(gold), none, all, without: new Map(without) };
    },
  );
  return {
    checklist,
    kind: data.kind,
    whole: checklistEffect(cases, CHECKLIST_THRESHOLDS[data.kind], options),
    items: checklist.items.map(({ id }) => ({ itemId: id, ...itemEffect(cases, id, options) })),
    cases: cases.map(({ without, ...each }) => ({ ...each, without: Object.fromEntries(without) })),
    unanswered,
    usage: usageOf(run, agents),
  };
}
