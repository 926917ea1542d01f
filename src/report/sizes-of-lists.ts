/** How many items lists have, system by system. */
import type { ListSizes } from '../metrics/list-sizes.ts';
import { decimals } from './figure.ts';
import { main, right, table, type Block } from './report.ts';
import { amount } from './words.ts';

export function sizesTable(systems: readonly { readonly name: string; readonly sizes: ListSizes | null }[]): Block {
  const heads = ['Lists', 'Fewest', 'Most', 'Mean', 'Deviation', 'All'].map(right);
  return table(
    [main(''), ...heads],
    systems.flatMap(({ name, sizes }) => {
      if (sizes === null) return [];
      const { lists, min, max, mean, deviation, sum } = sizes;
      return [[name, ...[lists, min, max].map(amount), decimals(mean, 2), decimals(deviation, 2), amount(sum)]];
    }),
  );
}
