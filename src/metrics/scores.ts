/**
 * Scores: one number in 0–1 for a judged response, each by a formula from the field. Pure. Items that are unscored or not
 * applicable count neither for nor against: no score takes a lost verdict for a 0.
 */
import type { ChecklistItem, Importance } from '../domain/checklist.ts';
import type { ItemVerdict, Score, ScoreName, Verdict } from '../domain/judgement.ts';
import { clipped, ratio } from './mean.ts';

/** What a score reads of an item. */
type ScoredItem = Pick<ChecklistItem, 'id' | 'weight' | 'importance' | 'levels'>;

/** An item with a verdict that is yes, no or a level. */
export interface WeighedItem extends Pick<ScoredItem, 'id' | 'weight'> {
  readonly importance?: Importance | undefined;
  /** 0–1: how far it is met; of a fault, 1 where it is absent. */
  readonly value: number;
  readonly met: boolean;
  /** P(yes); 1 or 0 where code decided; null where nobody gives it. */
  readonly probability: number | null;
}

interface ScoreDescriptor {
  readonly title: string;
  readonly formula: string;
  readonly source: string;
  /**
   * @param items at least one
   * @returns a value, or why there is none; null where only a judge of the whole response can say
   */
  readonly of: ((items: readonly WeighedItem[]) => number | string) | null;
  /** What means over responses are taken of, where it is the mean that is clipped to 0–1. Absent: `of`. */
  readonly unclipped?: (items: readonly WeighedItem[]) => number | string;
}

/** Of Rubrics as Rewards, section 4.4. */
const IMPORTANCE_WEIGHTS: Readonly<Record<Importance, number>> = {
  essential: 1,
  important: 0.7,
  optional: 0.3,
  pitfall: 0.9,
};
const RAR = 'Rubrics as Rewards (Gunjal et al. 2025, arXiv 2507.17746)';
const NO_WEIGHT = 'the items with a verdict weigh nothing';

const passRate = (items: readonly WeighedItem[]) => items.filter(({ met }) => met).length / items.length;

export const SCORE_REGISTRY: Readonly<Record<ScoreName, ScoreDescriptor>> = {
  'pass-rate': {
    title: 'pass rate',
    formula: 'yes / (yes + no); of levels only the highest is a yes',
    source: 'TICK (Cook et al. 2024)',
    of: passRate,
  },
  drfr: {
    title: 'DRFR',
    formula: 'the pass rate, over all items of all responses together',
    source: 'InFoBench (Qin et al. 2024)',
    of: passRate,
  },
  weighted: {
    title: 'weighted',
    formula: 'Σ |points| · value / Σ |points|; value: 1 met or fault absent, 0 not, or that of the level',
    source: 'weighted pass rate (TICK), with levels as in autorubric',
    of: weighted,
  },
  healthbench: {
    title: 'HealthBench points',
    formula:
      '(Σ points of what is met − Σ size of the points of faults that are there) / Σ positive points, clipped to 0–1; of several responses the mean is clipped, not its parts',
    source: 'HealthBench (Arora et al. 2025), calculate_score in openai/simple-evals',
    of: (items) => {
      const share = shareOfPoints(items);
      return typeof share === 'string' ? share : clipped(share);
    },
    unclipped: shareOfPoints,
  },
  'rar-explicit': {
    title: 'by importance',
    formula: 'Σ w · value / Σ w; w: essential 1, pitfall 0.9, important 0.7, optional 0.3',
    source: `${RAR}, explicit aggregation`,
    of: (items) => {
      const unnamed = items.find((item) => importanceOf(item) === null);
      if (unnamed !== undefined) return `${unnamed.id} has no importance (essential, important, optional or pitfall)`;
      return average(items, (item) => IMPORTANCE_WEIGHTS[importanceOf(item) ?? 'optional']) ?? NO_WEIGHT;
    },
  },
  'rar-implicit': {
    title: 'by a judge of the whole',
    formula: '(s − 1) / 4; s: 1 to 5, by a judge that sees all items with their importance (check-then-score)',
    source: `${RAR}, implicit aggregation; the paper rates from 1 to 10`,
    of: null,
  },
  gated: {
    title: 'weighted, gated',
    formula: 'the least of the weighted score and (essential items met / essential items)',
    source: 'gates as in rubrics of OpenEnv and verifiers: an essential miss caps the score',
    of: (items) => {
      const score = weighted(items);
      const essential = items.filter((item) => importanceOf(item) === 'essential');
      return typeof score === 'string' || essential.length === 0 ? score : Math.min(score, passRate(essential));
    },
  },
  'p-yes': {
    title: 'weighted by P(yes)',
    formula: 'Σ |points| · P(yes) / Σ |points|; P is 1 or 0 where code decided',
    source: 'G-Eval (Liu et al. 2023), for each item: P(yes) / (P(yes) + P(no)) from token probabilities',
    of: (items) => {
      const unsure = items.find(({ probability }) => probability === null);
      if (unsure !== undefined)
        return `${unsure.id} has no token probabilities: the endpoint gives none, or it has levels`;
      return average(items, sizeOf, ({ probability }) => probability ?? 0) ?? NO_WEIGHT;
    },
  },
};

/** True where a judge of the whole response gives it, whatever the items. */
export const isOfWhole = (name: ScoreName): boolean => SCORE_REGISTRY[name].of === null;

/**
 * @param given what a judge of the whole response said, for `rar-implicit`; its value in 0–1, or why there is none
 */
export function scoreOf(
  by: ScoreName,
  items: readonly ScoredItem[],
  verdicts: readonly ItemVerdict[],
  given: number | string | null = null,
): Score {
  const { of } = SCORE_REGISTRY[by];
  if (of === null) {
    const value = typeof given === 'number' ? given : null;
    const reason = value === null ? (given ?? 'no judge of the whole response was asked').toString() : null;
    return { by, value, reason, lowest: value, highest: value };
  }
  const valueOf = (known: readonly WeighedItem[]) => (known.length === 0 ? 'no item has a verdict' : of(known));
  const scored = new Set(verdicts.flatMap(({ itemId, verdict }) => (verdict.status === 'scored' ? [itemId] : [])));
  const isWhole = items.every(({ id }) => scored.has(id));
  const value = valueOf(weighedItems(items, verdicts, null));
  const bound = (lost: 0 | 1) => {
    const found = isWhole ? value : valueOf(weighedItems(items, verdicts, lost));
    return typeof found === 'number' ? found : null;
  };
  return {
    by,
    ...(typeof value === 'number' ? { value, reason: null } : { value: null, reason: `Unscored: ${value}.` }),
    lowest: bound(0),
    highest: bound(1),
  };
}

/** What an item earns of its share in a rate, 0–1: the value of its level, or 1 where it is met. Null where it is unscored, or not applicable. */
export function earnedBy(verdict: Verdict | undefined): number | null {
  if (verdict?.status !== 'scored' || verdict.answer === 'not-applicable') return null;
  return verdict.level?.value ?? Number(verdict.answer === 'yes');
}

/** Null where it is unscored, or not applicable. */
export function weighed({ id, weight, importance }: ScoredItem, verdict: Verdict | undefined): WeighedItem | null {
  const value = earnedBy(verdict);
  if (value === null || verdict?.status !== 'scored') return null;
  const met = verdict.answer === 'yes';
  const { level, by, yesProbability } = verdict;
  const judged = level === undefined ? yesProbability : null;
  const probability = by === 'code' ? Number(met) : judged;
  // Written out: spread together it takes most of the time of a score.
  return { id, weight, importance, met, value, probability };
}

/** @param lost what unscored items are taken for: the least of what they may earn, or the most; null: they are left out */
function weighedItems(
  items: readonly ScoredItem[],
  verdicts: readonly ItemVerdict[],
  lost: 0 | 1 | null,
): readonly WeighedItem[] {
  const byItem = new Map(verdicts.map(({ itemId, verdict }) => [itemId, verdict]));
  return items.flatMap((item) => {
    const verdict = byItem.get(item.id);
    if (verdict?.status === 'scored') return weighed(item, verdict) ?? [];
    if (lost === null) return [];
    const { id, weight, importance, levels = [] } = item;
    return [{ id, weight, importance, met: lost === 1, value: levels.at(-lost)?.value ?? lost, probability: lost }];
  });
}

function importanceOf({ weight, importance }: Pick<WeighedItem, 'weight' | 'importance'>): Importance | null {
  return importance ?? (weight < 0 ? 'pitfall' : null);
}

function shareOfPoints(items: readonly WeighedItem[]): number | string {
  const possible = sum(items, ({ weight }) => Math.max(weight, 0));
  if (possible === 0) return 'no item with points above 0 has a verdict';
  return sum(items, ({ weight, value }) => (weight < 0 ? weight * (1 - value) : weight * value)) / possible;
}

const sizeOf = ({ weight }: WeighedItem) => Math.abs(weight);

function weighted(items: readonly WeighedItem[]): number | string {
  return average(items, sizeOf) ?? NO_WEIGHT;
}

function average(
  items: readonly WeighedItem[],
  weightOf: (item: WeighedItem) => number,
  valueOf: (item: WeighedItem) => number = ({ value }) => value,
): number | null {
  const mean = ratio(
    sum(items, (item) => weightOf(item) * valueOf(item)),
    sum(items, weightOf),
  );
  // Sums of fractions may come out a hair above 1.
  return mean === null ? null : Math.min(1, mean);
}

/** Sorted first: the order of items must not change the last digit. */
function sum(items: readonly WeighedItem[], of: (item: WeighedItem) => number): number {
  return items
    .map(of)
    .sort((a, b) => a - b)
    .reduce((total, part) => total + part, 0);
}
