/** Adds up what calls take, by step, role and model. */
import type { ModelUsage, TokenUsage } from '../domain/model.ts';

export type UsageLabel = Pick<ModelUsage, 'step' | 'role' | 'model'>;

export interface UsageMeter {
  cacheHit(label: UsageLabel): void;
  /** @param usage null where no answer came; `usd` null where the price is unknown */
  call(label: UsageLabel, attempts: number, usage: TokenUsage | null, usd: number | null): void;
  /** Sorted by step, role and model. */
  rows(): readonly ModelUsage[];
}

export function createUsageMeter(): UsageMeter {
  const rows = new Map<string, ModelUsage>();

  function update(label: UsageLabel, change: (row: ModelUsage) => ModelUsage): void {
    const key = JSON.stringify([label.step, label.role, label.model]);
    rows.set(key, change(rows.get(key) ?? { ...label, ...EMPTY }));
  }

  return {
    cacheHit: (label) => update(label, (row) => ({ ...row, cacheHits: row.cacheHits + 1 })),
    call: (label, attempts, usage, usd) =>
      update(label, (row) => ({
        ...row,
        calls: row.calls + 1,
        retries: row.retries + attempts - 1,
        inputTokens: row.inputTokens + (usage?.inputTokens ?? 0),
        cachedInputTokens: row.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
        outputTokens: row.outputTokens + (usage?.outputTokens ?? 0),
        estimatedCalls: row.estimatedCalls + (usage?.estimated === true ? 1 : 0),
        usd: row.usd === null || usd === null ? null : row.usd + usd,
      })),
    rows: () => [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row),
  };
}

const EMPTY = {
  calls: 0,
  retries: 0,
  cacheHits: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  estimatedCalls: 0,
  usd: 0,
} satisfies Omit<ModelUsage, keyof UsageLabel>;
