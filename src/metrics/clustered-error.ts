/** The standard error of a mean whose values come in clusters, such as several responses to one task. */

interface ClusteredValue {
  /** Null: missing. */
  readonly value: number | null;
  /** Null: a cluster of its own. */
  readonly cluster: string | null;
}

interface ClusteredError {
  /** √(Σ over clusters of (Σ of deviations from the mean)² · C / (C − 1)) / n; null with fewer than two clusters. */
  readonly value: number | null;
  /** C. */
  readonly clusters: number;
  readonly scored: number;
  readonly missing: number;
}

/** Miller 2024, eq. 4, with the correction for few clusters; with clusters of one it is s / √n. */
export function clusteredError(values: readonly ClusteredValue[]): ClusteredError {
  const given = values.flatMap(({ value, cluster }) => (value === null ? [] : [{ value, cluster }]));
  const scored = given.length;
  const mean = given.reduce((sum, { value }) => sum + value, 0) / scored;
  const deviations = new Map<string, number>();
  for (const [at, { value, cluster }] of given.entries()) {
    const key = JSON.stringify(cluster ?? at);
    deviations.set(key, (deviations.get(key) ?? 0) + value - mean);
  }
  const clusters = deviations.size;
  const squares = [...deviations.values()].reduce((sum, deviation) => sum + deviation ** 2, 0);
  return {
    value: clusters < 2 ? null : Math.sqrt((squares * clusters) / (clusters - 1)) / scored,
    clusters,
    scored,
    missing: values.length - scored,
  };
}
