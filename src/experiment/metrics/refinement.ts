/** Of ways to refine responses: what these are truly worth, round by round (TICK, figure 3 and table 1). */
import { figureOf, type Figure, type FigureOptions } from '../../measure/figure.ts';
import { meanOfSums, type Sum } from '../../measure/mean-of-groups.ts';
import { refineRows, type RefinedRow } from '../refine-rows.ts';
import { ratedTasks, type TrueScore } from '../true-score.ts';
import type { Metric, MetricTable, RefinedSystem, SampledResponse } from './metric.ts';

export const refinement: Metric = {
  title: 'Refinement, round by round',
  needs: ['criteria'],
  usesTrueScores: true,
  measures: ({ rounds }) => ({
    ...Object.fromEntries(
      roundsUpTo(rounds).flatMap((round) => [
        [String(round), `Round ${round}`],
        [`mean ${round}`, `Mean over responses, round ${round}`],
      ]),
    ),
    ...{ gain: 'Gain', 'mean gain': 'Mean gain over responses' },
  }),
  measure: async ({ experiment, data, tasks, client, tries }) => {
    const { rounds, resamples, seed } = experiment;
    const options = { ...experiment, ...data };
    const asked = ratedTasks(tasks, options);
    const systems: (RefinedSystem & { readonly rows: readonly RefinedRow[] })[] = [];
    for (const by of experiment.refinements) {
      const rows = await refineRows(by, asked, options, { client, tries });
      const figures = (sumOf: (score: TrueScore) => Sum) =>
        roundsUpTo(rounds).map((round) => figureOfRound(rows, round, sumOf, { resamples, seed }));
      const responses = rows.flatMap((row) => writtenIn(row, `${data.id}, ${by.id}`));
      if (rows.length > 0)
        systems.push({ name: by.id, rows, rounds: figures(byItems), means: figures(byResponse), responses });
    }
    return {
      cells: systems.flatMap(({ name: system, rows, rounds: byRound, means }) => [
        ...byRound.map((figure, round) => ({ system, measure: String(round), figure })),
        ...means.map((figure, round) => ({ system, measure: `mean ${round}`, figure })),
        { system, measure: 'gain', figure: gainOf(rows, rounds, byItems, { resamples, seed }) },
        { system, measure: 'mean gain', figure: gainOf(rows, rounds, byResponse, { resamples, seed }) },
      ]),
      tables: categoryTables(systems, rounds),
      detail: { refinement: systems.map(({ name, rounds, means, responses }) => ({ name, rounds, means, responses })) },
      agents: systems.flatMap(({ rows }) => rows.map(({ agents }) => agents)),
    };
  },
};

function roundsUpTo(last: number): readonly number[] {
  return Array.from({ length: last + 1 }, (_, round) => round);
}

function writtenIn({ row, responses }: RefinedRow, from: string): readonly SampledResponse[] {
  const { instruction, context } = row.task;
  return responses.map((response, round) => {
    return { id: `${from}, ${row.id}, round ${round}`, instruction, context, response };
  });
}

/** DRFR where scores are rates of items. */
function byItems({ score, items = 1 }: TrueScore): Sum {
  return score === null ? { sum: 0, count: 0 } : { sum: score * items, count: items };
}

function byResponse({ score }: TrueScore): Sum {
  return score === null ? { sum: 0, count: 0 } : { sum: score, count: 1 };
}

function figureOfRound(
  rows: readonly RefinedRow[],
  round: number,
  sumOf: (score: TrueScore) => Sum,
  options: FigureOptions,
): Figure {
  const sums = rows.flatMap(({ scores }) => {
    const score = scores[round] ?? null;
    return score?.score == null ? [] : [sumOf(score)];
  });
  const missing = rows.length - sums.length;
  const isShare = rows.every(({ scores }) => scores[round]?.items !== undefined || scores[round]?.score == null);
  return { ...figureOf(sums, (drawn) => ({ value: meanOfSums(drawn) }), { ...options, isShare }), missing };
}

/** The last round less the start (figure 3), of the tasks that have both: a resample draws the same tasks for each. */
function gainOf(
  rows: readonly RefinedRow[],
  last: number,
  sumOf: (score: TrueScore) => Sum,
  options: FigureOptions,
): Figure {
  const pairs = rows.flatMap(({ scores }) => {
    const [start, end] = [scores[0] ?? null, scores[last] ?? null];
    return start?.score == null || end?.score == null ? [] : [{ start: sumOf(start), end: sumOf(end) }];
  });
  const missing = rows.length - pairs.length;
  const gain = (drawn: Readonly<typeof pairs>) => {
    const [start, end] = [meanOfSums(drawn.map((pair) => pair.start)), meanOfSums(drawn.map((pair) => pair.end))];
    return { value: start === null || end === null ? null : end - start };
  };
  return { ...figureOf(pairs, gain, options), missing };
}

/** Table 1, where the data name categories of instructions. */
function categoryTables(
  systems: readonly { readonly name: string; readonly rows: readonly RefinedRow[] }[],
  rounds: number,
): readonly MetricTable[] {
  const found = systems.flatMap(({ rows }) => rows.flatMap(({ row }) => row.category ?? []));
  const categories = [...new Set(found)];
  if (categories.length < 2) return [];
  return [
    {
      title: 'Refinement by category',
      heads: ['Category', 'By', ...roundsUpTo(rounds).map((round) => `Round ${round}`)],
      rows: categories.flatMap((category) =>
        systems.map(({ name, rows }) => {
          const own = rows.filter(({ row }) => row.category === category);
          const value = (round: number) => figureOfRound(own, round, byItems, { resamples: 0 }).value;
          return [category, name, ...roundsUpTo(rounds).map(value)];
        }),
      ),
    },
  ];
}
