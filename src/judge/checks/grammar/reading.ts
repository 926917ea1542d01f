/** A small kit for grammars: a parser gives every way to read what follows, a wording must be read to its end. */
import { firstCharacters } from './first-characters.ts';
import type { Wording } from '../wording/normalize-wording.ts';

/** All readings of `wording` from `at`, the preferred first, each with where it ends. */
export type Parser<Value> = (wording: Wording, at: number) => readonly (readonly [Value, number])[];

type Values<Parsers extends readonly Parser<unknown>[]> = {
  [Index in keyof Parsers]: Parsers[Index] extends Parser<infer Value> ? Value : never;
};

const LETTER = 'a-zA-Z\\u00aa-\\u024f\\u0370-\\u1fff\\u2c00-\\ud7ff';

/** Letters and digits as ranges: to compile `\p{L}` takes half a millisecond, at each of a thousand places. */
function quickly(source: string): string {
  return source
    .replace(/\[[^\]]*\]/gu, (set) => set.replaceAll('\\p{L}', LETTER).replaceAll('\\p{N}', '0-9'))
    .replaceAll('\\p{L}', `[${LETTER}]`)
    .replaceAll('\\p{N}', '[0-9]');
}

/**
 * Whole tokens that match, in each length in which they do, the longest first: what may follow a demand may also
 * belong to what comes after it. `source` is a regular expression whose groups are the value, absent ones ''.
 */
export function tokens(source: string): Parser<readonly string[]> {
  // Compiled when first asked for: a wording needs few of the many.
  let compiled: RegExp | undefined;
  let firsts: ReadonlySet<string> | null | undefined;
  return ({ text }, at) => {
    if (firsts === undefined) firsts = firstCharacters(source);
    if (firsts !== null && !firsts.has(text.charAt(at))) return [];
    const pattern = (compiled ??= new RegExp(`(?:${quickly(source)})(?= |$)`, 'y'));
    const found: (readonly [readonly string[], number])[] = [];
    let end = text.length;
    do {
      pattern.lastIndex = at;
      const match = pattern.exec(text.slice(0, end));
      if (match === null) break;
      end = at + match[0].length;
      const groups = match.slice(1).map((group: string | undefined) => group ?? '');
      found.push([groups, text.charAt(end) === ' ' ? end + 1 : end]);
      end = text.lastIndexOf(' ', end - 1);
    } while (end > at);
    return found;
  };
}

export function sequence<Parsers extends readonly Parser<unknown>[]>(
  ...parsers: Parsers
): Parser<Values<Parsers>> {
  return (wording, at) => {
    let partial: (readonly [unknown[], number])[] = [[[], at]];
    for (const parser of parsers)
      partial = partial.flatMap(([values, end]) =>
        parser(wording, end).map(([value, next]) => [[...values, value], next] as const),
      );
    return partial as unknown as (readonly [Values<Parsers>, number])[];
  };
}

/** Every reading of each, in their order; read once at a place, however many rules ask. */
export function either<Value>(...parsers: readonly Parser<Value>[]): Parser<Value> {
  const known = new WeakMap<Wording, Map<number, ReturnType<Parser<Value>>>>();
  return (wording, at) => {
    const places = known.get(wording) ?? new Map<number, ReturnType<Parser<Value>>>();
    known.set(wording, places);
    const read = places.get(at) ?? parsers.flatMap((parser) => parser(wording, at));
    places.set(at, read);
    return read;
  };
}

/** With it and without it. */
export function maybe<Value>(parser: Parser<Value>): Parser<Value | null> {
  return (wording, at) => [...parser(wording, at), [null, at] as const];
}

/** `null` from `make` means that this is no reading after all. */
export function map<From, To>(
  parser: Parser<From>,
  make: (value: From, wording: Wording) => To | null,
): Parser<To> {
  return (wording, at) =>
    parser(wording, at).flatMap(([value, end]) => {
      const made = make(value, wording);
      return made === null ? [] : [[made, end] as const];
    });
}

/** One or more, apart by `separator`; of readings that end at the same place the preferred one. */
export function list<Value>(item: Parser<Value>, separator: Parser<unknown>): Parser<Value[]> {
  const rest: Parser<Value[]> = preferred(
    either(
      map(
        sequence(
          separator,
          item,
          later(() => rest),
        ),
        ([, value, more]): Value[] => [value, ...more],
      ),
      (_wording, at) => [[[], at]],
    ),
  );
  return preferred(map(sequence(item, rest), ([first, more]): Value[] => [first, ...more]));
}

/** Keeps lists from having as many readings as there are ways to bracket them. */
function preferred<Value>(parser: Parser<Value>): Parser<Value> {
  return (wording, at) => {
    const ends = new Set<number>();
    return parser(wording, at).filter(([, end]) => !ends.has(end) && ends.add(end));
  };
}

/** For rules that refer to each other. */
export function later<Value>(parser: () => Parser<Value>): Parser<Value> {
  return (wording, at) => parser()(wording, at);
}

/** The readings of the whole wording, each once. */
export function readAll<Value>(parser: Parser<Value>, wording: Wording): Value[] {
  const whole = parser(wording, 0).filter(([, end]) => end === wording.text.length);
  return [...new Map(whole.map(([value]) => [JSON.stringify(value), value])).values()];
}
