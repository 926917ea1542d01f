/** What people say of criteria, system by system: utility and obviousness, agreement, and what responses fail. */
import { RATINGS, type RatedSystem, type RatingFigures, type RatingName } from '../measure/measure-ratings.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, plotted, right, section, table, type Block } from './report.ts';
import type { DataRows } from './rows-of-data.ts';
import { amount, plural } from './words.ts';

const TITLES: Readonly<Record<RatingName, string>> = { utility: 'Utility (1–3)', obviousness: 'Obviousness (0–1)' };

export const renderMeasuredRatings = renderer<RatingFigures>(
  (measured) => ({
    title: `What people say of ${plural(measured.criteria, 'criterion', 'criteria')}`,
    blocks: [
      section('By system', meansTable(measured.systems), meansPlot(measured.systems), lines(INTERVALS)),
      section('By data set', ...RATINGS.flatMap((name) => dataBlocks(measured, name))),
      section('Whether people agree', agreementTable(measured), lines('Fleiss’ kappa of the people who rated.')),
      section('What responses fail, by how obvious it is', ...failBlocks(measured.systems)),
    ],
  }),
  { rows: figureRows },
);

function figureRows({ systems, data }: RatingFigures): DataRows {
  const rowOf = (system: string, place: string, figure: string, value: Parameters<typeof figureCells>[0]) => ({
    ...{ system, data: place, figure },
    ...figureCells(value),
  });
  return {
    columns: ['system', 'data', 'figure', ...FIGURE_COLUMNS],
    rows: [
      ...systems.flatMap(({ name, means, agreement, failRates }) => [
        ...RATINGS.map((rating) => rowOf(name, '', rating, means[rating])),
        ...RATINGS.map((rating) => rowOf(name, '', `kappa of ${rating}`, agreement[rating])),
        ...failRates.map(({ obviousness, rate }) =>
          rowOf(name, '', `fail rate at obviousness ${decimals(obviousness, 2)}`, rate),
        ),
      ]),
      ...data.flatMap((each) =>
        each.systems.flatMap((means, at) =>
          means === null
            ? []
            : RATINGS.map((rating) => rowOf(systems[at]?.name ?? '', each.name, rating, means[rating])),
        ),
      ),
    ],
  };
}

function meansTable(systems: readonly RatedSystem[]): Block {
  return table(
    [main('System'), right('Criteria'), ...RATINGS.map((name) => right(TITLES[name])), right('Unrated')],
    systems.map(({ name, criteria, means }) => {
      const unrated = Math.max(...RATINGS.map((rating) => means[rating].missing));
      return [
        name,
        amount(criteria),
        ...RATINGS.map((rating) => figureText(means[rating])),
        unrated === 0 ? '' : paint.warn(amount(unrated)),
      ];
    }),
  );
}

function meansPlot(systems: readonly RatedSystem[]): Block {
  return plotted({
    title: 'Utility and obviousness',
    xTitle: '',
    yTitle: 'mean rating',
    yRange: [0, 3],
    categories: systems.map(({ name }) => name),
    series: RATINGS.map((name) => ({
      name: TITLES[name],
      points: systems.flatMap(({ means }, x) => pointsOf(x, means[name])),
    })),
  });
}

function pointsOf(x: number, { value, interval }: RatedSystem['means'][RatingName]) {
  return value === null ? [] : [{ x, y: value, interval }];
}

function dataBlocks({ systems, data }: RatingFigures, name: RatingName): readonly Block[] {
  return [
    table(
      [main(TITLES[name]), ...systems.map((system) => right(system.name))],
      data.map((each) => [each.name, ...each.systems.map((means) => (means === null ? '–' : figureText(means[name])))]),
    ),
    plotted({
      title: `${TITLES[name]} by data set`,
      xTitle: '',
      yTitle: 'mean rating',
      yRange: name === 'utility' ? [1, 3] : [0, 1],
      categories: data.map((each) => each.name),
      series: systems.map((system, at) => ({
        name: system.name,
        points: data.flatMap((each, x) => {
          const means = each.systems[at] ?? null;
          return means === null ? [] : pointsOf(x, means[name]);
        }),
      })),
    }),
  ];
}

function agreementTable({ systems, averageAgreement }: RatingFigures): Block {
  const rows = systems.map(({ name, agreement }) => [name, ...RATINGS.map((rating) => figureText(agreement[rating]))]);
  const average = ['Mean of systems', ...RATINGS.map((rating) => decimals(averageAgreement[rating]))];
  return table([main('System'), ...RATINGS.map((name) => right(TITLES[name]))], rows, rows.length < 2 ? [] : [average]);
}

function failBlocks(systems: readonly RatedSystem[]): readonly Block[] {
  return [
    table(
      [main('System'), right('Called obvious by'), right('Criteria failed'), right('Without a verdict')],
      systems.flatMap(({ name, failRates }) =>
        failRates.map(({ obviousness, rate }) => [
          name,
          decimals(obviousness, 2),
          figureText(rate),
          rate.missing === 0 ? '' : paint.warn(amount(rate.missing)),
        ]),
      ),
    ),
    plotted({
      title: 'Criteria failed by how obvious they are',
      xTitle: 'share of people who call them obvious',
      yTitle: 'share failed',
      yRange: [0, 1],
      series: systems.map(({ name, failRates }) => ({
        name,
        isLine: true,
        points: failRates.flatMap(({ obviousness, rate }) => pointsOf(obviousness, rate)),
      })),
    }),
  ];
}
