/** What a discovery, or judging and work that rests on it, would do, and what it may cost. */
import type { Protocol } from '../domain/comparison.ts';
import type { DiscoveryParameters, Mode } from '../domain/criteria-set.ts';
import type { Task } from '../domain/task.ts';
import { planBlocks, sumOf, type CallLimits, type PlannedCalls } from './costs.ts';
import { renderer } from './render.ts';
import { lines } from './report.ts';
import { amount, plural, usdText } from './words.ts';

interface Planned {
  readonly rows: readonly PlannedCalls[];
}

export interface DiscoveryPlan {
  readonly task: Task;
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  readonly searches: readonly string[];
  /** Null for the offline engine. `everyQueryTwice`: should all be reworded; null where nothing is searched. */
  readonly model: {
    readonly limits: CallLimits;
    readonly planned: Planned;
    readonly everyQueryTwice: Planned | null;
  } | null;
}

const MODES: Readonly<Record<Mode, string>> = {
  web: 'criteria from sources',
  full: 'criteria from sources, merged with those of the model alone',
  model: 'a checklist of the model alone, not grounded',
  'model-n': 'a number of criteria of the model alone, not grounded',
  instruction: 'the demands that the instruction states',
  'model-answers': 'criteria from the model’s own answers to queries, not grounded',
};

export const renderDiscoveryPlan = renderer<DiscoveryPlan>(({ task, mode, parameters, searches, model }) => {
  const { queries, resultsPerQuery, keepPerQuery, rounds, urls = [] } = parameters;
  const asked = `${plural(queries, 'query', 'queries')} × ${plural(resultsPerQuery, 'result')}`;
  const inRounds = rounds > 1 ? `, in up to ${rounds} rounds` : '';
  const search = `search ${searches.join(' + ')}: ${asked}, ${keepPerQuery} pages kept per query${inRounds}`;
  const assumptions =
    (model?.everyQueryTwice ?? null) === null ? [] : [ifReworded(model?.everyQueryTwice?.rows ?? [])];
  return {
    title: task.instruction,
    blocks: [
      lines(
        `mode ${mode}: ${MODES[mode]}`,
        searches.length === 0 ? null : search,
        urls.length === 0 ? null : `given: ${plural(urls.length, 'page')}, read for every query`,
        model === null ? 'engine offline: no model is asked, and nothing costs anything' : null,
      ),
      ...(model === null ? [] : planBlocks(model.planned.rows, assumptions, model.limits)),
    ],
  };
});

function ifReworded(rows: readonly PlannedCalls[]): string {
  const [calls = 0, read = 0, written = 0] = (['calls', 'inputTokens', 'outputTokens'] as const).map(
    (figure) => rows.reduce((sum, row) => sum + row[figure], 0),
  );
  const usd = sumOf(rows, (row) => row.usd);
  const cost = usd === null ? 'at an unknown price' : `${usdText(usd)} USD`;
  return `A query that keeps fewer than 2 pages is asked once more in other words. Should that befall every one: at most ${amount(calls)} calls, ${amount(read)} tokens in and ${amount(written)} out, ${cost}.`;
}

type Job =
  | { readonly kind: 'judge' | 'best-of' | 'actionability'; readonly responses: readonly unknown[] }
  | { readonly kind: 'sample'; readonly samples: number }
  | { readonly kind: 'refine'; readonly rounds: number; readonly method: 'checklist' | 'self-critique' }
  | { readonly kind: 'compare'; readonly by: Protocol; readonly pairs: readonly unknown[] };

export interface JudgingPlan {
  readonly job: Job;
  readonly options: { readonly itemsPerCall: number; readonly votes: number };
  /** Null where the job needs no checklist. */
  readonly checklist: {
    readonly items: number;
    readonly byCode: number;
    readonly isGenerated: boolean;
  } | null;
  /** Null where code alone judges, which costs nothing. */
  readonly model: (Planned & { readonly limits: CallLimits }) | null;
}

export const renderJudgingPlan = renderer<JudgingPlan>(({ job, options, checklist, model }) => {
  const asksItems = checklist !== null && (job.kind !== 'compare' || job.by === 'pass-rate');
  const votes = options.votes > 1 ? `, each call ${options.votes} times` : '';
  const manner = (options.itemsPerCall > 1 ? 'many items in one call' : 'one call per item') + votes;
  return {
    title: jobText(job),
    blocks: [
      lines(
        checklist === null ? null : checklistText(checklist, model !== null),
        model === null ? 'no model is asked, and nothing costs anything' : asksItems ? manner : null,
      ),
      ...(model === null ? [] : planBlocks(model.rows, ASSUMPTIONS[job.kind] ?? [], model.limits)),
    ],
  };
});

function jobText(job: Job): string {
  switch (job.kind) {
    case 'judge':
      return `Judge ${plural(job.responses.length, 'response')}`;
    case 'best-of':
      return `Pick the best of ${plural(job.responses.length, 'response')}`;
    case 'sample':
      return `Sample ${plural(job.samples, 'response')} and pick the best`;
    case 'actionability':
      return `Edit ${plural(job.responses.length, 'response')} towards each unmet item`;
    case 'refine':
      return `Refine one response in up to ${plural(job.rounds, 'round')}${job.method === 'checklist' ? '' : ' of self-critique'}`;
    case 'compare':
      return `Compare ${plural(job.pairs.length, 'pair')} by ${job.by}`;
  }
}

type PlannedChecklist = NonNullable<JudgingPlan['checklist']>;

function checklistText({ items, byCode, isGenerated }: PlannedChecklist, hasModel: boolean): string {
  if (isGenerated) return `checklist: generated from the instruction, taken to have ${items} items`;
  const others = `${items - byCode} ${hasModel ? 'for the model' : 'unscored without a model'}`;
  return `checklist: ${plural(items, 'item')}: ${byCode} counted by code, ${others}`;
}

/** What a bound rests on that nobody can know before. */
const ASSUMPTIONS: Readonly<Partial<Record<Job['kind'], readonly string[]>>> = {
  sample: ['A sampled response is taken to be about 600 words long.'],
  refine: ['Every round is taken to find something unmet, and to add a quarter to the length.'],
  actionability: ['Every item is taken to be unmet: of those that are met, no edit is asked for.'],
};
