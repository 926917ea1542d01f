/** Collects the ratings of all rows that go through an output. */
import type { MissingResponse } from '../../measure/leaderboard.ts';
import type { RatedItem, RatedResponse } from '../../measure/rated-response.ts';
import { pickedRows, type RowOutput } from './row-output.ts';
import { ratedOf, type JudgedRow } from './judged-row.ts';

interface CollectedRows {
  readonly output: RowOutput<JudgedRow>;
  /** Of all rows in the output now. */
  readonly rated: () => readonly [RatedResponse[], MissingResponse[]];
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
  const { output: picking, picked } = pickedRows(output, (row): RatedResponse | MissingResponse => {
    const rated = ratedOf(row);
    return 'items' in rated ? { ...rated, items: rated.items.map(shared) } : rated;
  });
  return {
    output: picking,
    rated: () => [
      picked.flatMap((response) => ('items' in response ? [response] : [])),
      picked.flatMap((response) => ('items' in response ? [] : [response])),
    ],
  };
}
