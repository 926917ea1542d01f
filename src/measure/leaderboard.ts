/** Systems beside each other by what their responses meet: pass rates, ranks, and how sure they are. */
import { z } from 'zod';
import { ScoreName } from '../domain/judgement.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { groupsBy } from '../domain/groups.ts';
import { drfr, type DataSetRate } from '../metrics/drfr.ts';
import { sumBy } from '../metrics/mean.ts';
import { rankSystems, type CaseScore, type RankedSystem } from '../metrics/rank-systems.ts';
import { againstBest } from './against-best.ts';
import { drawOptions, NO_INTERVALS, type Figure, type FigureOptions } from './figure.ts';
import { casesOf, rateOf, scoreOfItems, type RatedResponse } from './rated-response.ts';

/** A response that is not there, or could not be judged. */
export interface MissingResponse {
  /** Empty where nobody knows whose it is. */
  readonly system: string;
  readonly reason: string;
}

const count = z.int().nonnegative();

const Interval = z.object({ low: z.number(), high: z.number(), resamples: count, undefinedResamples: count });

const KeptFigure = z.object({
  value: z.number().nullable(),
  scored: count,
  missing: count,
  interval: Interval.nullable(),
  noInterval: z.enum(Object.values(NO_INTERVALS)).exactOptional(),
  units: count.exactOptional(),
});

const RankedResponses = z.object({
  name: z.string(),
  /** By the score; null where no response has one. */
  rank: z.object({ value: count, low: count, high: count }).nullable(),
  /** The mean of the score over responses, of DRFR the share over all items. `missing` counts those that nothing is scored of, or that are not there. */
  passRate: KeptFigure,
  /** Over all items. `missing` counts the unscored ones. */
  drfr: KeptFigure,
  items: z.object({
    rate: z.number().nullable(),
    ...{ yes: count, scored: count, notApplicable: count, unscored: count },
  }),
  /** Null for the best one, and where no instruction has a rate of both. */
  againstBest: z
    .object({
      ...{ difference: z.number().nullable(), interval: Interval.nullable(), isSignificant: z.boolean() },
      ...{ instructions: count, wins: count, ties: count, losses: count },
    })
    .nullable(),
});
export type RankedResponses = z.infer<typeof RankedResponses>;

/** A part of the instructions, or of the criteria: a figure for each system, in their order. */
const LeaderboardPart = z.object({ name: z.string(), systems: z.array(KeptFigure) });
export type LeaderboardPart = z.infer<typeof LeaderboardPart>;

/** As it is kept, too. */
export const Leaderboard = z.object({
  score: ScoreName,
  /** Instructions that a response was judged for. One that is judged by several lists of criteria counts with each. */
  instructions: count,
  /** Those that every system has a pass rate for. */
  shared: count,
  /** Best first. */
  systems: z.array(RankedResponses),
  /** Mean pass rates by the categories of the instructions. */
  categories: z.array(LeaderboardPart),
  /** DRFR by the themes of the criteria. */
  themes: z.array(LeaderboardPart),
  missing: z.array(z.object({ system: z.string(), reason: z.string(), count })),
  /** Present where the run was stopped before it had judged all. */
  stopped: z.object({ judged: count, responses: count }).exactOptional(),
  resamples: count,
  seed: z.number(),
});
export type Leaderboard = z.infer<typeof Leaderboard>;

/** Intervals draw instructions, the same ones for all systems. */
export function leaderboard(
  responses: readonly RatedResponse[],
  missing: readonly MissingResponse[],
  options: FigureOptions = {},
): Leaderboard {
  const names = namesIn([...responses, ...missing].map(({ system }) => (system === '' ? [] : [system])));
  const cases = casesOf(responses);
  const { resamples = 1000, seed = 42 } = drawOptions(cases.length, options);
  const draw = { resamples, seed };
  const ranked = figuresOf(responses, names, scoreOfRate, draw);
  const overall = figuresOf(responses, names, ({ items }) => scoreOfItems(items), draw);
  const isRated = (response: RatedResponse) => scoreOfRate(response).weight > 0;
  const ofSystem = (system: string) => responses.filter((response) => response.system === system);

  const unordered = names.map((name, at) => {
    const judged = ofSystem(name);
    const items =
      judged.length === 0 ? NOTHING : drfr(judged.map((response) => response.items.map(({ answer }) => answer)));
    const rated = judged.filter(isRated).length;
    const lost = judged.length - rated + missing.filter(({ system }) => system === name).length;
    return {
      name,
      rank: ranked[at]?.rank ?? null,
      passRate: figureFrom(ranked[at], rated, lost),
      drfr: figureFrom(overall[at], items.scored, items.unscored),
      items,
    };
  });
  const systems = unordered.sort((a, b) => (b.passRate.value ?? -1) - (a.passRate.value ?? -1));
  const inOrder = systems.map(({ name }) => name);
  const [best = ''] = inOrder;
  const part = (name: string, inPart: readonly RatedResponse[], score: (response: RatedResponse) => CaseScore) => ({
    name,
    systems: figuresOf(inPart, inOrder, score, draw).map((figure, at) => {
      const scores = inPart.filter(({ system }) => system === inOrder[at]).map(score);
      return figureFrom(figure, scores.filter(({ weight }) => weight > 0).length, 0);
    }),
  });
  return {
    score: responses.find(({ score }) => score !== undefined)?.score?.by ?? 'pass-rate',
    instructions: cases.length,
    shared: cases.filter((each) => names.every((name) => each.get(name)?.some(isRated) === true)).length,
    systems: systems.map((system) => ({
      ...system,
      againstBest: system.name === best ? null : againstBest(cases, best, system.name, draw),
    })),
    categories: namesIn(responses.map(({ category }) => (category === null ? [] : [category]))).map((category) =>
      part(
        category,
        responses.filter((response) => response.category === category),
        scoreOfRate,
      ),
    ),
    themes: namesIn(responses.flatMap(({ items }) => items.map(({ themes }) => themes))).map((theme) =>
      part(theme, responses, ({ items }) => scoreOfItems(items.filter(({ themes }) => themes.includes(theme)))),
    ),
    missing: [...groupsBy(missing, ({ system, reason }) => JSON.stringify([system, reason])).values()].map((same) => ({
      ...same[0],
      count: same.length,
    })),
    ...draw,
  };
}

const NOTHING: DataSetRate = { rate: null, yes: 0, scored: 0, notApplicable: 0, unscored: 0 };

function figuresOf(
  responses: readonly RatedResponse[],
  names: readonly string[],
  score: (response: RatedResponse) => CaseScore,
  draw: BootstrapOptions,
): readonly RankedSystem[] {
  if (responses.length === 0) return [];
  const scores = casesOf(responses).map((each) => names.map((name) => sumOf((each.get(name) ?? []).map(score))));
  return rankSystems(scores, draw);
}

function sumOf(scores: readonly CaseScore[]): CaseScore {
  return { points: sumBy(scores, ({ points }) => points), weight: sumBy(scores, ({ weight }) => weight) };
}

function scoreOfRate(response: RatedResponse): CaseScore {
  if (response.score?.by === 'drfr') return scoreOfItems(response.items);
  const rate = rateOf(response);
  return rate === null ? { points: 0, weight: 0 } : { points: rate, weight: 1 };
}

function figureFrom(ranked: RankedSystem | undefined, scored: number, missing: number): Figure {
  return { value: ranked?.value ?? null, interval: ranked?.interval ?? null, scored, missing };
}

function namesIn(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())];
}
