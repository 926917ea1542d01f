/** Labels that people gave: how often each, by group, and whether they agree. */
import type { LabelFigures, LabelGroup } from '../measure/measure-labels.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, section, table, type Block, type DataRow, type DataRows } from './report.ts';
import { amount, percent, plural } from './words.ts';

export const renderMeasuredLabels = renderer<LabelFigures>(
  ({ labels, groups, all }) => {
    const shown = [...groups, all];
    const undecided = shown.map(({ shares }) => shares[0]?.missing ?? 0);
    const noMajority = [paint.warn('no majority'), ...undecided.map(amount), ''];
    return {
      title: `Labels of people on ${plural(all.rows, 'row')}`,
      blocks: [
        table(
          labels,
          [
            main('Label', (label) => label),
            ...shown.map((group) => right<string>(nameOf(group, all), (_, at) => amount(group.counts[at] ?? 0))),
            right('Share of all', (_, at) => (all.shares[at] === undefined ? '–' : shareText(all.shares[at]))),
          ],
          undecided.every((count) => count === 0) ? [] : [noMajority],
        ),
        lines(INTERVALS),
        section('Whether people agree', agreementTable(shown, all)),
      ],
    };
  },
  { rows: labelRows },
);

function agreementTable(groups: readonly LabelGroup[], all: LabelGroup): Block {
  const agreeing = groups.flatMap((group) =>
    group.agreement === null ? [] : [{ name: nameOf(group, all), ...group.agreement }],
  );
  return table(agreeing, [
    main('', ({ name }) => name),
    right('Fleiss’ kappa', ({ fleiss }) => figureText(fleiss)),
    right('Krippendorff’s alpha', ({ alpha }) => figureText(alpha)),
  ]);
}

function nameOf(group: LabelGroup, all: LabelGroup): string {
  return group === all ? 'All' : (group.name ?? 'no group');
}

function shareText({ value, interval }: LabelGroup['shares'][number]): string {
  return interval === null
    ? percent(value)
    : `${percent(value)} (${decimals(interval.low, 2)} – ${decimals(interval.high, 2)})`;
}

function labelRows({ labels, groups, all }: LabelFigures): DataRows {
  const rows = [...groups, all].flatMap((group): DataRow[] => {
    const name = nameOf(group, all);
    return [
      ...labels.map((label, at) => {
        const share = group.shares[at];
        return { group: name, figure: label, count: group.counts[at] ?? 0, ...(share && figureCells(share)) };
      }),
      ...Object.entries(group.agreement ?? {}).map(([figure, value]) => {
        return { group: name, figure, ...figureCells(value) };
      }),
    ];
  });
  return { columns: ['group', 'figure', 'count', ...FIGURE_COLUMNS], rows };
}
