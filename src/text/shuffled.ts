/** A shuffle that anybody can repeat. */
import { sha256Hex } from './hash.ts';

/** By hashes of seed and id: the same seed gives the same order everywhere, however the items came. */
export function shuffled<Item extends { readonly id: string }>(items: readonly Item[], seed: string): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: sha256Hex(`${seed} ${item.id}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
