/** Compares rates and scores. */

/** Sums of the same fractions in another order differ in their last digits. */
const EQUAL_WITHIN = 1e-12;
/** Larger than the differences between sums in another order. */
export const ROUNDING = 1e-9;

/** Neither is above the other: they are equal. */
export function isAbove(value: number, other: number): boolean {
  return value > other + EQUAL_WITHIN;
}
