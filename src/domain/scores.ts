/** The scores of a judged response by name: a plain list, which the command line reads without a schema. */
export const SCORES = [
  /** The share of the items that are met (TICK). */
  'pass-rate',
  /** The same over all items of all responses together (InFoBench, TICK). */
  'drfr',
  /** By the size of the points. */
  'weighted',
  /** Points, faults taken off (HealthBench). */
  'healthbench',
  /** By importance (Rubrics as Rewards, explicit aggregation). */
  'rar-explicit',
  /** One rating of a judge that sees the whole list (Rubrics as Rewards, implicit aggregation). */
  'rar-implicit',
  /** Weighted, and no more than the share of the essential items that are met. */
  'gated',
  /** Weighted, by how sure the judge is. */
  'p-yes',
] as const;
