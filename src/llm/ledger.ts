/** Usage, records and limits of the model calls of each run. */
import { LRUCache } from 'lru-cache';
import type { BudgetExceeded, BudgetRecords, ModelLimits, Taken } from '../domain/budget.ts';
import type { CallRecord, ModelUsage, StoppedSending, TokenUsage } from '../domain/model.ts';
import { CancelledError, type InputError } from '../domain/errors.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import { allowManyListeners, linkAbort } from '../web/abort.ts';
import { createPendingTasks } from '../web/pending-tasks.ts';
import { combineBudgets, createBudget, type Budget } from './budget.ts';
import { correctingEarlier, createSharedBudget } from './shared-budget.ts';

export type UsageLabel = Pick<ModelUsage, 'step' | 'role' | 'model'>;

export interface RunLedger {
  /** The limits of the run, of its parent run or the client, and of its shared budgets. */
  readonly budget: Budget;
  readonly calls: CallRecord[];
  /** If aborted, nothing more is sent. Requests in flight continue until the run's signal aborts. */
  readonly sending: AbortSignal;
  /** `endRun` waits for these calls. */
  readonly pending: ReturnType<typeof createPendingTasks>;
  /** Requests in flight; what waits in a batch waits for the next run, too. */
  readonly sent: ReturnType<typeof createPendingTasks>;
  /** The limit that stopped a call of this run. */
  stoppedBy: BudgetExceeded | null;
  /** What to say if all that was asked in this way is refused, by what was asked. */
  readonly refusals: Map<string, InputError>;
  /** @param usd saved cost; null if the price is unknown */
  cacheHit(label: UsageLabel, usd: number | null): void;
  call(label: UsageLabel, call: EndedCall): void;
}

export interface EndedCall {
  readonly attempts: number;
  /** Null: nothing is billed. */
  readonly usage: TokenUsage | null;
  /** Null if the price is unknown. */
  readonly usd: number | null;
  /** The usage is an estimate: the call may have been billed, and its answer did not arrive. */
  readonly isLost: boolean;
}

export type Ledgers = ReturnType<typeof createLedgers>;

type Rows = Map<string, ModelUsage>;

/** Usage is kept for this many ended runs: a client may live for months. */
const MAX_ENDED_RUNS = 1_000;

interface LedgersOptions {
  /** For all runs together. */
  readonly limits: ModelLimits;
  /** What other clients took of these limits before. */
  readonly takenBefore?: Taken | undefined;
  /** Budgets that runs share by name. */
  readonly budgets: BudgetRecords;
  readonly clock: Clock;
}

export function createLedgers({ limits, takenBefore, budgets, clock }: LedgersOptions) {
  const clientBudget = createBudget(limits, clock, takenBefore);
  const stopping = new AbortController();
  allowManyListeners(stopping.signal);
  const totals: Rows = new Map();
  /** By label, and by model. */
  const answers = new Map<string, { readonly count: number; readonly tokens: number }>();
  const averageOf = (key: string) => {
    const { count, tokens } = answers.get(key) ?? { count: 0, tokens: 0 };
    return count === 0 ? null : tokens / count;
  };
  /** What was asked in such a way, for any run, that there was an answer. */
  const answered = new Set<string>();
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
    const unlinks = [run.signal, stopping.signal].map((signal) => linkAbort(sending, signal));
    const ledger: RunLedger = {
      sending: sending.signal,
      pending: createPendingTasks(),
      sent: createPendingTasks(),
      budget: correctingEarlier(combineBudgets(createBudget(run.limits.model, clock), outerBudget(run)), budgets),
      calls: [],
      stoppedBy: null,
      refusals: new Map(),
      cacheHit: (label, usd) =>
        update(label, ({ savedUsd = 0, ...row }) => ({
          ...row,
          cacheHits: row.cacheHits + 1,
          savedUsd: savedUsd === null || usd === null ? null : savedUsd + usd,
        })),
      call: (label, { attempts, usage, usd, isLost }) => {
        if (usage !== null && !isLost)
          for (const key of [keyOf(label), label.model]) {
            const { count, tokens } = answers.get(key) ?? { count: 0, tokens: 0 };
            answers.set(key, { count: count + 1, tokens: tokens + usage.outputTokens });
          }
        update(label, ({ lostAnswers = 0, ...row }) => ({
          ...row,
          calls: row.calls + 1,
          retries: row.retries + attempts - 1,
          inputTokens: row.inputTokens + (usage?.inputTokens ?? 0),
          cachedInputTokens: row.cachedInputTokens + (usage?.cachedInputTokens ?? 0),
          outputTokens: row.outputTokens + (usage?.outputTokens ?? 0),
          estimatedCalls: row.estimatedCalls + (usage?.estimated === true ? 1 : 0),
          usd: row.usd === null || usd === null ? null : row.usd + usd,
          ...(lostAnswers > 0 || isLost ? { lostAnswers: lostAnswers + (isLost ? 1 : 0) } : {}),
        }));
      },
    };
    const stop = () => {
      for (const unlink of unlinks) unlink();
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
    answered: (asked: string): void => void answered.add(asked),
    hasAnswered: (asked: string): boolean => answered.has(asked),
    refused: (runId: string): InputError | null => {
      const refusals = [...(runs.get(runId)?.ledger.refusals ?? [])];
      return refusals.find(([asked]) => !answered.has(asked))?.[1] ?? null;
    },
    /** Until there is an answer of this kind, those of the model for other steps; 0 without any so far. */
    averageAnswerTokens: (label: UsageLabel): number => averageOf(keyOf(label)) ?? averageOf(label.model) ?? 0,
    exceeded: (runId?: string): BudgetExceeded | null =>
      runId === undefined ? clientBudget.exceeded() : (runs.get(runId)?.ledger.stoppedBy ?? null),
    spentShare: (run: RunContext): Promise<number | null> => forRun(run).budget.spentShare(),
    /** Nothing more is sent, for any run. @returns what is in flight */
    stopSending: (reason: unknown): StoppedSending => {
      stopping.abort(reason);
      const all = [...runs.values()].map(({ ledger }) => ledger);
      return {
        answersUnderWay: all.reduce((sum, { sent }) => sum + sent.count(), 0),
        settled: async () => void (await Promise.all(all.map(({ pending }) => pending.settled()))),
      };
    },
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
