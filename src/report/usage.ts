/** What the model calls of a run took, as a table. */
import type { ModelUsage } from '../domain/model.ts';
import { StepName } from '../domain/step-name.ts';
import { grid, type Column, type Layout } from './grid.ts';
import { amount, usdText } from './words.ts';

const COLUMNS: readonly Column[] = [
  { width: 10 },
  { width: 18 },
  ...[5, 7, 6, 10, 10].map((width) => ({ width, align: 'right' as const })),
  { width: 9, align: 'right' },
];
const HEAD = ['step', 'role', 'calls', 'retries', 'cached', 'tokens in', 'out', 'USD'];

/** Figures that we counted ourselves, since the server sent none, are marked with “~”. */
export function renderUsage(usage: readonly ModelUsage[], { colors }: Layout): string {
  const steps = StepName.options;
  const rows = [...usage]
    .sort((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step))
    .map((row) => [row.step, row.role, ...figures(row)]);
  const total = ['in all', '', ...figures(sumOf(usage))];
  return grid(COLUMNS, [HEAD.map(colors.gray), ...rows, total.map(colors.bold)], 2);
}

type Figures = Omit<ModelUsage, 'step' | 'role' | 'model' | 'cachedInputTokens'>;

function figures({ calls, retries, cacheHits, ...row }: Figures): string[] {
  const mark = row.estimatedCalls > 0 ? '~' : '';
  return [
    ...[calls, retries, cacheHits].map(amount),
    `${mark}${amount(row.inputTokens)}`,
    `${mark}${amount(row.outputTokens)}`,
    row.usd === null ? usdText(null) : `${mark}${usdText(row.usd)}`,
  ];
}

/** One unknown price makes the sum unknown. */
export function sumOf(usage: readonly ModelUsage[]): Figures {
  const sum = (of: (row: ModelUsage) => number) => usage.reduce((total, row) => total + of(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    retries: sum(({ retries }) => retries),
    cacheHits: sum(({ cacheHits }) => cacheHits),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    estimatedCalls: sum(({ estimatedCalls }) => estimatedCalls),
    usd: usage.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
  };
}
