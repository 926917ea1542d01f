/** What the model calls of a run took, as a table for a terminal. */
import type { ModelUsage } from '../domain/model.ts';
import { StepName } from '../domain/step-name.ts';
import type { Layout } from './formats.ts';
import { right, strong, table } from './report.ts';
import { blocksToTerminal } from './terminal.ts';
import { amount, usdText } from './words.ts';

const COLUMNS = ['step', 'role', ...['calls', 'retries', 'cached', 'tokens in', 'out', 'USD'].map(right)];

type Figures = Omit<ModelUsage, 'step' | 'role' | 'model' | 'cachedInputTokens'>;

/** Figures that we counted ourselves, since the server sent none, are marked with “~”. */
export function renderUsage(usage: readonly ModelUsage[], layout: Layout): string {
  const place = ({ step }: ModelUsage) => StepName.options.indexOf(step);
  const sorted = [...usage].sort((a, b) => place(a) - place(b));
  const rows = sorted.map((row) => [row.step, row.role, ...figures(row)]);
  const total = ['in all', '', ...figures(sumOf(usage))].map(strong);
  return blocksToTerminal([table(COLUMNS, [...rows, total])], layout);
}

function figures({
  calls,
  retries,
  cacheHits,
  inputTokens,
  outputTokens,
  usd,
  estimatedCalls,
}: Figures): string[] {
  const mark = estimatedCalls > 0 ? '~' : '';
  const tokens = [inputTokens, outputTokens].map((count) => mark + amount(count));
  return [...[calls, retries, cacheHits].map(amount), ...tokens, (usd === null ? '' : mark) + usdText(usd)];
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
