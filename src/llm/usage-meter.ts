/** Adds up what calls take, by step, role and model: for each run by itself, and for all of them. */
import type { ModelUsage, TokenUsage } from '../domain/model.ts';
import type { RunContext } from '../domain/run-context.ts';

export type UsageLabel = Pick<ModelUsage, 'step' | 'role' | 'model'>;

export interface UsageMeter {
  cacheHit(run: RunContext, label: UsageLabel): void;
  /** @param usage null where no answer came; `usd` null where the price is unknown */
  call(
    run: RunContext,
    label: UsageLabel,
    attempts: number,
    usage: TokenUsage | null,
    usd: number | null,
  ): void;
  /** Sorted by step, role and model. */
  rows(run?: RunContext): readonly ModelUsage[];
}

type Rows = Map<string, ModelUsage>;

export function createUsageMeter(): UsageMeter {
  const ofAll: Rows = new Map();
  const byRun = new WeakMap<RunContext, Rows>();

  function update(run: RunContext, label: UsageLabel, change: (row: ModelUsage) => ModelUsage): void {
    const ofRun = byRun.get(run) ?? new Map<string, ModelUsage>();
    byRun.set(run, ofRun);
    const key = JSON.stringify([label.step, label.role, label.model]);
    for (const rows of [ofAll, ofRun]) rows.set(key, change(rows.get(key) ?? { ...label, ...EMPTY }));
  }

  return {
    cacheHit: (run, label) => update(run, label, (row) => ({ ...row, cacheHits: row.cacheHits + 1 })),
    call: (run, label, attempts, usage, usd) =>
      update(run, label, (row) => ({
        ...row,
        calls: row.calls + 1,
        retries: row.retries + attempts - 1,
        inputTokens: row.inputTokens + (usage?.inputTokens ?? 0),
        cachedInputTokens: row.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
        outputTokens: row.outputTokens + (usage?.outputTokens ?? 0),
        estimatedCalls: row.estimatedCalls + (usage?.estimated === true ? 1 : 0),
        usd: row.usd === null || usd === null ? null : row.usd + usd,
      })),
    rows: (run) =>
      [...(run === undefined ? ofAll : (byRun.get(run) ?? NONE)).entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, row]) => row),
  };
}

const NONE: Rows = new Map();

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
