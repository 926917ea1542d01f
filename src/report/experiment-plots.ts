/** The pictures of an experiment: recall@k, specificity and implicitness, pass rates, agreement, cost against quality. */
import type { Cost, ProtocolResult } from '../experiment/metrics/metric.ts';
import type { ExperimentPart } from '../experiment/run-part.ts';
import type { JudgeFigureName } from '../measure/measure-judge.ts';
import { usdOf } from '../domain/usd-of.ts';
import { FIGURE_NAMES } from './measured-judge.ts';
import { plotted, plottedByName, pointAt, type Block, type Figured, type PlotSeries } from './report.ts';

export function criteriaPlots({ criteria, costs }: ExperimentPart): readonly Block[] {
  if (criteria === null) return [];
  const { systems } = criteria;
  const rateOf =
    (field: 'before' | 'after') =>
    ({ actionability }: (typeof systems)[number]) =>
      actionability && { value: actionability[field] };
  return [
    plotted({
      title: 'Recall of given criteria at k',
      xTitle: 'k: criteria looked at',
      yTitle: 'recall',
      yRange: [0, 1],
      series: systems.flatMap(({ name, criteria: count, tasks, recall }) =>
        recall.map(({ by, at }): PlotSeries => {
          const last = Math.max(0, ...at.map(({ k }) => k ?? 0));
          // The whole list is drawn at the average length of the lists.
          const points = at.flatMap(({ k, recall: figure }) => pointAt(k ?? Math.max(last, count / tasks), figure));
          return { name: `${name}, by ${by === 'words' ? 'words (estimate)' : 'the model'}`, isLine: true, points };
        }),
      ),
    }),
    plottedByName({ title: 'Specificity and implicitness', yTitle: '0–1' }, systems, [
      ['Specificity (S)', ({ texts }) => texts.specificity],
      ['Implicitness (I)', ({ texts }) => texts.implicitness],
    ]),
    plottedByName({ title: 'Pass rates before and after edits', yTitle: 'criteria met', yRange: [0, 1] }, systems, [
      ['Before', rateOf('before')],
      ['After', rateOf('after')],
    ]),
    costPlot(
      'recall of the whole list',
      systems.map((system) => ({ ...system, cost: costs[system.name] ?? null })),
      ({ recall }) => (recall.find(({ by }) => by === 'model') ?? recall[0])?.at.at(-1)?.recall ?? null,
    ),
  ];
}

/** The most telling figures, best first; the first that was measured is plotted. */
const MAIN_FIGURES: readonly JudgeFigureName[] = ['accuracy', 'pearson', 'selectionPrecision'];

export function protocolPlots(results: readonly ProtocolResult[], title: string): readonly Block[] {
  const names: readonly JudgeFigureName[] = [
    'accuracy',
    'alphaNominal',
    'alphaOrdinal',
    'pearson',
    'spearman',
    'kendall',
    'selectionPrecision',
    'selectedScore',
    'randomScore',
    'bleu',
    'rouge1',
    'rougeL',
  ];
  const figureOf = ({ figures }: ProtocolResult, name: JudgeFigureName) =>
    figures.figures.find((figure) => figure.name === name) ?? null;
  const main = MAIN_FIGURES.find((name) => results.some((result) => figureOf(result, name) !== null));
  return [
    plottedByName(
      { title },
      results,
      names.map((name) => [FIGURE_NAMES[name] ?? name, (result) => figureOf(result, name)]),
    ),
    ...(main === undefined ? [] : [costPlot(main, results, (result) => figureOf(result, main))]),
  ];
}

interface Costed {
  readonly name: string;
  readonly cost: Cost | null;
}

/** In USD where every price is known and something was paid, else in seconds where they were taken. */
function costPlot<System extends Costed>(
  yTitle: string,
  systems: readonly System[],
  figureOf: (system: System) => Figured | null,
): Block {
  const usd = ({ cost }: Costed) => (cost === null ? null : usdOf(cost.usage));
  const isPaid = systems.some((system) => (usd(system) ?? 0) > 0);
  const amountOf = (system: Costed) => (isPaid ? usd(system) : (system.cost?.elapsedMs ?? null));
  return plotted({
    title: 'Cost against quality',
    xTitle: isPaid ? 'USD for each' : 'seconds for each',
    yTitle,
    series: systems.map((system) => {
      const amount = amountOf(system);
      const count = system.cost?.count ?? 0;
      const each = amount === null || count === 0 ? null : amount / count / (isPaid ? 1 : 1000);
      return { name: system.name, points: each === null ? [] : pointAt(each, figureOf(system)) };
    }),
  });
}
