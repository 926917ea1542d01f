/** Averages and shares. */

/** Null for an empty list. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
