/** Ways to refine responses, side by side: what the responses are truly worth in each round (TICK, figure 3). */
import type { RefinedSystem } from '../experiment/metrics/metric.ts';
import { figureText, INTERVALS } from './figure.ts';
import { curves, lines, main, paint, plotted, pointAt, right, table, type Block } from './report.ts';
import { plural } from './words.ts';

export function refinementBlocks(systems: readonly RefinedSystem[]): readonly Block[] {
  const [first] = systems;
  if (first === undefined) return [];
  const missing = Math.max(...systems.flatMap(({ rounds }) => rounds.map((figure) => figure.missing)));
  return [
    table(systems, [
      main('By', ({ name }) => name),
      ...first.rounds.map((_, round) =>
        right<RefinedSystem>(round === 0 ? 'Start' : `Round ${round}`, ({ rounds }) => {
          const figure = rounds[round];
          return figure === undefined ? '' : figureText(figure);
        }),
      ),
    ]),
    lines(
      'Over all items together, where the truth is a rate of items. A response that meets its whole checklist is not refined on, and counts with what it reached.',
      missing === 0 ? null : paint.warn(`Rounds without a score of up to ${plural(missing, 'response')} are left out.`),
      INTERVALS,
    ),
    plotted({
      title: 'True scores round by round',
      xTitle: 'round',
      yTitle: 'true score',
      series: curves(systems, ({ rounds }) => rounds.flatMap((figure, round) => pointAt(round, figure))),
    }),
  ];
}
