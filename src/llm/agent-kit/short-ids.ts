/** Short opaque ids for the items of one call: the model cites them, and what it cites is checked. */
import { canonicalJson, sha256Hex } from '../../text/hash.ts';

export interface ShortIds<Item> {
  /** In the order of the items. */
  readonly shown: readonly { readonly shortId: string; readonly item: Item }[];
  /** The item that the id stands for; undefined where the id is invented. */
  readonly itemOf: (shortId: string) => Item | undefined;
  /** Ids that are invented or named more than once, and, where every item needs a row, those left out. */
  readonly problems: (named: readonly string[], needed: 'every' | 'some') => string[];
  /** Rows by the real id of their item: none whose id is invented, and none of those that share one. */
  readonly rowsById: <Row extends { readonly id: string }>(rows: readonly Row[]) => Map<string, Row>;
}

/** No vowels: the ids look like no word. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
const PREFIX_LETTERS = 3;
const MAX_LISTED_IDS = 10;

/**
 * A prefix and a number. The prefix is made from all that the call shows and occurs, before a digit, in none of it:
 * a page can neither guess nor name the ids of its call. The same items get the same ids.
 * @param textOf what is shown of an item
 */
export function shortIds<Item extends { readonly id: string }>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): ShortIds<Item> {
  const prefix = unforgeablePrefix(items.map(textOf));
  const shown = items.map((item, index) => ({ shortId: `${prefix}${index + 1}`, item }));
  const byShortId = new Map(shown.map(({ shortId, item }) => [shortId, item]));
  return {
    shown,
    itemOf: (shortId) => byShortId.get(shortId),
    problems: (named, needed) => {
      const invented = new Set(named.filter((id) => !byShortId.has(id)));
      const repeated = new Set(named.filter((id, index) => byShortId.has(id) && named.indexOf(id) < index));
      const left = needed === 'every' ? [...byShortId.keys()].filter((id) => !named.includes(id)) : [];
      return [
        ...complaint('These ids were not given; use only ids that were', [...invented]),
        ...complaint('These ids stand more than once; use each one once', [...repeated]),
        ...complaint('These ids are missing', left),
      ];
    },
    rowsById: (rows) => {
      const named = rows.map(({ id }) => id);
      return new Map(
        rows.flatMap((row, index) => {
          const item = byShortId.get(row.id);
          const isOnly = named.indexOf(row.id) === index && named.lastIndexOf(row.id) === index;
          return item === undefined || !isOnly ? [] : [[item.id, row] as const];
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
