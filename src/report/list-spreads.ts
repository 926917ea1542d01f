/** How the criteria of each system are spread: specificity, implicitness, and the lengths of lists. */
import type { SpreadName, SystemFigures } from '../measure/measure-criteria.ts';
import { counts } from '../domain/groups.ts';
import { listSizes, type ListSizes } from '../metrics/list-sizes.ts';
import { decimals } from './figure.ts';
import { curves, lines, main, plotted, right, table, type Block } from './report.ts';
import { amount, percent } from './words.ts';

const SPREADS: Readonly<Record<SpreadName, string>> = {
  specificity: 'Specificity',
  selfSpecificity: 'Specificity among its own',
  implicitness: 'Implicitness',
};
const NAMES = ['specificity', 'selfSpecificity', 'implicitness'] as const;

export function spreadBlocks(systems: readonly SystemFigures[]): readonly Block[] {
  return [
    table(systems, [
      main('System', ({ name }) => name),
      ...NAMES.map((spread) => right<SystemFigures>(SPREADS[spread], ({ spreads }) => quartilesText(spreads[spread]))),
    ]),
    lines('Lower quartile / median / upper quartile, over criteria.'),
    ...NAMES.map((name) =>
      plotted({
        title: `${SPREADS[name]} of the criteria`,
        xTitle: SPREADS[name].toLowerCase(),
        yTitle: 'share of criteria',
        series: curves(systems, ({ spreads }) =>
          spreads[name].tenths.map((y, tenth) => ({ x: (tenth + 0.5) / 10, y })),
        ),
      }),
    ),
  ];
}

function quartilesText({ quartiles }: SystemFigures['spreads'][SpreadName]): string {
  if (quartiles === null) return '–';
  return [quartiles.low, quartiles.median, quartiles.high].map((value) => decimals(value, 2)).join(' / ');
}

/** A histogram (TICK, figure 5). */
export function lengthBlocks(systems: readonly SystemFigures[]): readonly Block[] {
  const found = systems.map(({ lengths }) => counts(lengths));
  const all = [...new Set(systems.flatMap(({ lengths }) => lengths))].sort((a, b) => a - b);
  const share = (at: number, length: number) =>
    (found[at]?.get(length) ?? 0) / Math.max(1, systems[at]?.lengths.length ?? 0);
  return [
    sizesTable(systems.map(({ name, lengths }) => ({ name, sizes: listSizes(lengths) }))),
    table(all, [
      right('Criteria', String),
      ...systems.map(({ name }, at) => right<number>(name, (length) => percent(share(at, length)))),
    ]),
    plotted({
      title: 'Lengths of lists',
      xTitle: 'criteria in a list',
      yTitle: 'share of lists',
      series: curves(systems, (_, at) => all.map((length) => ({ x: length, y: share(at, length) }))),
    }),
  ];
}

export function sizesTable(systems: readonly { readonly name: string; readonly sizes: ListSizes | null }[]): Block {
  const shown = systems.flatMap(({ name, sizes }) => (sizes === null ? [] : [{ name, ...sizes }]));
  return table(shown, [
    main('', ({ name }) => name),
    right('Lists', ({ lists }) => amount(lists)),
    right('Fewest', ({ min }) => amount(min)),
    right('Most', ({ max }) => amount(max)),
    right('Mean', ({ mean }) => decimals(mean, 2)),
    right('Deviation', ({ deviation }) => decimals(deviation, 2)),
    right('All', ({ sum }) => amount(sum)),
  ]);
}
