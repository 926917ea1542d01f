/** A reproducible shuffle. */
import { sha256Hex } from './hash.ts';

/** Sorts by a hash of seed and id. The order does not depend on the input order. */
export function shuffled<Item extends { readonly id: string }>(items: readonly Item[], seed: string): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: sha256Hex(`${seed} ${item.id}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
