/** The metrics of experiments. docs/how-to-add.md says how one is added. */
import type { MetricName } from '../metric-names.ts';
import { ablation } from './ablation.ts';
import { actionability } from './actionability.ts';
import { agreement } from './agreement.ts';
import { capabilities } from './capabilities.ts';
import { categories } from './categories.ts';
import { criteria } from './criteria.ts';
import { cost } from './cost.ts';
import { kinds } from './kinds.ts';
import type { Metric } from './metric.ts';
import { overlap } from './overlap.ts';
import { policies } from './policies.ts';
import { recall } from './recall.ts';
import { refinement } from './refinement.ts';
import { selection } from './selection.ts';
import { similarity } from './similarity.ts';
import { tasks } from './tasks.ts';

export const METRICS: Readonly<Record<MetricName, Metric>> = {
  tasks,
  criteria,
  recall,
  overlap,
  actionability,
  similarity,
  agreement,
  selection,
  refinement,
  categories,
  capabilities,
  kinds,
  policies,
  ablation,
  cost,
};
