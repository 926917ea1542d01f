/** Usage, records and limits of the model calls of each run. */
import { LRUCache } from 'lru-cache';
import type { BudgetExceeded, BudgetRecords, ModelLimits } from '../domain/budget.ts';
import type { CallRecord, ModelUsage, TokenUsage } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { linkAbort } from '../web/abort.ts';
import { createPendingTasks } from '../web/pending-tasks.ts';
import { combineBudgets, createBudget, type Budget } from './budget.ts';
import { createSharedBudget } from './shared-budget.ts';

export type UsageLabel = Pick<ModelUsage, 'step' | 'role' | 'model'>;

interface RunLedger {
  /** The limits of the run, of its parent run or the client, and of its shared budgets. */
  readonly budget: Budget;
  readonly calls: CallRecord[];
  /** If aborted, nothing more is sent. Requests in flight continue until the run's signal aborts. */
  readonly sending: AbortSignal;
  /** `endRun` waits for these calls. */
  readonly pending: ReturnType<typeof createPendingTasks>;
  /** The limit that stopped a call of this run. */
  stoppedBy: BudgetExceeded | null;
  /** @param usd saved cost; null if the price is unknown */
  cacheHit(label: UsageLabel, usd: number | null): void;
  /** @param usage null without an answer @param usd null if the price is unknown */
  call(label: UsageLabel, attempts: number, usage: TokenUsage | null, usd: number | null): void;
}

export type Ledgers = ReturnType<typeof createLedgers>;

type Rows = Map<string, ModelUsage>;

/** Usage is kept for this many ended runs: a client may live for months. */
const MAX_ENDED_RUNS = 1_000;

interface LedgersOptions {
  /** For all runs together. */
  readonly limits: ModelLimits;
  /** Budgets that runs share by name. */
  readonly budgets: BudgetRecords;
  readonly clock: Clock;
}

export function createLedgers({ limits, budgets, clock }: LedgersOptions) {
  const clientBudget = createBudget(limits, clock);
  const totals: Rows = new Map();
  const runs = new Map<string, { readonly ledger: RunLedger; readonly rows: Rows; readonly stop: () => void }>();
  /** Usage by run id. */
  const ended = new LRUCache<string, Rows>({ max: MAX_ENDED_RUNS });

  /** Creates the ledger on the first call of a run. @throws CancelledError if the run has ended */
  function forRun(run: RunContext): RunLedger {
    if (ended.has(run.runId)) throw new CancelledError('The run has ended.');
    return runs.get(run.runId)?.ledger ?? openRun(run);
  }

  function outerBudget({ parent, limits: { sharedBudgets = [] } }: RunContext): Budget {
    if (parent !== undefined) return forRun(parent).budget;
    return sharedBudgets.map((name) => createSharedBudget(name, budgets)).reduce(combineBudgets, clientBudget);
  }

  function openRun(run: RunContext): RunLedger {
    const rows: Rows = new Map();
    const update = (label: UsageLabel, change: (row: ModelUsage) => ModelUsage): void => {
      const key = keyOf(label);
      for (const table of [totals, rows]) table.set(key, change(table.get(key) ?? { ...label, ...EMPTY }));
    };
    const sending = new AbortController();
    const unlink = linkAbort(sending, run.signal);
    const ledger: RunLedger = {
      sending: sending.signal,
      pending: createPendingTasks(),
      budget: combineBudgets(createBudget(run.limits.model, clock), outerBudget(run)),
      calls: [],
      stoppedBy: null,
      cacheHit: (label, usd) =>
        update(label, ({ savedUsd = 0, ...row }) => ({
          ...row,
          cacheHits: row.cacheHits + 1,
          savedUsd: savedUsd === null || usd === null ? null : savedUsd + usd,
        })),
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
    };
    const stop = () => {
      unlink();
      sending.abort();
    };
    runs.set(run.runId, { ledger, rows, stop });
    return ledger;
  }

  return {
    forRun,
    callsOf: (runId: string): readonly CallRecord[] => runs.get(runId)?.ledger.calls ?? [],
    /** Of one run or of all, sorted by step, role and model. */
    usage: (runId?: string): readonly ModelUsage[] => {
      const rows = runId === undefined ? totals : (runs.get(runId)?.rows ?? ended.get(runId));
      return [...(rows?.entries() ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    },
    /** 0 without an answer so far. */
    averageAnswerTokens: (label: UsageLabel): number => {
      const { outputTokens, calls } = totals.get(keyOf(label)) ?? EMPTY;
      return calls === 0 ? 0 : outputTokens / calls;
    },
    exceeded: (runId?: string): BudgetExceeded | null =>
      runId === undefined ? clientBudget.exceeded() : (runs.get(runId)?.ledger.stoppedBy ?? null),
    spentShare: (run: RunContext): Promise<number | null> => forRun(run).budget.spentShare(),
    endRun: async (runId: string): Promise<void> => {
      const run = runs.get(runId);
      if (run === undefined) return;
      run.stop();
      await run.ledger.pending.settled();
      runs.delete(runId);
      ended.set(runId, run.rows);
    },
  };
}

const keyOf = ({ step, role, model }: UsageLabel) => JSON.stringify([step, role, model]);

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
