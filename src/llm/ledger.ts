/** What the model calls of each run took, what they were, and whether a limit stopped one of them. */
import type { BudgetExceeded, BudgetRecords, ModelLimits } from '../domain/budget.ts';
import type { CallRecord, ModelUsage, TokenUsage } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { linkAbort } from '../web/abort.ts';
import { createPendingTasks } from '../web/pending-tasks.ts';
import { createBudget, withinBoth, type Budget } from './budget.ts';
import { createSharedBudget } from './shared-budget.ts';

export type UsageLabel = Pick<ModelUsage, 'step' | 'role' | 'model'>;

interface RunLedger {
  /** This run's limits, those of the run that it is a part of, the client's, and those that it shares by name. */
  readonly budget: Budget;
  readonly calls: CallRecord[];
  /** Aborted: nothing further is sent. What was sent goes on, unless the run itself is stopped. */
  readonly sending: AbortSignal;
  /** Calls that the end of the run waits for. */
  readonly underWay: ReturnType<typeof createPendingTasks>;
  /** The limit that stopped a call of this run. */
  stoppedBy: BudgetExceeded | null;
  /** @param usd what the answer would have cost; null where the price is unknown */
  cacheHit(label: UsageLabel, usd: number | null): void;
  /** @param usage null where no answer came; `usd` null where the price is unknown */
  call(label: UsageLabel, attempts: number, usage: TokenUsage | null, usd: number | null): void;
}

export interface Ledgers {
  /** Made on the first call of a run. @throws CancelledError where the run is over */
  of(run: RunContext): RunLedger;
  readonly callsOf: (runId: string) => readonly CallRecord[];
  /** Sorted by step, role and model: of one run, or of all. */
  readonly usage: (runId?: string) => readonly ModelUsage[];
  /** Tokens that an answer to such a call took so far, on average; 0: there was none. */
  readonly answered: (label: UsageLabel) => number;
  readonly exceeded: (runId?: string) => BudgetExceeded | null;
  readonly endRun: (runId: string) => Promise<void>;
}

type Rows = Map<string, ModelUsage>;

/** Runs that are over and whose usage can still be asked for: a client may live for months. */
const MAX_ENDED_RUNS = 1_000;

interface LedgersOptions {
  /** Of all runs together. */
  readonly limits: ModelLimits;
  /** Where budgets are that runs share by name. */
  readonly budgets: BudgetRecords;
  readonly clock: Clock;
}

export function createLedgers({ limits, budgets, clock }: LedgersOptions): Ledgers {
  const ofClient = createBudget(limits, clock);
  const ofAll: Rows = new Map();
  const runs = new Map<string, { readonly ledger: RunLedger; readonly rows: Rows; readonly stop: () => void }>();
  /** In the order in which they ended. */
  const ended = new Map<string, Rows>();

  function of(run: RunContext): RunLedger {
    if (ended.has(run.runId)) throw new CancelledError('The run is over.');
    return runs.get(run.runId)?.ledger ?? openRun(run);
  }

  function outerBudget({ parent, limits: { sharedBudgets = [] } }: RunContext): Budget {
    if (parent !== undefined) return of(parent).budget;
    return sharedBudgets.map((name) => createSharedBudget(name, budgets)).reduce(withinBoth, ofClient);
  }

  function openRun(run: RunContext): RunLedger {
    const rows: Rows = new Map();
    const update = (label: UsageLabel, change: (row: ModelUsage) => ModelUsage): void => {
      const key = keyOf(label);
      for (const table of [ofAll, rows]) table.set(key, change(table.get(key) ?? { ...label, ...EMPTY }));
    };
    const sending = new AbortController();
    const letGo = linkAbort(sending, run.signal);
    const ledger: RunLedger = {
      sending: sending.signal,
      underWay: createPendingTasks(),
      budget: withinBoth(createBudget(run.limits.model, clock), outerBudget(run)),
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
      letGo();
      sending.abort();
    };
    runs.set(run.runId, { ledger, rows, stop });
    return ledger;
  }

  return {
    of,
    callsOf: (runId) => runs.get(runId)?.ledger.calls ?? [],
    usage: (runId) => {
      const rows = runId === undefined ? ofAll : (runs.get(runId)?.rows ?? ended.get(runId));
      return [...(rows?.entries() ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    },
    answered: (label) => {
      const { outputTokens, calls } = ofAll.get(keyOf(label)) ?? EMPTY;
      return calls === 0 ? 0 : outputTokens / calls;
    },
    exceeded: (runId) => (runId === undefined ? ofClient.exceeded() : (runs.get(runId)?.ledger.stoppedBy ?? null)),
    endRun: async (runId) => {
      const run = runs.get(runId);
      if (run === undefined) return;
      run.stop();
      await run.ledger.underWay.settled();
      runs.delete(runId);
      ended.set(runId, run.rows);
      const [oldest] = ended.keys();
      if (ended.size > MAX_ENDED_RUNS && oldest !== undefined) ended.delete(oldest);
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
