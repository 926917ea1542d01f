/** Planned model calls as a table with its sum, what that rests on, and the limits that are set. */
import { lines, right, strong, table, type Block } from './report.ts';
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

const COLUMNS = ['step', 'role', 'model', ...['calls', 'tokens in', 'out', 'USD'].map(right)];

export function costBlocks(
  rows: readonly PlannedCalls[],
  assumptions: readonly string[],
  limits: CallLimits,
): readonly Block[] {
  const total = ['in all', '', '', ...figures(sumOfCalls(rows))].map(strong);
  const planned = rows.map((row) => [row.step, row.role, row.model, ...figures(row)]);
  return [
    lines('Model calls, at most:'),
    table(COLUMNS, [...planned, total]),
    lines(
      ...assumptions,
      'Repairs of unusable answers come on top, and up to 6 small calls that find out how a server gives JSON. Answers that are kept already cost nothing. Tokens are estimates.',
      limitsText(limits),
    ),
  ];
}

type Sum = Omit<PlannedCalls, 'step' | 'role' | 'model'>;

function figures({ calls, inputTokens, outputTokens, usd }: Sum): readonly string[] {
  return [...[calls, inputTokens, outputTokens].map(amount), usdText(usd)];
}

export function sumOfCalls(rows: readonly PlannedCalls[]): Sum {
  const sum = (of: (row: PlannedCalls) => number) => rows.reduce((total, row) => total + of(row), 0);
  return {
    calls: sum(({ calls }) => calls),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    usd: rows.some(({ usd }) => usd === null) ? null : sum(({ usd }) => usd ?? 0),
  };
}

function limitsText({ maxUsd, maxCalls, maxTokens, maxSeconds }: CallLimits): string {
  const set = Object.entries({ USD: maxUsd, calls: maxCalls, tokens: maxTokens, seconds: maxSeconds });
  const limits = set.flatMap(([unit, limit]) => (limit === null ? [] : [`${amount(limit)} ${unit}`]));
  return limits.length === 0
    ? 'No limit is set: --max-usd, --max-calls, --max-tokens and --max-seconds set one.'
    : `The run stops at ${limits.join(', ')}.`;
}
