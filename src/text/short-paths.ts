/** Paths without the folders that all of them begin with; of equal ones the last part. As they are where short ones would be alike. */
export function shortPaths(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split('/'));
  const shared = parts[0]?.findIndex((part, at) => parts.some((other) => other[at] !== part)) ?? 0;
  const short = parts.map((own, at) => own.slice(shared).join('/') || (paths[at] ?? ''));
  return new Set(short).size < new Set(paths).size ? [...paths] : short;
}
