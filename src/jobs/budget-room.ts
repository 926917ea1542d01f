/** Whether a limit on many items has room for one more: what is begun is finished first. */

export interface BudgetUse {
  /** Of the tightest limit: spent or reserved, 0–1. */
  readonly share: number;
  /** What of it the items took so far. */
  readonly ofEnded: number;
  /** Numbers of items. */
  readonly ended: number;
  readonly underWay: number;
}

/**
 * The first item runs alone; another begins only if what the items took so far, on average, fits once more for it and
 * for each one under way. An item begins in any case when none is under way: it then meets the limit itself.
 */
export function hasRoom({ share, ofEnded, ended, underWay }: BudgetUse): boolean {
  if (underWay === 0) return true;
  if (ended === 0 || ofEnded <= 0) return false;
  return share + (ofEnded / ended) * (underWay + 1) <= 1;
}
