/** What people say of criteria, system by system: utility and obviousness, agreement, and what responses fail. */
import { RATINGS, type RatedSystem, type RatingFigures, type RatingName } from '../measure/measure-ratings.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { curves, lines, main, paint, plotted, plottedByName, pointAt, right, section, table } from './report.ts';
import type { Block, DataRows, Inline } from './report.ts';
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
  const ofSystems = systems.flatMap(({ name, means, agreement, failRates }) => [
    ...RATINGS.map((rating) => ({ system: name, figure: rating, ...figureCells(means[rating]) })),
    ...RATINGS.map((rating) => ({ system: name, figure: `kappa of ${rating}`, ...figureCells(agreement[rating]) })),
    ...failRates.map(({ obviousness, rate }) => {
      return { system: name, figure: `fail rate at obviousness ${decimals(obviousness, 2)}`, ...figureCells(rate) };
    }),
  ]);
  const ofData = data.flatMap((place) =>
    place.systems.flatMap((means, at) => {
      if (means === null) return [];
      const named = { system: systems[at]?.name ?? '', data: place.name };
      return RATINGS.map((rating) => ({ ...named, figure: rating, ...figureCells(means[rating]) }));
    }),
  );
  return { columns: ['system', 'data', 'figure', ...FIGURE_COLUMNS], rows: [...ofSystems, ...ofData] };
}

/** A column for each rating. */
function ratingColumns<Item>(cell: (item: Item, rating: RatingName) => Inline) {
  return RATINGS.map((rating) => right<Item>(TITLES[rating], (item) => cell(item, rating)));
}

function meansTable(systems: readonly RatedSystem[]): Block {
  return table(systems, [
    main('System', ({ name }) => name),
    right('Criteria', ({ criteria }) => amount(criteria)),
    ...ratingColumns<RatedSystem>(({ means }, rating) => figureText(means[rating])),
    right('Unrated', ({ means }) => {
      const unrated = Math.max(...RATINGS.map((rating) => means[rating].missing));
      return unrated === 0 ? '' : paint.warn(amount(unrated));
    }),
  ]);
}

function meansPlot(systems: readonly RatedSystem[]): Block {
  const looks = { title: 'Utility and obviousness', yTitle: 'mean rating', yRange: [0, 3] } as const;
  return plottedByName(
    looks,
    systems,
    RATINGS.map((name) => [TITLES[name], ({ means }) => means[name]]),
  );
}

function dataBlocks({ systems, data }: RatingFigures, name: RatingName): readonly Block[] {
  const figureOf = (place: (typeof data)[number], system: number) => place.systems[system]?.[name] ?? null;
  return [
    table(data, [
      main(TITLES[name], (place) => place.name),
      ...systems.map((system, at) =>
        right<(typeof data)[number]>(system.name, (place) => {
          const figure = figureOf(place, at);
          return figure === null ? '–' : figureText(figure);
        }),
      ),
    ]),
    plottedByName(
      { title: `${TITLES[name]} by data set`, yTitle: 'mean rating', yRange: name === 'utility' ? [1, 3] : [0, 1] },
      data,
      systems.map((system, at) => [system.name, (place) => figureOf(place, at)]),
    ),
  ];
}

function agreementTable({ systems, averageAgreement }: RatingFigures): Block {
  const average = ['Mean of systems', ...RATINGS.map((rating) => decimals(averageAgreement[rating]))];
  return table(
    systems,
    [
      main('System', ({ name }) => name),
      ...ratingColumns<RatedSystem>(({ agreement }, rating) => figureText(agreement[rating])),
    ],
    systems.length < 2 ? [] : [average],
  );
}

function failBlocks(systems: readonly RatedSystem[]): readonly Block[] {
  const rates = systems.flatMap(({ name, failRates }) => failRates.map((failed) => ({ name, ...failed })));
  return [
    table(rates, [
      main('System', ({ name }) => name),
      right('Called obvious by', ({ obviousness }) => decimals(obviousness, 2)),
      right('Criteria failed', ({ rate }) => figureText(rate)),
      right('Without a verdict', ({ rate }) => (rate.missing === 0 ? '' : paint.warn(amount(rate.missing)))),
    ]),
    plotted({
      title: 'Criteria failed by how obvious they are',
      xTitle: 'share of people who call them obvious',
      yTitle: 'share failed',
      yRange: [0, 1],
      series: curves(systems, ({ failRates }) =>
        failRates.flatMap(({ obviousness, rate }) => pointAt(obviousness, rate)),
      ),
    }),
  ];
}
