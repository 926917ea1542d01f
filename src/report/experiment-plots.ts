/** The pictures of an experiment: recall@k, specificity and implicitness, pass rates, agreement, cost against quality. */
import type { Cost, ProtocolResult } from '../experiment/metrics/metric.ts';
import type { ExperimentPart } from '../experiment/run-part.ts';
import type { JudgeFigureName } from '../measure/measure-judge.ts';
import { usdOf } from '../domain/usd-of.ts';
import { FIGURE_NAMES } from './measured-judge.ts';
import { plotted, pointAt, type Block, type Figured, type PlotSeries } from './report.ts';

export function criteriaPlots({ criteria, costs }: ExperimentPart): readonly Block[] {
  if (criteria === null) return [];
  const { systems } = criteria;
  const categories = systems.map(({ name }) => name);
  const over = (name: string, valueOf: (system: (typeof systems)[number]) => Figured | null): PlotSeries => ({
    name,
    points: systems.flatMap((system, x) => pointAt(x, valueOf(system))),
  });
  const rates = (name: string, field: 'before' | 'after') =>
    over(name, ({ actionability }) => (actionability === null ? null : { value: actionability[field] }));
  const names = { xTitle: '', categories };
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
    plotted({
      ...names,
      title: 'Specificity and implicitness',
      yTitle: '0–1',
      series: [
        over('Specificity (S)', ({ texts }) => texts.specificity),
        over('Implicitness (I)', ({ texts }) => texts.implicitness),
      ],
    }),
    plotted({
      ...names,
      title: 'Pass rates before and after edits',
      yTitle: 'criteria met',
      yRange: [0, 1],
      series: [rates('Before', 'before'), rates('After', 'after')],
    }),
    costPlot(
      'recall of the whole list',
      systems.map(({ name, recall }) => {
        const figure = (recall.find(({ by }) => by === 'model') ?? recall[0])?.at.at(-1)?.recall ?? null;
        return { name, cost: costs[name] ?? null, figure };
      }),
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
    plotted({
      title,
      xTitle: '',
      yTitle: '',
      categories: results.map(({ name }) => name),
      series: names.map((name) => ({
        name: FIGURE_NAMES[name] ?? name,
        points: results.flatMap((result, x) => pointAt(x, figureOf(result, name))),
      })),
    }),
    ...(main === undefined
      ? []
      : [
          costPlot(
            main,
            results.map((result) => ({ ...result, figure: figureOf(result, main) })),
          ),
        ]),
  ];
}

interface Costed {
  readonly name: string;
  readonly cost: Cost | null;
  readonly figure: Figured | null;
}

/** In USD where every price is known and something was paid, else in seconds where they were taken. */
function costPlot(yTitle: string, systems: readonly Costed[]): Block {
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
      return { name: system.name, points: each === null ? [] : pointAt(each, system.figure) };
    }),
  });
}
