/** A call as limits and the report count it: what it may take is held before it, and what it took is counted after it. */
import type { BudgetExceeded } from '../domain/budget.ts';
import type { TokenUsage } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import { isExceeded } from './budget.ts';
import { EndpointError, type Billed, type NoAnswer } from './endpoint-error.ts';
import type { RunLedger, UsageLabel } from './ledger.ts';
import type { Pace } from './pace.ts';
import { costOf, estimateUsage, type PricedCall } from './price.ts';
import { NOTHING, type Cost, type Reservation } from './reservation.ts';

/** One of our limits leaves no room for a call. */
export class LimitReached extends Error {
  readonly noAnswer: NoAnswer;

  constructor({ limit, allowed }: BudgetExceeded) {
    super(`limit reached: ${limit} ${allowed}`);
    this.noAnswer = { failure: 'limit-reached', reason: this.message };
  }
}

interface CountedCallOptions {
  readonly request: PricedCall & { readonly label: UsageLabel; readonly pace: Pace };
  readonly ledger: RunLedger;
  /** Ends waits: aborts when nothing more is sent, or the time is over. */
  readonly waiting: AbortSignal;
  readonly averageAnswerTokens: () => number;
  /** Whether the next run takes its answer from a batch. */
  readonly isInBatch: () => Promise<boolean>;
}

export function createCountedCall(options: CountedCallOptions) {
  const { request, ledger, waiting, averageAnswerTokens, isInBatch } = options;
  const { budget, sending } = ledger;
  const { label, pace } = request;
  const needsEstimates = budget.needsEstimates || pace.needsEstimates;
  const usageNow = () => estimateUsage(request, averageAnswerTokens());
  const costNow = async (): Promise<Cost> => (needsEstimates ? costOf(request, await usageNow()) : NOTHING);

  let estimate: Cost = NOTHING;
  let held: Reservation | null = null;
  let attempts = 0;
  /** Those of the call that is held: an answer that was lost is a call of its own. */
  let newAttempts = 0;
  let usd: number | null = 0;
  /** Of the last request. */
  let billed: Billed = null;

  /** Waits for calls under way to leave room. @throws LimitReached */
  async function reserve(): Promise<void> {
    estimate = await costNow();
    const reserved = ledger.stoppedBy ?? (await budget.reserve(estimate, waiting));
    if (isExceeded(reserved)) throw stoppedBy(reserved);
    held = reserved;
  }

  /** It stops all other calls of the run, too. */
  function stoppedBy(exceeded: BudgetExceeded): LimitReached {
    ledger.stoppedBy ??= exceeded;
    return new LimitReached(exceeded);
  }

  function late(): LimitReached | null {
    const exceeded = budget.late();
    return exceeded === null ? null : stoppedBy(exceeded);
  }

  /** @param answered what the answer took; null: there is none */
  async function end(answered: TokenUsage | null): Promise<void> {
    const reserved = held;
    if (reserved === null) return;
    held = null;
    let cost: Cost = NOTHING;
    try {
      let usage = answered;
      let isLost = false;
      if (usage === null && billed !== null && !(await isInBatch())) {
        isLost = billed === 'unknown';
        usage = billed === 'unknown' ? await usageNow() : { ...billed, estimated: false };
      }
      if (usage !== null) cost = costOf(request, usage);
      if (newAttempts > 0) ledger.call(label, { attempts: newAttempts, usage, usd: cost.usd, isLost });
      usd = usd === null || cost.usd === null ? null : usd + cost.usd;
    } finally {
      // No attempt: the call was cancelled while it waited for its turn.
      const settled = reserved.settle(newAttempts === 0 ? null : cost);
      newAttempts = 0;
      billed = null;
      await settled;
    }
  }

  /** Gives its room back, and waits for room anew: what may have been billed was a call of its own. @throws LimitReached */
  async function renew(): Promise<void> {
    if (billed !== null) await end(null);
    const unused = held;
    held = null;
    await unused?.settle(null);
    await reserve();
  }

  return {
    reserve,
    end,
    /** @throws LimitReached */
    beforeRetry: async (): Promise<void> => {
      const over = late();
      if (over !== null) throw over;
      if (billed !== null) await renew();
    },
    /** In a slot. False: others have taken more than they held, and there is no room now. @throws CancelledError */
    waitForTurn: async (): Promise<boolean> => {
      await pace.waitForTurn(estimate.tokens, waiting);
      return (await held?.adjust(await costNow())) ?? false;
    },
    /** Gives its room to others, and waits for it anew: never in a slot, which a call that holds room may wait for. @throws LimitReached */
    waitOutside: async (): Promise<void> => {
      await pace.correct(-estimate.tokens);
      await renew();
    },
    attempt: (): void => {
      attempts++;
      newAttempts++;
      billed = 'unknown';
    },
    failed: (by: Billed): void => {
      billed = by;
    },
    /** The limit that ended the call, if one did: the time of the run ends waits, and batches. */
    limitIn: (error: unknown): NoAnswer | null => {
      if (error instanceof LimitReached) return error.noAnswer;
      const isByTime =
        error instanceof EndpointError ? error.kind === 'timeout' : error instanceof CancelledError && !sending.aborted;
      return isByTime ? (late()?.noAnswer ?? null) : null;
    },
    /** After an answer. */
    correctPace: (usage: TokenUsage): Promise<void> => pace.correct(costOf(request, usage).tokens - estimate.tokens),
    counted: () => ({ attempts, usd }),
  };
}
