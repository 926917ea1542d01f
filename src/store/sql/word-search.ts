/** Finds words in the texts of rows, in any case and in every script, alike in all databases. */

export interface Search<Row, Place> {
  readonly words: string;
  readonly limit: number;
  /** Where the rows begin, in their order. */
  readonly after: Place;
  /** Rows that fit the pattern of the words. */
  readonly read: (limit: number, after: Place) => Promise<readonly Row[]>;
  readonly textOf: (row: Row) => string;
  readonly placeOf: (row: Row) => Place;
}

const ROWS_AT_ONCE = 500;
const NOT_ASCII = /[^\p{ASCII}]+/gu;

/** A pattern of LIKE over `lower(text)`, which knows the letters of ASCII alone: in place of others there may be any text. */
export function patternOf(words: string): string {
  const lower = folded(words).replace(/[!%_]/gu, '!$&');
  return `%${lower.replace(NOT_ASCII, '%')}%`;
}

/** At most `limit` rows. */
export async function searchWords<Row, Place>(search: Search<Row, Place>): Promise<readonly Row[]> {
  const { limit, read, textOf, placeOf } = search;
  const words = folded(search.words);
  if (words.search(NOT_ASCII) < 0) return read(limit, search.after);
  const found: Row[] = [];
  for (let { after } = search; ;) {
    const rows = await read(ROWS_AT_ONCE, after);
    found.push(...rows.filter((row) => folded(textOf(row)).includes(words)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_AT_ONCE || found.length >= limit) return found.slice(0, limit);
    after = placeOf(last);
  }
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
