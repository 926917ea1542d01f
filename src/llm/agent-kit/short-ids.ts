/** Short opaque ids for the items of one call. The model cites them, and code checks the citations. */
import { LRUCache } from 'lru-cache';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export interface CitableItem {
  readonly id: string;
  readonly text: string;
}

export interface ShortIds<Item> {
  readonly shown: readonly { readonly shortId: string; readonly item: Item }[];
  /** Undefined for an invented id. */
  readonly itemOf: (shortId: string) => Item | undefined;
  /** True if ids were looked up and none of them is invented. */
  readonly hasKnownAlone: () => boolean;
  /** True if ids were looked up and all of them are invented. */
  readonly hasNoneKnown: () => boolean;
  /** True if rows were read of which one has an invented id, or that of another: their text may be a quotation. */
  readonly hasFaultyRows: () => boolean;
  /** Invented, repeated and missing ids. @param requiredCount that many items, from the first, need a row */
  readonly problems: (rows: readonly { readonly id: string }[], requiredCount: number) => string[];
  /** Values by item id, without null values and without rows whose id is invented or repeated. */
  readonly valuesById: <Row extends { readonly id: string }, Value>(
    rows: readonly Row[],
    valueOf: (row: Row) => Value | null,
  ) => Map<string, Value>;
}

/** Replaces rows by those of a repair with the same id. */
export function mergeRows<Row extends { readonly id: string }>(rows: readonly Row[], repaired: readonly Row[]): Row[] {
  const repairedIds = new Set(repaired.map(idOf));
  return [...rows.filter((row) => !repairedIds.has(idOf(row))), ...repaired];
}

/** Our ids are in small letters and bare; some models repeat them in capitals (by the flag `i` “\u212A” would be a k), or as "[id]" and "id:". */
export const plainId = (id: string): string => /^[[( ]?([a-zA-Z]+\d+)[\]) ]?:?$/u.exec(id)?.[1]?.toLowerCase() ?? id;
const idOf = ({ id }: { readonly id: string }): string => plainId(id);

/** No vowels: an id must not look like a word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const LEAST_LETTERS = 3;
/** Then it is a letter longer: a text may hold all prefixes of three letters. */
const TRIES_OF_A_LENGTH = 4;
const MAX_LISTED_IDS = 10;

/**
 * An id is a prefix and a number. The prefix is derived from the texts of the items, and occurs neither in them nor in the
 * rest of the call before a digit: what is shown cannot contain the ids of its call. The same call gets the same ids.
 * @param rest whatever else the call may show
 */
export function shortIds<Item extends CitableItem>(items: readonly Item[], rest = ''): ShortIds<Item> {
  const prefix = unforgeablePrefix(
    items.map(({ text }) => text),
    rest,
  );
  const shown = items.map((item, index) => ({ shortId: `${prefix}${index + 1}`, item }));
  const byShortId = new Map(shown.map(({ shortId, item }) => [shortId, item]));
  const lookedUp = new Set<boolean>();
  let hasFaultyRows = false;
  const itemOf = (shortId: string) => {
    const item = byShortId.get(plainId(shortId));
    lookedUp.add(item !== undefined);
    return item;
  };
  return {
    shown,
    itemOf,
    hasKnownAlone: () => lookedUp.has(true) && !lookedUp.has(false),
    hasNoneKnown: () => lookedUp.has(false) && !lookedUp.has(true),
    hasFaultyRows: () => hasFaultyRows,
    problems: (rows, requiredCount) => {
      const counts = countsOf(rows);
      const cited = [...counts.keys()];
      const invented = cited.filter((id) => !byShortId.has(id));
      const repeated = cited.filter((id) => byShortId.has(id) && counts.get(id) !== 1);
      const missing = [...byShortId.keys()].slice(0, requiredCount).filter((id) => !counts.has(id));
      return [
        ...complaint('These ids were not given; use only ids that were', invented),
        ...complaint('These ids stand more than once; use each one once', repeated),
        ...complaint('These ids are missing', missing),
      ];
    },
    valuesById: (rows, valueOf) => {
      const counts = countsOf(rows);
      return new Map(
        rows.flatMap((row) => {
          const item = itemOf(row.id);
          if (item === undefined || counts.get(idOf(row)) !== 1) {
            hasFaultyRows = true;
            return [];
          }
          const value = valueOf(row);
          return value === null ? [] : [[item.id, value] as const];
        }),
      );
    },
  };
}

function countsOf(rows: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of rows.map(idOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function complaint(problem: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const listed = ids.slice(0, MAX_LISTED_IDS).map((id) => JSON.stringify(id.slice(0, 20)));
  const more = ids.length > listed.length ? ` and ${ids.length - listed.length} more` : '';
  return [`${problem}: ${listed.join(', ')}${more}.`];
}

/** By the texts. A list is asked of hundreds of responses. */
const prefixes = new LRUCache<string, string>({ max: 100 });
const MAX_KNOWN_CHARS = 20_000;

function unforgeablePrefix(texts: readonly string[], rest: string): string {
  const json = canonicalJson(texts);
  const all = texts.join('\n');
  const prefix = prefixes.get(json) ?? prefixUnlike(all, json);
  if (json.length <= MAX_KNOWN_CHARS) prefixes.set(json, prefix);
  return isIn(rest, prefix) ? prefixUnlike(`${all}\n${rest}`, json) : prefix;
}

function prefixUnlike(all: string, json: string): string {
  let hash = sha256Hex(json);
  for (let tries = 0; ; tries += 1, hash = sha256Hex(hash)) {
    const prefix = Array.from({ length: LEAST_LETTERS + Math.floor(tries / TRIES_OF_A_LENGTH) }, (_, index) =>
      LETTERS.charAt(parseInt(hash.slice(2 * index, 2 * index + 2), 16) % LETTERS.length),
    ).join('');
    if (!isIn(all, prefix)) return prefix;
  }
}

const isIn = (text: string, prefix: string): boolean => new RegExp(`${prefix}\\d`, 'i').test(text);
