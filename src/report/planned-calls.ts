/** Planned model calls as a table with its sum, and the limits that are set. */
import type { PricedCalls } from '../client/price-calls.ts';
import type { ModelLimits } from '../domain/budget.ts';
import { printableLine } from '../text/printable.ts';
import { grid, type Column, type Layout } from './grid.ts';
import { amount, usdText } from './words.ts';

const COLUMNS: readonly Column[] = [
  { width: 10 },
  { width: 18 },
  { width: 19 },
  ...[5, 10, 10, 9].map((width) => ({ width, align: 'right' as const })),
];
const HEAD = ['step', 'role', 'model', 'calls', 'tokens in', 'out', 'USD'];

export function plannedCallsGrid(planned: readonly PricedCalls[], { colors }: Layout): string {
  const rows = planned.map(({ step, role, model, calls, inputTokens, outputTokens, usd }) => [
    ...[step, role, printableLine(model)],
    ...[calls, inputTokens, outputTokens].map(amount),
    usdText(usd),
  ]);
  const { calls, inputTokens, outputTokens, usd } = sumOf(planned);
  const total = ['in all', '', '', ...[calls, inputTokens, outputTokens].map(amount), usdText(usd)];
  return grid(COLUMNS, [HEAD.map(colors.gray), ...rows, total.map(colors.bold)], 2);
}

export function sumOf(rows: readonly PricedCalls[]) {
  const sum = (of: (row: PricedCalls) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    usd: rows.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
  };
}

export function limitsText({ maxUsd, maxCalls, maxTokens, maxSeconds }: ModelLimits): string {
  const limits = [
    ...(maxUsd === null ? [] : [`${maxUsd} USD`]),
    ...(maxCalls === null ? [] : [`${amount(maxCalls)} calls`]),
    ...(maxTokens === null ? [] : [`${amount(maxTokens)} tokens`]),
    ...(maxSeconds === null ? [] : [`${amount(maxSeconds)} seconds`]),
  ];
  return limits.length === 0
    ? 'No limit is set: --max-usd, --max-calls, --max-tokens and --max-seconds set one.'
    : `The run stops at ${limits.join(', ')}.`;
}
