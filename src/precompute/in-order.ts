/** Hands on items in the order of their numbers, in whatever order they come. */

interface InOrder<Item> {
  /** Resolves when the item, and those it held back, are handed on; or at once where it has to wait for earlier ones. */
  put(index: number, item: Item): Promise<void>;
}

/** @param handOn called for one item after the other; once it has failed, it is not called again and each `put` fails */
export function inOrder<Item>(first: number, handOn: (item: Item) => Promise<void>): InOrder<Item> {
  const waiting = new Map<number, Item>();
  let next = first;
  let last = Promise.resolve();

  async function handOnReady(): Promise<void> {
    for (let item = waiting.get(next); item !== undefined; item = waiting.get(next)) {
      waiting.delete(next);
      await handOn(item);
      next += 1;
    }
  }

  return {
    put: (index, item) => {
      waiting.set(index, item);
      last = last.then(handOnReady);
      return last;
    },
  };
}
