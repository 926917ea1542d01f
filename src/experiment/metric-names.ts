/** What an experiment measures; each on the data and the systems that it can be measured of. What each does: metrics/index.ts. */
export const METRIC_NAMES = [
  'tasks',
  'criteria',
  'recall',
  'overlap',
  'actionability',
  'similarity',
  'agreement',
  'selection',
  'refinement',
  'categories',
  'capabilities',
  'kinds',
  'policies',
  'ablation',
  'cost',
] as const;
export type MetricName = (typeof METRIC_NAMES)[number];
