/** Collects the ratings of all rows that go through an output. */
import type { MissingResponse } from '../../measure/leaderboard.ts';
import type { RatedItem, RatedResponse } from '../../measure/rated-response.ts';
import { pickedRows, type RowOutput } from './row-output.ts';
import { ratedOf, type JudgedRow } from './judged-row.ts';

interface CollectedRows {
  readonly output: RowOutput<JudgedRow>;
  /** Of all rows in the output now. */
  readonly rated: () => readonly [RatedResponse[], MissingResponse[]];
  readonly ids: () => ReadonlySet<string>;
}

export function collectRated(output: RowOutput<JudgedRow>): CollectedRows {
  // Many rows have the same few items: sharing them takes a tenth of the memory.
  const items = new Map<string, RatedItem>();
  const shared = (item: RatedItem): RatedItem => {
    const key = JSON.stringify(item);
    const known = items.get(key) ?? item;
    items.set(key, known);
    return known;
  };
  const { output: picking, picked } = pickedRows(output, (row) => {
    const response: RatedResponse | MissingResponse = ratedOf(row);
    if (!('items' in response)) return { id: row.id, response };
    return { id: row.id, response: { ...response, items: response.items.map(shared) } };
  });
  return {
    output: picking,
    rated: () => [
      picked.flatMap(({ response }) => ('items' in response ? [response] : [])),
      picked.flatMap(({ response }) => ('items' in response ? [] : [response])),
    ],
    ids: () => new Set(picked.map(({ id }) => id)),
  };
}
