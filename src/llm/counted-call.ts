/** A call as limits and the report count it: what it may take is held before it, and what it took is counted after it. */
import type { BudgetExceeded } from '../domain/budget.ts';
import type { TokenUsage } from '../domain/model.ts';
import { isExceeded, type Cost, type Reservation } from './budget.ts';
import type { Billed, NoAnswer } from './endpoint-error.ts';
import type { RunLedger, UsageLabel } from './ledger.ts';
import type { Pace } from './pace.ts';
import { costOf, estimateUsage, type PricedCall } from './price.ts';

/** One of our limits leaves no room for a call. */
export class LimitReached extends Error {
  readonly noAnswer: NoAnswer;

  constructor({ limit, allowed }: BudgetExceeded) {
    super(`limit reached: ${limit} ${allowed}`);
    this.noAnswer = { failure: 'limit-reached', reason: this.message };
  }
}

/** @throws whatever else it is */
export function noAnswerIn(error: unknown): NoAnswer {
  if (error instanceof LimitReached) return error.noAnswer;
  throw error;
}

const NOTHING = { tokens: 0, usd: 0 };

interface CountedCallOptions {
  readonly request: PricedCall & { readonly label: UsageLabel; readonly pace: Pace };
  readonly ledger: RunLedger;
  readonly averageAnswerTokens: () => number;
  /** Whether the next run takes its answer from a batch. */
  readonly isInBatch: () => Promise<boolean>;
}

export function createCountedCall({ request, ledger, averageAnswerTokens, isInBatch }: CountedCallOptions) {
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
    const reserved = ledger.stoppedBy ?? (await budget.reserve(estimate, sending));
    if (isExceeded(reserved)) {
      ledger.stoppedBy ??= reserved;
      throw new LimitReached(reserved);
    }
    held = reserved;
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

  /** What is asked next is another call. @throws LimitReached */
  async function renew(): Promise<void> {
    await end(null);
    await reserve();
  }

  return {
    reserve,
    end,
    renew,
    /** In a slot. False: others have taken more than they held, and there is no room now. @throws CancelledError */
    waitForTurn: async (): Promise<boolean> => {
      await pace.waitForTurn(estimate.tokens, sending);
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
    mayBeBilled: () => billed !== null,
    /** After an answer. */
    correctPace: (usage: TokenUsage): Promise<void> => pace.correct(costOf(request, usage).tokens - estimate.tokens),
    counted: () => ({ attempts, usd }),
  };
}
