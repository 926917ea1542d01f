/** What is asked within a moment is done in one go. */

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * @param soon calls back when the moment is over; null: everything is done by itself
 * @param doAll the results of the items, in their order; an error is that of all
 * @param most items at once
 */
export function together<Item, Result>(
  soon: ((goOn: () => void) => unknown) | null,
  doAll: (items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
): (item: Item) => Promise<Result> {
  if (soon === null) return async (item) => (await doAll([item]))[0] as Result;
  const waiting: Waiting<Item, Result>[] = [];

  function goOn(): void {
    const groups: Waiting<Item, Result>[][] = [];
    while (waiting.length > 0) groups.push(waiting.splice(0, most));
    for (const group of groups)
      doAll(group.map(({ item }) => item)).then(
        (results) => group.forEach(({ resolve }, index) => resolve(results[index] as Result)),
        (error: unknown) => {
          for (const { reject } of group) reject(error);
        },
      );
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === 1) soon(goOn);
    });
}
