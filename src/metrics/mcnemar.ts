/** McNemar's test: whether one of two systems is right more often than the other on the same items (McNemar 1947). */
import { erfc } from './erfc.ts';
import { requireSome } from './mean.ts';

export interface McNemar {
  /** Items that the first alone gets right, and those that the second does. */
  readonly firstOnly: number;
  readonly secondOnly: number;
  /** Two-sided, by the binomial distribution; 1 where they never differ, null without scored items. */
  readonly exact: number | null;
  /** Two-sided, by χ² with one degree of freedom and continuity correction (Edwards 1948); null where they never differ. */
  readonly corrected: number | null;
  readonly scored: number;
  /** Items with a missing side. */
  readonly missing: number;
}

/** @param items whether each system is right; null: it gave no verdict @throws InputError without items */
export function mcNemar(items: readonly (readonly [boolean | null, boolean | null])[]): McNemar {
  requireSome(items, 'items');
  const complete = items.filter(([first, second]) => first !== null && second !== null);
  const firstOnly = complete.filter(([first, second]) => first === true && second === false).length;
  const secondOnly = complete.filter(([first, second]) => first === false && second === true).length;
  return {
    firstOnly,
    secondOnly,
    exact: complete.length === 0 ? null : signTest(firstOnly, secondOnly),
    corrected: correctedTest(firstOnly, secondOnly),
    scored: complete.length,
    missing: items.length - complete.length,
  };
}

/** Two-sided p of so many of one and of the other, if both are as likely: 2 · P(X ≤ the fewer), at most 1. */
export function signTest(one: number, other: number): number {
  const total = one + other;
  // In logarithms: 2⁻ⁿ is 0 from n = 1075 on.
  let logTerm = -total * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let count = 0; count < Math.min(one, other); count += 1) {
    logTerm += Math.log((total - count) / (count + 1));
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

function correctedTest(one: number, other: number): number | null {
  if (one + other === 0) return null;
  const chiSquared = Math.max(0, Math.abs(one - other) - 1) ** 2 / (one + other);
  return erfc(Math.sqrt(chiSquared / 2));
}
