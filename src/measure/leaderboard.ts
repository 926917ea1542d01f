/** Systems beside each other by what their responses meet: pass rates, ranks, and how sure they are. */
import type { ScoreName } from '../domain/judgement.ts';
import type { BootstrapOptions } from '../metrics/bootstrap.ts';
import { groupsBy } from '../metrics/groups.ts';
import { drfr, type DataSetRate } from '../metrics/drfr.ts';
import { rankSystems, type CaseScore, type RankedSystem } from '../metrics/rank-systems.ts';
import { againstBest, type AgainstBest } from './against-best.ts';
import { drawOptions, type Figure, type FigureOptions } from './figure.ts';
import { casesOf, rateOf, scoreOfItems, type RatedResponse } from './rated-response.ts';

/** A response that is not there, or could not be judged. */
export interface MissingResponse {
  /** Empty where nobody knows whose it is. */
  readonly system: string;
  readonly reason: string;
}

export interface RankedResponses {
  readonly name: string;
  /** By the score; null where no response has one. */
  readonly rank: RankedSystem['rank'];
  /** The mean of the score over responses, of DRFR the share over all items. `missing` counts those that nothing is scored of, or that are not there. */
  readonly passRate: Figure;
  /** Over all items. `missing` counts the unscored ones. */
  readonly drfr: Figure;
  readonly items: DataSetRate;
  /** Null for the best one, and where no instruction has a rate of both. */
  readonly againstBest: AgainstBest | null;
}

/** A part of the instructions, or of the criteria. */
export interface LeaderboardPart {
  readonly name: string;
  /** In the order of the systems. */
  readonly systems: readonly Figure[];
}

export interface Leaderboard {
  readonly score: ScoreName;
  /** Instructions that a response was judged for. One that is judged by several lists of criteria counts with each. */
  readonly instructions: number;
  /** Those that every system has a pass rate for. */
  readonly shared: number;
  /** Best first. */
  readonly systems: readonly RankedResponses[];
  /** Mean pass rates by the categories of the instructions. */
  readonly categories: readonly LeaderboardPart[];
  /** DRFR by the themes of the criteria. */
  readonly themes: readonly LeaderboardPart[];
  readonly missing: readonly (MissingResponse & { readonly count: number })[];
  readonly resamples: number;
  readonly seed: number;
}

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
    missing: [...groupsBy(missing, ({ system, reason }) => JSON.stringify([system, reason])).values()].flatMap(
      ([first, ...others]) => (first === undefined ? [] : [{ ...first, count: 1 + others.length }]),
    ),
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
  return scores.reduce((sum, { points, weight }) => ({ points: sum.points + points, weight: sum.weight + weight }), {
    points: 0,
    weight: 0,
  });
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
