/** How many items lists have, system by system. */
import type { ListSizes } from '../metrics/list-sizes.ts';
import { decimals } from './figure.ts';
import { main, right, table, type Block } from './report.ts';
import { amount } from './words.ts';

export function sizesTable(systems: readonly { readonly name: string; readonly sizes: ListSizes | null }[]): Block {
  const shown = systems.flatMap(({ name, sizes }) => (sizes === null ? [] : [{ name, ...sizes }]));
  return table(shown, [
    main('', ({ name }) => name),
    right('Lists', ({ lists }) => amount(lists)),
    right('Fewest', ({ min }) => amount(min)),
    right('Most', ({ max }) => amount(max)),
    right('Mean', ({ mean }) => decimals(mean, 2)),
    right('Deviation', ({ deviation }) => decimals(deviation, 2)),
    right('All', ({ sum }) => amount(sum)),
  ]);
}
