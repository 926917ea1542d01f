/** A call as limits and the report count it: what it may take is held before it, and what it took is counted after it. */
import type { BudgetExceeded } from '../domain/budget.ts';
import type { TokenUsage } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { BatchFetch } from './batch/batch-fetch.ts';
import { abortable } from '../web/abort.ts';
import { isExceeded } from './budget.ts';
import { EndpointError, type Billed } from './endpoint-error.ts';
import type { NoAnswer } from './explain-failure.ts';
import type { RunLedger, UsageLabel } from './ledger.ts';
import type { Pace } from './pace.ts';
import { batchedAs, costOf, estimateUsage, type PricedCall } from './price.ts';
import { NOTHING, type Cost, type Counted, type Reservation } from './reservation.ts';

/** One of our limits leaves no room for a call. */
export class LimitReached extends Error {
  readonly noAnswer: NoAnswer;

  constructor({ limit, allowed }: BudgetExceeded) {
    super(`limit reached: ${limit} ${allowed}`);
    this.noAnswer = { failure: 'limit-reached', reason: this.message };
  }
}

/** It stops all other calls of the run, too. */
function stoppedBy(exceeded: BudgetExceeded, ledger: RunLedger): LimitReached {
  ledger.stoppedBy ??= exceeded;
  return new LimitReached(exceeded);
}

/** Once the time of the run is over. */
export function late(ledger: RunLedger): LimitReached | null {
  const exceeded = ledger.budget.late();
  return exceeded === null ? null : stoppedBy(exceeded, ledger);
}

interface CountedCallOptions {
  readonly request: PricedCall & { readonly key: string; readonly label: UsageLabel; readonly pace: Pace };
  readonly ledger: RunLedger;
  /** Ends waits: aborts when nothing more is sent, or the time is over. */
  readonly waiting: AbortSignal;
  readonly averageAnswerTokens: () => number;
  /** Null: it goes by itself. */
  readonly batches: BatchFetch | null;
}

export function createCountedCall(options: CountedCallOptions) {
  const { request, ledger, waiting, averageAnswerTokens, batches } = options;
  const { budget, sending } = ledger;
  const { key, label, pace } = request;
  const needsEstimates = budget.needsEstimates || pace.needsEstimates;
  const usageNow = () => estimateUsage(request, averageAnswerTokens());
  const costNow = async (): Promise<Cost> => (needsEstimates ? costOf(request, await usageNow()) : NOTHING);

  let estimate: Cost = NOTHING;
  let held: Reservation | null = null;
  let attempts = 0;
  /** Those of the call that is held: an answer that was lost is a call of its own. */
  let newAttempts = 0;
  let usd: number | null = 0;
  /** Of the last request. In batch: until there is a reply, its record says whether it may be billed. */
  let billed: Billed | 'in batch' = null;

  /** Waits for calls under way to leave room. @throws LimitReached */
  async function reserve(): Promise<void> {
    estimate = await costNow();
    const counted = batches === null ? undefined : (await abortable(batches.recordOf(key), waiting))?.counted;
    const reserved =
      (counted === undefined ? ledger.stoppedBy : null) ?? (await budget.reserve(estimate, waiting, counted));
    if (isExceeded(reserved)) throw stoppedBy(reserved, ledger);
    held = reserved;
  }

  /** Whether what a call without an answer holds is settled: it stays counted where its batch was begun. */
  const keeps = async (reserved: Reservation) => batches !== null && (await batches.keeps(key, reserved));

  /** @param answered what the answer took; null: there is none */
  async function end(answered: TokenUsage | null): Promise<void> {
    const reserved = held;
    if (reserved === null) return;
    held = null;
    // The report counts what is in a batch where its answer is taken.
    const isKept = answered === null && (await keeps(reserved));
    // No attempt: the call was cancelled while it waited for its turn.
    const isSent = newAttempts > 0 && (answered !== null || billed !== 'in batch');
    let taken: Cost | null = isSent ? NOTHING : null;
    try {
      if (isKept || !isSent) return;
      const usage = answered ?? (await usageWithout());
      const cost = usage === null ? NOTHING : costOf(request, usage);
      taken = cost;
      const added = usage === null ? 0 : cost.usd;
      const isLost = answered === null && billed === 'unknown';
      ledger.call(label, { attempts: newAttempts, usage, usd: added, isLost });
      usd = usd === null || added === null ? null : usd + added;
    } finally {
      newAttempts = 0;
      billed = null;
      if (!isKept) await reserved.settle(taken);
    }
  }

  /** Of a call without an answer, as the server states it or at its estimate. Null: it has none. */
  async function usageWithout(): Promise<TokenUsage | null> {
    if (billed === null || billed === 'in batch') return null;
    return billed === 'unknown' ? usageNow() : { ...billed, ...batchedAs(request), estimated: false };
  }

  /** Gives its room back, and waits for room anew: what may have been billed was a call of its own. @throws LimitReached */
  async function renew(): Promise<void> {
    if (billed !== null && billed !== 'in batch') await end(null);
    const unused = held;
    held = null;
    if (unused !== null && !(await keeps(unused))) await unused.settle(null);
    await reserve();
  }

  return {
    reserve,
    end,
    /** @throws LimitReached */
    beforeRetry: async (): Promise<void> => {
      const over = late(ledger);
      if (over !== null) throw over;
      if (billed !== null || batches !== null) await renew();
    },
    /** In a slot. False: others have taken more than they held, and there is no room now. @throws CancelledError */
    waitForTurn: async (): Promise<boolean> => {
      await pace.waitForTurn(estimate.tokens, waiting);
      return (await held?.adjust(await costNow())) ?? false;
    },
    /** While the request is under way. */
    held: (): Counted => held?.held() ?? new Map(),
    /** Gives its room to others, and waits for it anew: never in a slot, which a call that holds room may wait for. @throws LimitReached */
    waitOutside: async (): Promise<void> => {
      await pace.correct(-estimate.tokens);
      await renew();
    },
    attempt: (): void => {
      attempts++;
      newAttempts++;
      billed = batches === null ? 'unknown' : 'in batch';
    },
    failed: (error: EndpointError | null): void => {
      if (batches === null || error?.kind !== 'timeout') billed = error?.billed ?? null;
    },
    /** The limit that ended the call, if one did: the time of the run ends waits, and batches. */
    limitIn: (error: unknown): NoAnswer | null => {
      if (error instanceof LimitReached) return error.noAnswer;
      const isByTime =
        error instanceof EndpointError ? error.kind === 'timeout' : error instanceof CancelledError && !sending.aborted;
      return isByTime ? (late(ledger)?.noAnswer ?? null) : null;
    },
    /** After an answer. */
    correctPace: (usage: TokenUsage): Promise<void> => pace.correct(costOf(request, usage).tokens - estimate.tokens),
    counted: () => ({ attempts, usd }),
  };
}
