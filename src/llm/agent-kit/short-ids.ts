/** Short opaque ids for the items of one call: the model cites them, and what it cites is checked. */
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export interface CitableItem {
  readonly id: string;
  /** What is shown of it. */
  readonly text: string;
}

export interface ShortIds<Item> {
  readonly shown: readonly { readonly shortId: string; readonly item: Item }[];
  /** The item that the id stands for; undefined where the id is invented. */
  readonly itemOf: (shortId: string) => Item | undefined;
  /** True once ids were looked up, and each of them is invented. */
  readonly hasNoneKnown: () => boolean;
  /** Ids that are invented or named more than once, and those left out of the first so many items that need a row. */
  readonly problems: (rows: readonly { readonly id: string }[], needed: number) => string[];
  /** By the real id of each row's item: none whose id is invented, none of those that share one, and no nulls. */
  readonly valuesById: <Row extends { readonly id: string }, Value>(
    rows: readonly Row[],
    valueOf: (row: Row) => Value | null,
  ) => Map<string, Value>;
}

/** The rows of an answer after a repair that gave the faulty ones alone. */
export function mendedRows<Row extends { readonly id: string }>(rows: readonly Row[], mended: readonly Row[]): Row[] {
  const anew = new Set(mended.map(({ id }) => id));
  return [...rows.filter(({ id }) => !anew.has(id)), ...mended];
}

/** No vowels: the ids look like no word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const PREFIX_LETTERS = 3;
const MAX_LISTED_IDS = 10;

/**
 * A prefix and a number. The prefix is made from all that the call shows and occurs, before a digit, in none of it:
 * a page can neither guess nor name the ids of its call. The same items get the same ids.
 */
export function shortIds<Item extends CitableItem>(items: readonly Item[]): ShortIds<Item> {
  const prefix = unforgeablePrefix(items.map(({ text }) => text));
  const shown = items.map((item, index) => ({ shortId: `${prefix}${index + 1}`, item }));
  const byShortId = new Map(shown.map(({ shortId, item }) => [shortId, item]));
  const lookedUp = new Set<boolean>();
  const itemOf = (shortId: string) => {
    const item = byShortId.get(shortId);
    lookedUp.add(item !== undefined);
    return item;
  };
  return {
    shown,
    itemOf,
    hasNoneKnown: () => lookedUp.has(false) && !lookedUp.has(true),
    problems: (rows, needed) => {
      const named = rows.map(({ id }) => id);
      const invented = new Set(named.filter((id) => !byShortId.has(id)));
      const repeated = new Set(named.filter((id, index) => byShortId.has(id) && named.indexOf(id) < index));
      const left = [...byShortId.keys()].slice(0, needed).filter((id) => !named.includes(id));
      return [
        ...complaint('These ids were not given; use only ids that were', [...invented]),
        ...complaint('These ids stand more than once; use each one once', [...repeated]),
        ...complaint('These ids are missing', left),
      ];
    },
    valuesById: (rows, valueOf) => {
      const named = rows.map(({ id }) => id);
      return new Map(
        rows.flatMap((row) => {
          const item = itemOf(row.id);
          if (item === undefined || named.indexOf(row.id) !== named.lastIndexOf(row.id)) return [];
          const value = valueOf(row);
          return value === null ? [] : [[item.id, value] as const];
        }),
      );
    },
  };
}

function complaint(what: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const listed = ids.slice(0, MAX_LISTED_IDS).map((id) => JSON.stringify(id.slice(0, 20)));
  const more = ids.length > listed.length ? ` and ${ids.length - listed.length} more` : '';
  return [`${what}: ${listed.join(', ')}${more}.`];
}

function unforgeablePrefix(texts: readonly string[]): string {
  const all = texts.join('\n');
  for (let hash = sha256Hex(canonicalJson(texts)); ; hash = sha256Hex(hash)) {
    const prefix = Array.from({ length: PREFIX_LETTERS }, (_, index) =>
      LETTERS.charAt(parseInt(hash.slice(2 * index, 2 * index + 2), 16) % LETTERS.length),
    ).join('');
    if (!new RegExp(`${prefix}\\d`, 'i').test(all)) return prefix;
  }
}
