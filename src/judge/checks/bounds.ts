/** Reads a number with its limits out of words: "at least 2 but no more than 4", "100..150", "5 or fewer". */
import type { Bounds } from '../../domain/check.ts';

// prettier-ignore
const RELATIONS: readonly (readonly [RegExp, (a: number, b: number) => Bounds])[] = [
  [/^(?:(?:between|from|within|limited) )?(\d+)\.\.(\d+)(?: limit)?$/u, (min, max) => ({ min, max })],
  [/^(?:at least|(?:no|not) (?:fewer|less) than|minimum|min) (\d+)$|^(\d+) (?:or more|minimum|at least)$/u, (min) => ({ min, max: null })],
  [/^(?:more|greater|longer) than (\d+)$|^(?:over|above|exceeds?) (\d+)$/u, (n) => ({ min: n + 1, max: null })],
  [/^(?:at most|(?:no|not) (?:more|greater|longer) than|maximum|max|up|within|(?:no|not|never) (?:exceed|over|above)|(?:within |under )?limit(?:ed|s)?|restricted|capped at) (\d+)$/u, (max) => ({ min: null, max })],
  [/^(?:within )?(\d+) limit$|^(\d+) (?:or (?:less|fewer)|maximum|at most)$/u, (max) => ({ min: null, max })],
  [/^(?:fewer|less|shorter) than (\d+)$|^(?:under|below) (\d+)$/u, (n) => ({ min: null, max: n - 1 })],
  [/^(?:about|around|approximately|roughly|nearly) (\d+)$/u, (n) => ({ min: Math.ceil(n * 0.9), max: Math.floor(n * 1.1) })],
  [/^(?:(?:exactly|precisely|single) )?(\d+)(?: exactly)?$/u, (n) => ({ min: n, max: n })],
  [/^(?:1 )?single$/u, () => ({ min: 1, max: 1 })],
  [/^(?:no|not any|not|never|avoids?|without|free|refrains? from)$/u, () => ({ min: 0, max: 0 })],
];

/** @returns null where the words say anything else, too */
export function readBounds(words: string): Bounds | null {
  for (const [pattern, bounds] of RELATIONS) {
    const match = pattern.exec(words);
    if (match === null) continue;
    const [first = 0, second = 0] = match[0].match(/\d+/gu)?.map(Number) ?? [];
    return bounds(first, second);
  }
  const [, lower, upper] = /^(.+?),? (?:but|and) (.+)$/u.exec(words) ?? [];
  if (lower === undefined || upper === undefined) return null;
  const [least, most] = [readBounds(lower), readBounds(upper)];
  return least?.max === null && most?.min === null ? { min: least.min, max: most.max } : null;
}
