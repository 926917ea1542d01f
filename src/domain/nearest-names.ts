/** Names like one that was misspelt. Pure. */

const SHOWN_NAMES = 3;

/** Quoted, the most alike first. @param likenessOf of a known name to the misspelt one */
export function nearestNames(
  name: string,
  known: readonly string[],
  likenessOf: (other: string) => number = (other) => sharedPairs(other.toLowerCase(), name.toLowerCase()),
): string {
  return known
    .map((other) => ({ other, likeness: likenessOf(other) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, SHOWN_NAMES)
    .map(({ other }) => `“${other}”`)
    .join(', ');
}

/** Share of letter pairs that two names have in common, from 0 to 1. */
export function sharedPairs(first: string, second: string): number {
  const pairsOf = (name: string) =>
    new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, at) => name.slice(at, at + 2)));
  const [a, b] = [pairsOf(first), pairsOf(second)];
  return (2 * [...a].filter((pair) => b.has(pair)).length) / Math.max(1, a.size + b.size);
}
