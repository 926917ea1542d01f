/** What model calls took, or may take at most: figures by step and role, and their sums. */
import type { ModelUsage } from '../domain/model.ts';
import { StepName } from '../domain/step-name.ts';
import type { Layout } from './formats.ts';
import { lines, right, strong, table, type Block } from './report.ts';
import { blocksToTerminal } from './terminal.ts';
import { amount, usdText } from './words.ts';

export interface PlannedCalls {
  readonly step: string;
  readonly role: string;
  readonly model: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** At most; null where the price is unknown. */
  readonly usd: number | null;
}

/** Null: no limit. */
export type CallLimits = Readonly<Record<'maxUsd' | 'maxCalls' | 'maxTokens' | 'maxSeconds', number | null>>;

type Figure<Row> = (row: Row) => number | null;

/** Null where one of them is. */
export function sumOf<Row>(rows: readonly Row[], figure: Figure<Row>): number | null {
  return rows.reduce<number | null>((sum, row) => {
    const each = figure(row);
    return sum === null || each === null ? null : sum + each;
  }, 0);
}

/** For a terminal. Figures that we counted ourselves, since the server sent none, are marked with “~”. */
export function renderUsage(usage: readonly ModelUsage[], layout: Layout): string {
  const place = ({ step }: ModelUsage) => StepName.options.indexOf(step);
  const sorted = [...usage].sort((a, b) => place(a) - place(b));
  const counts: Readonly<Record<string, Figure<ModelUsage>>> = {
    calls: ({ calls }) => calls,
    retries: ({ retries }) => retries,
    cached: ({ cacheHits }) => cacheHits,
  };
  return blocksToTerminal([costTable(sorted, ['step', 'role'], counts)], layout);
}

type Costs = Pick<PlannedCalls, 'step' | 'role' | 'inputTokens' | 'outputTokens' | 'usd' | 'model'>;

function costTable<Row extends Costs & { readonly estimatedCalls?: number }>(
  rows: readonly Row[],
  names: readonly ('step' | 'role' | 'model')[],
  counts: Readonly<Record<string, Figure<Row>>>,
): Block {
  const figures = (of: readonly Row[]) => {
    const mark = of.some(({ estimatedCalls = 0 }) => estimatedCalls > 0) ? '~' : '';
    const tokens = [sumOf(of, (row) => row.inputTokens), sumOf(of, (row) => row.outputTokens)];
    const usd = sumOf(of, (row) => row.usd);
    return [
      ...Object.values(counts).map((count) => amount(sumOf(of, count) ?? 0)),
      ...tokens.map((count) => mark + amount(count ?? 0)),
      (usd === null ? '' : mark) + usdText(usd),
    ];
  };
  const total = [...names.map((_, index) => (index === 0 ? 'in all' : '')), ...figures(rows)];
  return table(
    [...names, ...[...Object.keys(counts), 'tokens in', 'out', 'USD'].map(right)],
    [...rows.map((row) => [...names.map((name) => row[name]), ...figures([row])]), total.map(strong)],
  );
}

export function planBlocks(
  rows: readonly PlannedCalls[],
  assumptions: readonly string[],
  limits: CallLimits,
): readonly Block[] {
  return [
    lines('Model calls, at most:'),
    costTable(rows, ['step', 'role', 'model'], { calls: ({ calls }) => calls }),
    lines(
      ...assumptions,
      'Repairs of unusable answers come on top, and up to 6 small calls that find out how a server gives JSON. Answers that are kept already cost nothing. Tokens are estimates.',
      limitsText(limits),
    ),
  ];
}

function limitsText({ maxUsd, maxCalls, maxTokens, maxSeconds }: CallLimits): string {
  const set = Object.entries({ USD: maxUsd, calls: maxCalls, tokens: maxTokens, seconds: maxSeconds });
  const limits = set.flatMap(([unit, limit]) => (limit === null ? [] : [`${amount(limit)} ${unit}`]));
  return limits.length === 0
    ? 'No limit is set: --max-usd, --max-calls, --max-tokens and --max-seconds set one.'
    : `The run stops at ${limits.join(', ')}.`;
}
