/** Values counted, and put into groups. */

export function counts<Value>(values: Iterable<Value>): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return found;
}

/** In the order in which the first of each group comes. */
export function groupsBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
