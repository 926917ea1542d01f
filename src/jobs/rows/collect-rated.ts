/** Collects the ratings of all rows that go through an output. */
import type { MissingResponse } from '../../measure/leaderboard.ts';
import type { RatedItem, RatedResponse } from '../../measure/rated-response.ts';
import type { RowOutput } from './row-output.ts';
import { ratedOf, type JudgedRow } from './judged-row.ts';

interface CollectedRows {
  readonly output: RowOutput<JudgedRow>;
  /** Of all rows in the output now. */
  readonly rated: () => readonly [RatedResponse[], MissingResponse[]];
}

export function collectRated(output: RowOutput<JudgedRow>): CollectedRows {
  const collected: (RatedResponse | MissingResponse)[] = [];
  // Many rows have the same few items: sharing them takes a tenth of the memory.
  const items = new Map<string, RatedItem>();
  const shared = (item: RatedItem): RatedItem => {
    const key = JSON.stringify(item);
    const known = items.get(key) ?? item;
    items.set(key, known);
    return known;
  };
  const collect = (row: JudgedRow) => {
    const rated = ratedOf(row);
    collected.push('items' in rated ? { ...rated, items: rated.items.map(shared) } : rated);
  };
  return {
    output: {
      earlier: async function* () {
        for await (const row of output.earlier()) {
          collect(row);
          yield row;
        }
      },
      keepFirst: async (count) => {
        collected.length = count;
        await output.keepFirst(count);
      },
      append: async (row) => {
        await output.append(row);
        collect(row);
      },
    },
    rated: () => [
      collected.flatMap((response) => ('items' in response ? [response] : [])),
      collected.flatMap((response) => ('items' in response ? [] : [response])),
    ],
  };
}
