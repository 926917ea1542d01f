/**
 * What people say of criteria, by system and data set (EvalAgent, table 2 and figures 7–9), how far they agree (table 7),
 * and how often responses fail what is more or less obvious (figure 11). Pure.
 */
import { RATINGS, type RatedCriterion, type RatingName } from '../data/read-ratings.ts';
import { groupsBy } from '../domain/groups.ts';
import { fleissKappa } from '../metrics/kappa.ts';
import { mean, requireSome } from '../metrics/mean.ts';
import type { JudgedDraft } from './discrimination.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';
import { meanOfGroups } from './mean-of-groups.ts';
import { taskKey } from '../domain/task.ts';

export { RATINGS, type RatingName };

export interface RatedSystem {
  readonly name: string;
  readonly criteria: number;
  /** Means over criteria of the mean over people; `missing`: criteria that nobody rated. */
  readonly means: Readonly<Record<RatingName, Figure>>;
  /** Fleiss' kappa; `missing`: criteria that fewer people rated than others. */
  readonly agreement: Readonly<Record<RatingName, Figure>>;
  /** By obviousness, ascending. */
  readonly failRates: readonly FailRate[];
}

/** Of the criteria of one degree of obviousness. */
interface FailRate {
  /** The share of people who call them obvious. */
  readonly obviousness: number;
  /** The share of verdicts that is no; `missing`: criteria without a verdict. */
  readonly rate: Figure;
}

export interface RatingFigures {
  readonly criteria: number;
  readonly systems: readonly RatedSystem[];
  /** The mean of the systems' kappas; null where none is defined. */
  readonly averageAgreement: Readonly<Record<RatingName, number | null>>;
  /** Empty where fewer than two data sets are named. */
  readonly data: readonly {
    readonly name: string;
    /** In the order of `systems`; null: the system has no criteria there. */
    readonly systems: readonly (RatedSystem['means'] | null)[];
  }[];
}

/**
 * @param drafts judged responses: a criterion fails where one of its task has a no on it. Empty: no fail rates
 * @throws InputError without criteria
 */
export function measureRatings(
  rated: readonly RatedCriterion[],
  drafts: readonly JudgedDraft[] = [],
  options: FigureOptions = {},
): RatingFigures {
  requireSome(rated, 'rated criteria');
  const verdicts = verdictsByCriterion(drafts);
  const bySystem = [...groupsBy(rated, ({ system }) => system)];
  const data = [...groupsBy(rated, (row) => row.data)];
  const systems = bySystem.map(([name, group]) => ({
    name,
    criteria: group.length,
    means: forEach((rating) => meanRating(group, rating, options)),
    agreement: forEach((rating) => agreement(group, rating, options)),
    failRates: drafts.length === 0 ? [] : failRates(group, verdicts, options),
  }));
  return {
    criteria: rated.length,
    systems,
    averageAgreement: forEach((rating) => mean(systems.flatMap((system) => system.agreement[rating].value ?? []))),
    data:
      data.length < 2
        ? []
        : data.map(([name, group]) => ({
            name: name ?? 'unnamed',
            systems: bySystem.map(([system]) => {
              const rows = group.filter((row) => row.system === system);
              return rows.length === 0 ? null : forEach((rating) => meanRating(rows, rating, options));
            }),
          })),
  };
}

function forEach<Value>(of: (rating: RatingName) => Value): Readonly<Record<RatingName, Value>> {
  const [utility, obviousness] = RATINGS;
  return { utility: of(utility), obviousness: of(obviousness) };
}

function averageOf(row: RatedCriterion, rating: RatingName): number | null {
  return mean(row[rating].filter((each) => each !== null));
}

/** Criteria without an instruction are one group. */
function byTask(rows: readonly RatedCriterion[]) {
  return [...groupsBy(rows, ({ task }) => (task === null ? null : taskKey(task))).values()];
}

function meanRating(rows: readonly RatedCriterion[], rating: RatingName, options: FigureOptions): Figure {
  const groups = byTask(rows).map((group) => group.flatMap((row) => averageOf(row, rating) ?? []));
  const figure = meanOfGroups(groups, options);
  return { ...figure, missing: rows.length - figure.scored };
}

function agreement(rows: readonly RatedCriterion[], rating: RatingName, options: FigureOptions): Figure {
  const ratings = rows.map((row) => row[rating].map((each) => (each === null ? null : String(each))));
  return figureOf(ratings, fleissKappa, options);
}

type Verdicts = ReadonlyMap<string, readonly number[]>;

const criterionKey = (task: RatedCriterion['task'], text: string) =>
  JSON.stringify([task === null ? null : taskKey(task), text.trim()]);

/** 1 for each no, 0 for each yes. */
function verdictsByCriterion(drafts: readonly JudgedDraft[]): Verdicts {
  const verdicts = drafts.flatMap(({ task, items }) =>
    items.flatMap(({ text, answer }) =>
      answer === 'yes' || answer === 'no' ? [{ key: criterionKey(task, text), failed: answer === 'no' ? 1 : 0 }] : [],
    ),
  );
  return new Map(
    [...groupsBy(verdicts, ({ key }) => key)].map(([key, group]) => [key, group.map(({ failed }) => failed)]),
  );
}

function failRates(rows: readonly RatedCriterion[], verdicts: Verdicts, options: FigureOptions): readonly FailRate[] {
  const groups = [...groupsBy(rows, (row) => averageOf(row, 'obviousness'))];
  return groups
    .flatMap(([obviousness, group]) => (obviousness === null ? [] : [{ obviousness, group }]))
    .sort((a, b) => a.obviousness - b.obviousness)
    .map(({ obviousness, group }) => {
      const judged = group.map(({ task, criterion }) => verdicts.get(criterionKey(task, criterion)) ?? []);
      const missing = judged.filter(({ length }) => length === 0).length;
      const byTaskOfGroup = byTask(group).map((each) =>
        each.flatMap(({ task, criterion }) => verdicts.get(criterionKey(task, criterion)) ?? []),
      );
      return { obviousness, rate: { ...meanOfGroups(byTaskOfGroup, { ...options, isShare: true }), missing } };
    });
}
