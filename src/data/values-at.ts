/** What lies at a place in a row, by the small language of `RowPaths`. */

export interface Found {
  /** The last key that `*` stood for; null: there was none. */
  readonly key: string | null;
  readonly value: unknown;
}

/** Nothing where the row has no such place; null where null lies there. */
export function valuesAt(fields: Readonly<Record<string, unknown>>, places: string): readonly Found[] {
  for (const alternative of places.split('|')) {
    const lists = alternative.split(',').map((path) => valuesAtPath(fields, path.trim()));
    if (lists.every(({ length }) => length > 0)) return lists.flat();
  }
  return [];
}

function valuesAtPath(fields: Readonly<Record<string, unknown>>, path: string): readonly Found[] {
  const start: readonly Found[] = [{ key: null, value: fields }];
  // Names may have dots of their own.
  const steps = path in fields ? [path] : path.split('.');
  return steps.reduce((found, step) => found.flatMap((each) => inside(each, step)), start);
}

function inside({ key, value }: Found, step: string): readonly Found[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = new Map<string, unknown>(Object.entries(value));
  if (step === '*') return [...entries].map(([own, entry]) => ({ key: own, value: entry }));
  return entries.has(step) ? [{ key, value: entries.get(step) }] : [];
}
