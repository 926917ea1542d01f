/** What all calls of a client share, made on first use. */

/** A failure is not remembered: the next use tries again. */
export function madeOnce<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** The same for several, by a key. */
export function madeOncePerKey<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const byKey = new Map<string, () => Promise<Value>>();
  return (key, make) => {
    const known = byKey.get(key) ?? madeOnce(make);
    byKey.set(key, known);
    return known();
  };
}

/** Methods of a module that the first call of one of them loads. */
export function loadedOnCall<Methods extends object, Name extends keyof Methods>(
  load: () => Promise<Methods>,
  ...names: readonly Name[]
): Pick<Methods, Name> {
  const loaded = madeOnce(load);
  const call =
    (name: Name) =>
    async (...input: readonly unknown[]) => {
      const method = (await loaded())[name] as (...given: readonly unknown[]) => unknown;
      return method(...input);
    };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Pick<Methods, Name>;
}
