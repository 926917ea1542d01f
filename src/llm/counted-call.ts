/** A call as limits and the report count it: what it may take is held before it, and what it took is counted after it. */
import type { BudgetExceeded } from '../domain/budget.ts';
import type { TokenUsage } from '../domain/model.ts';
import { CancelledError } from '../domain/errors.ts';
import type { BegunCall } from './batch/begun-call.ts';
import { isExceeded } from './budget.ts';
import { EndpointError, type Billed } from './endpoint-error.ts';
import type { NoAnswer } from './explain-failure.ts';
import type { RunLedger, UsageLabel } from './ledger.ts';
import type { Pace } from './pace.ts';
import { costOf, estimateUsage, type PricedCall } from './price.ts';
import { asAmounts, NOTHING, type Cost, type Reservation } from './reservation.ts';

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
  /** Null: it goes by itself. */
  readonly begun: BegunCall | null;
}

export function createCountedCall(options: CountedCallOptions) {
  const { request, ledger, waiting, averageAnswerTokens, begun } = options;
  const { budget, sending } = ledger;
  const { label, pace } = request;
  const needsEstimates = budget.needsEstimates || pace.needsEstimates;
  const usageNow = () => estimateUsage(request, averageAnswerTokens());
  const batched = begun !== null && request.isBatched === true ? { isBatched: true as const } : {};
  const costNow = async (): Promise<Cost> => (needsEstimates ? costOf(request, await usageNow()) : NOTHING);

  let estimate: Cost = NOTHING;
  let held: Reservation | null = null;
  let attempts = 0;
  /** Those of the call that is held: an answer that was lost is a call of its own. */
  let newAttempts = 0;
  let usd: number | null = 0;
  /** Of the last request. */
  let billed: Billed = null;
  /** Nothing came in reply to the last request. */
  let isSilent = true;

  /** Waits for calls under way to leave room. @throws LimitReached */
  async function reserve(): Promise<void> {
    estimate = await costNow();
    const reserved = ledger.stoppedBy ?? (await budget.reserve(estimate, waiting, await begun?.counted()));
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
    /** Of the limits. Null: nothing was sent. */
    let taken: Cost | null = NOTHING;
    try {
      const usage = answered ?? (await usageWithout());
      const cost = usage === null ? NOTHING : costOf(request, usage);
      const state = answered !== null || usage === null ? 'by itself' : await stateInBatch(cost);
      const isBilled = answered !== null || billed !== null;
      taken = state === 'not begun' ? null : state === 'begun' || isBilled ? cost : NOTHING;
      // The report counts what is in a batch where its answer is taken.
      const reported = isBilled && state === 'by itself' ? usage : null;
      const added = reported === null ? 0 : cost.usd;
      const isLost = reported !== null && answered === null && billed === 'unknown';
      if (newAttempts > 0 && taken !== null)
        ledger.call(label, { attempts: newAttempts, usage: reported, usd: added, isLost });
      usd = usd === null || added === null ? null : usd + added;
    } finally {
      // No attempt: the call was cancelled while it waited for its turn.
      const settled = reserved.settle(newAttempts === 0 ? null : taken);
      newAttempts = 0;
      billed = null;
      await settled;
    }
  }

  /** Of a call without an answer, as the server states it or at its estimate. Null: it has none, in no batch either. */
  async function usageWithout(): Promise<TokenUsage | null> {
    if (newAttempts === 0 || (billed === null && begun === null)) return null;
    return billed === null || billed === 'unknown' ? usageNow() : { ...billed, ...batched, estimated: false };
  }

  /**
   * Where its answer is to come from, if none came. What was begun in a batch is counted from now on until then, also where
   * it could not be looked for.
   */
  async function stateInBatch(cost: Cost): Promise<'begun' | 'not begun' | 'by itself'> {
    if (begun === null) return 'by itself';
    if (billed !== null && !isSilent) {
      await begun.forget();
      return 'by itself';
    }
    if (await begun.count(new Map(budget.ids.map((id) => [id, asAmounts(cost)])))) return 'begun';
    return billed !== null && request.isBatched === true ? 'not begun' : 'by itself';
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
      isSilent = true;
    },
    /** @param isSilenceOnly nothing came in reply */
    failed: (by: Billed, isSilenceOnly = false): void => {
      billed = by;
      isSilent = isSilenceOnly;
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
