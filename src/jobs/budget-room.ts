/** Whether a limit on many items has room for one more: what is begun is finished first. */

export interface BudgetUse {
  /** Of the tightest limit: spent or reserved, 0–1. */
  readonly share: number;
  /** What of it the items took so far. */
  readonly ofEnded: number;
  /** Numbers of items; of those that ended, only the ones that spent something. */
  readonly ended: number;
  readonly underWay: number;
}

/** Shares are fractions: (1 - .3) / .1 is a little below 7. */
const ROUNDING = 1e-9;

/**
 * The first item runs alone; another begins only if what the items took so far, on average, fits once more for it and
 * for each one under way. An item begins in any case when none is under way: it then meets the limit itself.
 */
export function hasRoom(use: BudgetUse): boolean {
  return roomFor(use) > 0;
}

/** For how many more there is room, by the same rule. */
export function roomFor({ share, ofEnded, ended, underWay }: BudgetUse): number {
  const isKnown = ended > 0 && ofEnded > 0;
  const fitting = isKnown ? Math.floor((1 - share) / (ofEnded / ended) + ROUNDING) - underWay : 0;
  return Math.max(fitting, underWay === 0 ? 1 : 0);
}
