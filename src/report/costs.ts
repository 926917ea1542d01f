/** The costs of model calls, measured or at most: figures by step and role, and their sums. */
import type { PricedCalls } from '../client/call-counter.ts';
import type { SharedBudget } from '../domain/budget.ts';
import type { ModelUsage } from '../domain/model.ts';
import { StepName } from '../domain/step-name.ts';
import { usdOf } from '../domain/usd-of.ts';
import type { Layout } from './layout.ts';
import { left, lines, paint, right, table, type Block } from './report.ts';
import { blocksToTerminal } from './terminal.ts';
import { amount, plural, usdText } from './words.ts';

type Costs = Omit<PricedCalls, 'webSearches'> & Partial<Pick<ModelUsage, 'retries' | 'cacheHits' | 'estimatedCalls'>>;

/** Sums; “~” marks tokens that we estimated because the server sent no usage. */
export function figuresOf(rows: readonly Costs[]) {
  const sum = (count: (row: Costs) => number | undefined) =>
    amount(rows.reduce((total, row) => total + (count(row) ?? 0), 0));
  const mark = rows.some(({ estimatedCalls = 0 }) => estimatedCalls > 0) ? '~' : '';
  const usd = usdOf(rows);
  return {
    calls: sum(({ calls }) => calls),
    retries: sum(({ retries }) => retries),
    cached: sum(({ cacheHits }) => cacheHits),
    'tokens in': mark + sum(({ inputTokens }) => inputTokens),
    out: mark + sum(({ outputTokens }) => outputTokens),
    USD: (usd === null ? '' : mark) + usdText(usd),
  };
}

export function costTable(
  rows: readonly Costs[],
  names: readonly ('step' | 'role' | 'model')[],
  heads: readonly (keyof ReturnType<typeof figuresOf>)[],
): Block {
  const all = figuresOf(rows);
  const total = [...names.map((_, index) => (index === 0 ? 'in all' : '')), ...heads.map((head) => all[head])];
  return table(
    rows,
    [
      ...names.map((name) => left<Costs>(name, (row) => row[name])),
      ...heads.map((head) => right<Costs>(head, (row) => figuresOf([row])[head])),
    ],
    rows.length === 0 ? [] : [total.map(paint.strong)],
  );
}

/** What a run took, by the models too, with what was lost. */
export function usageBlocks(usage: readonly ModelUsage[]): readonly Block[] {
  const heads = ['calls', 'cached', 'tokens in', 'out', 'USD'] as const;
  return [costTable(usage, ['step', 'role', 'model'], heads), lines(lostAnswersText(usage))];
}

/** For a terminal. */
export function renderUsage(usage: readonly ModelUsage[], layout: Layout): string {
  const heads = ['calls', 'retries', 'cached', 'tokens in', 'out', 'USD'] as const;
  return blocksToTerminal([costTable(bySteps(usage), ['step', 'role'], heads), lines(lostAnswersText(usage))], layout);
}

/** In their order. */
export function bySteps(usage: readonly ModelUsage[]): readonly ModelUsage[] {
  const place = ({ step }: ModelUsage) => StepName.options.indexOf(step);
  return [...usage].sort((a, b) => place(a) - place(b));
}

/** Null: every answer arrived, or nothing was billed. */
export function lostAnswersText(usage: readonly ModelUsage[]): string | null {
  const lost = usage.reduce((sum, { lostAnswers = 0 }) => sum + lostAnswers, 0);
  return lost === 0
    ? null
    : `${plural(lost, 'call')} may have been billed without an answer, and ${lost === 1 ? 'counts at its' : 'count at their'} estimate.`;
}

/** How much of a shared budget is spent: “12 of 100 calls, 0.9120 of 1 USD”. */
export function spentText({ limits, spent }: SharedBudget): string {
  const { maxCalls, maxTokens, maxUsd } = limits;
  return [
    ...(maxCalls === null ? [] : [`${amount(spent.calls)} of ${plural(maxCalls, 'call')}`]),
    ...(maxTokens === null ? [] : [`${amount(spent.tokens)} of ${amount(maxTokens)} tokens`]),
    ...(maxUsd === null ? [] : [`${usdText(spent.usd)} of ${amount(maxUsd)} USD`]),
  ].join(', ');
}
