/** Room that one call holds in a budget. */
import type { Amounts } from '../domain/budget.ts';

/** Estimated or actual cost of a call. `usd` null: the price is unknown. */
export interface Cost {
  readonly tokens: number;
  readonly usd: number | null;
}

/** By budget: what is counted for a call. */
export type Counted = ReadonlyMap<string, Amounts>;

/** Room that a call holds until it is settled. */
export interface Reservation {
  readonly held: () => Counted;
  /**
   * To what is estimated now, right before a request: while the call waited, others may have taken more than they held.
   * @returns false: there is no room for it now, and what was held is held on; or the call is settled
   */
  adjust(estimate: Cost): Promise<boolean>;
  /** Call it once: with the actual cost, with null if no request was sent, or “held” if that stays counted. */
  settle(actual: Cost | 'held' | null): Promise<void>;
}

interface RoomHeld {
  readonly budget: string;
  readonly estimate: Cost;
  /** Of all that the call may take now. @returns false: there is no room now */
  readonly hold: (more: Amounts, estimate: Cost) => boolean | Promise<boolean>;
  readonly settle: (held: Amounts, taken: Amounts) => void | Promise<void>;
}

/** A call may be cancelled, and settled, while it looks for more room: what it finds then is given back, too. */
export function createReservation({ budget, estimate, hold, settle }: RoomHeld): Reservation {
  let held = asAmounts(estimate);
  let isSettled = false;
  let adjusted: Promise<unknown> = Promise.resolve();

  async function adjustTo(now: Cost): Promise<boolean> {
    const more = add(asAmounts(now), held, -1);
    const isHeld = await hold(more, now);
    if (isHeld) held = add(held, more);
    return isHeld && !isSettled;
  }

  return {
    held: () => new Map([[budget, held]]),
    adjust: async (now) => {
      if (isSettled) return false;
      const adjusting = adjustTo(now);
      adjusted = adjusting.catch(() => undefined);
      return adjusting;
    },
    settle: async (actual) => {
      isSettled = true;
      await adjusted;
      await settle(held, actual === 'held' ? held : asAmounts(actual));
    },
  };
}

/**
 * Of a call whose batch was begun, and which waits for no room: what it took corrects what is counted for it since then,
 * in this budget or not.
 */
export function countedBefore(
  budget: string,
  begun: Counted,
  settle: (difference: Amounts) => void | Promise<void>,
): Reservation {
  const counted = begun.get(budget) ?? NOTHING;
  return {
    held: () => new Map([[budget, counted]]),
    adjust: async () => true,
    settle: async (actual) => {
      if (actual !== 'held') await settle(add(asAmounts(actual), counted, -1));
    },
  };
}

export const NOTHING: Amounts = { calls: 0, tokens: 0, usd: 0 };

export function asAmounts(cost: Cost | null): Amounts {
  return cost === null ? NOTHING : { calls: 1, tokens: cost.tokens, usd: cost.usd ?? 0 };
}

export function add(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  return { calls: a.calls + sign * b.calls, tokens: a.tokens + sign * b.tokens, usd: a.usd + sign * b.usd };
}
