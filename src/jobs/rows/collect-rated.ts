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
  const held: (RatedResponse | MissingResponse)[] = [];
  // Many rows have few distinct items: sharing them takes a tenth of the memory.
  const items = new Map<string, RatedItem>();
  const shared = (item: RatedItem): RatedItem => {
    const key = JSON.stringify(item);
    const known = items.get(key) ?? item;
    items.set(key, known);
    return known;
  };
  const hold = (row: JudgedRow) => {
    const rated = ratedOf(row);
    held.push('items' in rated ? { ...rated, items: rated.items.map(shared) } : rated);
  };
  return {
    output: {
      earlier: async function* () {
        for await (const row of output.earlier()) {
          hold(row);
          yield row;
        }
      },
      keepFirst: async (count) => {
        held.length = count;
        await output.keepFirst(count);
      },
      append: async (row) => {
        await output.append(row);
        hold(row);
      },
    },
    rated: () => [
      held.flatMap((each) => ('items' in each ? [each] : [])),
      held.flatMap((each) => ('items' in each ? [] : [each])),
    ],
  };
}
