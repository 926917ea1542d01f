/** Mean, share and standard deviation. */
import { InputError } from '../domain/errors.ts';

export function sumBy<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** Null for an empty list. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the values that are there, with how many are and how many are not. */
export function meanOf(values: readonly (number | null)[]) {
  const given = values.filter((value) => value !== null);
  return { value: mean(given), scored: given.length, missing: values.length - given.length };
}

/** Null if the total is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** To 0–1. */
export function clipped(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Population standard deviation (divided by n). Null for an empty list. */
export function populationDeviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null) return null;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length);
}

/** @throws InputError for an empty list. Items without a value are allowed: they count as missing */
export function requireSome(items: readonly unknown[], what: string): void {
  if (items.length === 0) throw new InputError(`There are no ${what} to measure.`);
}
