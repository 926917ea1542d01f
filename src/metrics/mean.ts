/** Averages, shares and spread. */
import { InputError } from '../domain/errors.ts';

/** Null for an empty list. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Null of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The standard deviation of all values there are (divided by n, not n − 1). Null for an empty list. */
export function populationDeviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null) return null;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length);
}

/** @throws InputError where there are none; items without a value are no mistake: figures count them as missing */
export function requireSome(items: readonly unknown[], what: string): void {
  if (items.length === 0) throw new InputError(`There are no ${what} to measure.`);
}
