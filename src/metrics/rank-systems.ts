/** Ranks systems on the same cases, with bootstrap intervals from shared resamples. */
import { seededRandom } from '../domain/seeded-random.ts';
import { intervalOf, quantile, type BootstrapOptions, type Interval } from './bootstrap.ts';
import { isAbove } from './is-above.ts';
import { clipped, ratio, requireSome } from './mean.ts';

/**
 * A system's score of one case. The figure is Σ points / Σ weight, clipped to 0–1: faults may take points below 0 (HealthBench).
 * A missing case has weight 0.
 */
export interface CaseScore {
  readonly points: number;
  readonly weight: number;
}

export interface RankedSystem {
  /** Null if the total weight is 0. */
  readonly value: number | null;
  /** Null if no resample has the figure. */
  readonly interval: Interval | null;
  /** 1 + the number of systems with a greater figure, with its 95 % interval; null without a figure. */
  readonly rank: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/**
 * Percentile intervals of figures and ranks. All systems share the same resamples of cases.
 * @param cases one score per system, in the systems' order
 * @returns one result per system; with 0 resamples there are no intervals, and a rank's interval is its value
 * @throws InputError without cases
 */
export function rankSystems(
  cases: readonly (readonly CaseScore[])[],
  { resamples = 1000, seed = 42 }: BootstrapOptions = {},
): readonly RankedSystem[] {
  requireSome(cases, 'cases');
  const systems = cases[0]?.length ?? 0;
  const points = Float64Array.from(cases.flatMap((scores) => scores.map((score) => score.points)));
  const weights = Float64Array.from(cases.flatMap((scores) => scores.map(({ weight }) => weight)));
  const figuresOf = (drawn: Uint32Array): readonly (number | null)[] => {
    const [sums, over] = [new Float64Array(systems), new Float64Array(systems)];
    for (const number of drawn)
      for (let system = 0, at = number * systems; system < systems; system += 1, at += 1) {
        sums[system] = (sums[system] ?? 0) + (points[at] ?? 0);
        over[system] = (over[system] ?? 0) + (weights[at] ?? 0);
      }
    return Array.from(sums, (sum, system) => {
      const share = ratio(sum, over[system] ?? 0);
      return share === null ? null : clipped(share);
    });
  };

  const values = figuresOf(Uint32Array.from(cases.keys()));
  const ranks = ranksOf(values);
  const drawnValues: number[][] = values.map(() => []);
  const drawnRanks: number[][] = values.map(() => []);
  const random = seededRandom(seed);
  const drawn = new Uint32Array(cases.length);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let at = 0; at < drawn.length; at += 1) drawn[at] = Math.floor(random() * cases.length);
    const figures = figuresOf(drawn);
    for (const [system, rank] of ranksOf(figures).entries()) {
      const value = figures[system] ?? null;
      if (value === null || rank === null) continue;
      drawnValues[system]?.push(value);
      drawnRanks[system]?.push(rank);
    }
  }
  return values.map((value, system) => ({
    value,
    interval: intervalOf(drawnValues[system] ?? [], resamples),
    rank: rankWithin(ranks[system] ?? null, drawnRanks[system] ?? []),
  }));
}

function ranksOf(values: readonly (number | null)[]): readonly (number | null)[] {
  const countAbove = (value: number) => values.filter((other) => other !== null && isAbove(other, value)).length;
  return values.map((value) => (value === null ? null : 1 + countAbove(value)));
}

function rankWithin(value: number | null, drawn: number[]): RankedSystem['rank'] {
  if (value === null) return null;
  const sorted = drawn.sort((a, b) => a - b);
  return {
    value,
    low: Math.floor(quantile(sorted, 0.025) ?? value),
    high: Math.ceil(quantile(sorted, 0.975) ?? value),
  };
}
