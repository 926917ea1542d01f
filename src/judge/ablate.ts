/** Whether a checklist, and each item of it, brings a judge nearer to people (checklist study, §6.1): judged with, without, and item by item without. */
import type { Checklist } from '../domain/checklist.ts';
import type { NamedResponse, Winner } from '../domain/comparison.ts';
import { InputError } from '../domain/errors.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { CHECKLIST_THRESHOLDS, checklistEffect, itemEffect } from '../metrics/ablation.ts';
import type { AblationCase, EffectFigure } from '../metrics/ablation.ts';
import type { AgentModel } from '../llm/define-agent.ts';
import { withinLimits } from '../run/within-limits.ts';
import { usageOf } from './judge.ts';
import type { JudgeOptions } from './judge-options.ts';
import { checklistPreference, cot } from './protocols/preference.ts';
import { protocolOptionsOf } from './protocols/protocol-options.ts';
import { checklistScore, score } from './protocols/score.ts';
import { requireModel } from './require-model.ts';
import { samplesOf, selectiveJudging, votesIn } from './selective.ts';

export interface LabelledPair {
  readonly name: string;
  readonly task: Task | null;
  readonly a: NamedResponse;
  readonly b: NamedResponse;
  readonly label: Winner;
}

export interface ScoredResponse extends NamedResponse {
  readonly task: Task | null;
  /** People's mean, 1 to 5. */
  readonly score: number;
}

/** What people judged by the whole: pairs, or responses. */
export type AblationData =
  | { readonly kind: 'pairwise'; readonly cases: readonly LabelledPair[] }
  | { readonly kind: 'direct'; readonly cases: readonly ScoredResponse[] };

export interface Ablation {
  readonly checklist: Checklist;
  readonly kind: AblationData['kind'];
  /** Of the checklist as a whole. */
  readonly whole: EffectFigure;
  /** In the checklist's order. */
  readonly items: readonly (EffectFigure & { readonly itemId: string })[];
  readonly cases: readonly (Omit<AblationCase, 'without'> & {
    readonly name: string;
    readonly without: Readonly<Record<string, readonly number[]>>;
  })[];
  readonly usage: readonly ModelUsage[];
}

/** A tie lies between the first and the second. */
const PLACES: Readonly<Record<Winner, number>> = { a: 1, tie: 1.5, b: 2 };

/**
 * Judges each case `votes` times (5 by default; pairs in each order): without the checklist, with it, and without each of
 * its items.
 * @throws InputError without a model or cases, or where the list has one item alone; LimitError, CancelledError
 */
export async function ablate(
  run: RunContext,
  agents: AgentModel | null,
  checklist: Checklist,
  data: AblationData,
  { judging, ...options }: BootstrapOptions & { readonly judging: JudgeOptions },
): Promise<Ablation> {
  const judges = requireModel(agents, 'compares');
  if (checklist.items.length < 2) throw new InputError('Leaving items out needs a checklist of two or more.');
  const scoresOf = scorerOf(run, judges, selectiveJudging(judging), data);
  const cases = await withinLimits(run, judges.model, () =>
    Promise.all(
      scoresOf.map(async ({ name, gold, scores }) => {
        const [none, all, ...without] = await Promise.all([
          scores(null),
          scores(checklist),
          ...checklist.items.map(({ id }) =>
            scores({ ...checklist, items: checklist.items.filter((item) => item.id !== id) }),
          ),
        ]);
        const byItem = checklist.items.map(({ id }, index) => [id, without[index] ?? []] as const);
        return { name, gold, none, all, without: new Map<string, readonly number[]>(byItem) };
      }),
    ),
  );
  return {
    checklist,
    kind: data.kind,
    whole: checklistEffect(cases, CHECKLIST_THRESHOLDS[data.kind], options),
    items: checklist.items.map(({ id }) => ({ itemId: id, ...itemEffect(cases, id, options) })),
    cases: cases.map(({ without, ...each }) => ({ ...each, without: Object.fromEntries(without) })),
    usage: usageOf(run, agents),
  };
}

interface CaseToScore {
  readonly name: string;
  readonly gold: number;
  /** @param checklist null: without one */
  readonly scores: (checklist: Checklist | null) => Promise<readonly number[]>;
}

function scorerOf(
  run: RunContext,
  agents: AgentModel,
  judging: JudgeOptions,
  data: AblationData,
): readonly CaseToScore[] {
  const work = { run, agents, reference: null, judging, how: protocolOptionsOf('ablation', { takes: [] }, {}, false) };
  if (data.kind === 'pairwise')
    return data.cases.map(({ label, ...pair }) => ({
      name: pair.name,
      gold: PLACES[label],
      scores: async (checklist) => {
        const { grounds } = await (checklist === null
          ? cot.compare({ ...work, ...pair })
          : checklistPreference.compare({ ...work, ...pair }, checklist));
        return votesIn(grounds).map((winner) => PLACES[winner]);
      },
    }));
  return data.cases.map(({ name, response, task, score: gold }) => ({
    name,
    gold,
    scores: async (checklist) => {
      const protocol = checklist === null ? score : checklistScore;
      const { scoreOf } = await protocol.prepare({ ...work, task }, checklist);
      return samplesOf(await scoreOf(response));
    },
  }));
}
