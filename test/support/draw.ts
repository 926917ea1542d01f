/** Draws that look random and are the same for the same seed. */
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { sha256Hex } from '../../src/text/hash.ts';

export interface Draw {
  /** 0 ≤ number < 1. */
  fraction(): number;
  /** A whole number from 0 to `below` - 1. */
  index(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** All items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Seeded by a hash. */
export function drawing(seed: string): Draw {
  const fraction = seededRandom(parseInt(sha256Hex(seed).slice(0, 8), 16));
  const index = (below: number) => Math.floor(fraction() * below);
  return {
    fraction,
    index,
    pick: (items) => {
      const item = items[index(items.length)];
      if (item === undefined) throw new Error('There is nothing to draw from.');
      return item;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, key: fraction() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
