/** An order by a seed: the same seed gives the same order everywhere. */
import { sha256Hex } from '../text/hash.ts';

/** @param seed null: the order as it is */
export function shuffled<Item extends { readonly id: string }>(
  items: readonly Item[],
  seed: string | null,
): readonly Item[] {
  if (seed === null) return items;
  const keyed = items.map((item) => ({ item, key: sha256Hex(`${seed} ${item.id}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
