/** Plans of discoveries and of judging: what would be done, and what it may cost. */
import type { DiscoveryPlan } from '../client/plan-discovery.ts';
import type { PlannedChecklist } from '../client/plan-judging.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import type { PricedCalls, PricedModel } from '../client/call-counter.ts';
import type { ModelLimits } from '../domain/budget.ts';
import type { Mode } from '../domain/criteria-set.ts';
import type { ExperimentPlan } from '../experiment/plan-experiment.ts';
import type { RowsPlan } from '../jobs/rows/plan-rows.ts';
import { costTable, figuresOf } from './costs.ts';
import { renderer } from './formats.ts';
import { lines, paint, type Block, type Inline } from './report.ts';
import { expectedLine, planLine } from './rows.ts';
import { amount, plural } from './words.ts';

export function planBlocks({ rows, limits }: PricedModel, assumption: string | null): readonly Block[] {
  if (rows.length === 0) return [lines('No call is needed.')];
  const [model = '', ...others] = new Set(rows.map((row) => row.model));
  const isOne = others.length === 0;
  return [
    lines(`Calls of ${isOne ? model : 'models'}, at most, where every answer can be used:`),
    costTable(rows, ['step', 'role', ...(isOne ? [] : ['model' as const])], ['calls', 'tokens in', 'out', 'USD']),
    lines(
      assumption,
      'Not counted: repairs of unusable answers, and up to 6 small calls that find out how a server gives JSON. Answers that are kept already cost nothing. Tokens are estimates.',
      limitsText(limits),
      unknownPriceText(rows, limits),
    ),
  ];
}

/** Null where all prices are known. */
function unknownPriceText(rows: readonly PricedCalls[], { maxUsd }: ModelLimits): Inline | null {
  const models = [...new Set(rows.flatMap(({ usd, model }) => (usd === null ? [model] : [])))];
  if (models.length === 0) return null;
  const refused = maxUsd === null ? '' : ' Without it --max-usd cannot be enforced, and the run is refused.';
  return paint.warn(`The price of ${models.join(', ')} is unknown: give it with --prices FILE.${refused}`);
}

function limitsText({ maxUsd, maxCalls, maxTokens, maxSeconds }: ModelLimits): string {
  const set = Object.entries({ USD: maxUsd, calls: maxCalls, tokens: maxTokens, seconds: maxSeconds });
  const limits = set.flatMap(([unit, limit]) => (limit === null ? [] : [`${amount(limit)} ${unit}`]));
  return limits.length === 0
    ? 'No limit is set: --max-usd, --max-calls, --max-tokens and --max-seconds set one.'
    : `The run stops at ${limits.join(', ')}.`;
}

const MODES: Readonly<Record<Mode, string>> = {
  web: 'criteria from sources',
  full: 'criteria from sources, merged with those of the model alone',
  model: 'a checklist of the model alone, not grounded',
  'model-n': 'a number of criteria of the model alone, not grounded',
  instruction: 'the demands that the instruction states',
  'model-answers': 'criteria from the model’s own answers to queries, not grounded',
};

const WITHOUT_MODEL = [
  'engine offline: no model is asked, and nothing costs anything',
  'Only the kind of text is read: its topic and a context change nothing without a model.',
];

type ShownPlan = DiscoveryPlan & {
  readonly title: string;
  /** Of many tasks: which are cached, and what others took so far. */
  readonly rows?: { readonly plan: RowsPlan; readonly atOnce: number } | undefined;
};

export const renderDiscoveryPlan = renderer<ShownPlan>((plan) => {
  const { title, mode, parameters, searches, model, rows } = plan;
  const isDone = rows?.plan.toDiscover.length === 0;
  const { queries, resultsPerQuery, keepPerQuery, rounds, urls = [] } = parameters;
  const asked = `${plural(queries, 'query', 'queries')} × ${plural(resultsPerQuery, 'result')}`;
  const inRounds = rounds > 1 ? `, in up to ${rounds} rounds` : '';
  const search = `search ${searches.join(' + ')}: ${asked}, ${plural(keepPerQuery, 'page')} kept per query${inRounds}`;
  return {
    title,
    blocks: [
      lines(
        rows === undefined ? null : planLine(rows.plan),
        `mode ${mode}: ${MODES[mode]}`,
        searches.length > 0 ? search : null,
        urls.length > 0 ? `given: ${plural(urls.length, 'page')}, read for every query` : null,
        ...(model === null ? WITHOUT_MODEL : []),
      ),
      ...(model === null || isDone ? [] : [...planBlocks(model, rewordingText(model)), lines(sharingText(model))]),
      lines(rows === undefined ? null : expectedLine(rows.plan.measured, rows.plan.toDiscover.length, rows.atOnce)),
    ],
  };
});

function rewordingText({ everyQueryTwice }: NonNullable<DiscoveryPlan['model']>): string | null {
  if (everyQueryTwice === null) return null;
  return `A query that keeps fewer than 2 pages is asked once more in other words. If all of them are, the whole takes at most ${sumsText(everyQueryTwice)}.`;
}

function sumsText(rows: readonly PricedCalls[]): string {
  const { calls, out, USD, 'tokens in': read } = figuresOf(rows);
  return `${calls} calls, ${read} tokens in and ${out} out, ${USD} USD`;
}

function sharingText({ sharing }: NonNullable<DiscoveryPlan['model']>): string | null {
  if (sharing === null) return null;
  const ofOneKind = sumsText(sharing.ofOneKind);
  const kept = 'A guide that is kept is not made again.';
  return sharing.isChosen
    ? `The table is for tasks that are all of different kinds; if all are of one kind: ${ofOneKind}. ${kept} With --share none: ${sumsText(sharing.none)}.`
    : `With --share kind: ${ofOneKind} if all tasks are of one kind, up to ${sumsText(sharing.allDiffer)} if all differ. ${kept}`;
}

/** Work that is planned, as people read it. */
export interface PlannedWork {
  readonly title: string;
  /** What the upper bound assumes; default: nothing. */
  readonly assumption?: string | undefined;
  /** Whether the items of a checklist are judged one by one; default: they are. */
  readonly judgesItems?: boolean | undefined;
}

interface JudgingPlan extends PlannedWork {
  readonly options: JudgeOptions;
  /** Null where the work needs none. */
  readonly checklist: PlannedChecklist | null;
  /** Null where code alone judges, which costs nothing. */
  readonly model: PricedModel | null;
}

export const renderJudgingPlan = renderer<JudgingPlan>((plan) => {
  const { title, assumption = null, judgesItems = true, checklist, model } = plan;
  const { itemsPerCall, votes } = plan.options;
  const times = votes > 1 ? `, each call ${votes} times` : '';
  const manner = (itemsPerCall > 1 ? `up to ${itemsPerCall} items in one call` : 'one call per item') + times;
  return {
    title,
    blocks: [
      lines(
        checklist === null ? null : checklistText(checklist, model !== null),
        model === null ? 'no model is asked, and nothing costs anything' : judgesItems ? manner : null,
      ),
      ...(model === null ? [] : planBlocks(model, assumption)),
    ],
  };
});

export const renderExperimentPlan = renderer<ExperimentPlan>(({ name, models, missing }) => ({
  title: name,
  blocks: [
    ...models.flatMap(({ id, plan }) => [
      lines(models.length > 1 ? `model ${id}` : null),
      ...planBlocks(plan, 'No query is taken to be asked once more in other words.'),
    ]),
    lines(
      models.length === 0 ? 'no model is asked, and nothing costs anything' : null,
      ...missing.map(({ what, reason, count }) => `not counted: ${what}, ${plural(count, 'result')}: ${reason}`),
    ),
  ],
}));

function checklistText({ items, byCode, isGenerated }: PlannedChecklist, hasModel: boolean): string {
  if (isGenerated) return `checklist: generated from the instruction, taken to have ${items} items`;
  const others = `${items - byCode} ${hasModel ? 'for the model' : 'unscored without a model'}`;
  return `checklist: ${plural(items, 'item')}: ${byCode} counted by code, ${others}`;
}
