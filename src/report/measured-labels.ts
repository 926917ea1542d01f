/** Labels that people gave: how often each, by group, and whether they agree. */
import type { LabelFigures, LabelGroup } from '../measure/measure-labels.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, section, table, type Row } from './report.ts';
import type { DataRows } from './rows-of-data.ts';
import { amount, percent, plural } from './words.ts';

export const renderMeasuredLabels = renderer<LabelFigures>(
  ({ labels, groups, all }) => {
    const shown = [...groups, all];
    const undecided = shown.map(({ shares }) => shares[0]?.missing ?? 0);
    return {
      title: `Labels of people on ${plural(all.rows, 'row')}`,
      blocks: [
        table(
          [main('Label'), ...shown.map((group) => right(nameOf(group, all))), right('Share of all')],
          [
            ...labels.map((label, at): Row => [
              label,
              ...shown.map((group) => amount(group.counts[at] ?? 0)),
              all.shares[at] === undefined ? '–' : shareText(all.shares[at]),
            ]),
            ...(undecided.every((count) => count === 0)
              ? []
              : [[paint.warn('no majority'), ...undecided.map(amount), '']]),
          ],
        ),
        lines(INTERVALS),
        section(
          'Whether people agree',
          table(
            [main(''), right('Fleiss’ kappa'), right('Krippendorff’s alpha')],
            shown.flatMap((group) =>
              group.agreement === null
                ? []
                : [[nameOf(group, all), figureText(group.agreement.fleiss), figureText(group.agreement.alpha)]],
            ),
          ),
        ),
      ],
    };
  },
  { rows: labelRows },
);

function nameOf(group: LabelGroup, all: LabelGroup): string {
  return group === all ? 'All' : (group.name ?? 'no group');
}

function shareText({ value, interval }: LabelGroup['shares'][number]): string {
  return interval === null
    ? percent(value)
    : `${percent(value)} (${decimals(interval.low, 2)} – ${decimals(interval.high, 2)})`;
}

function labelRows({ labels, groups, all }: LabelFigures): DataRows {
  const rows = [...groups, all].flatMap((group) => [
    ...labels.map((label, at) => ({
      ...{ group: nameOf(group, all), figure: label, count: group.counts[at] ?? 0 },
      ...(group.shares[at] === undefined ? {} : figureCells(group.shares[at])),
    })),
    ...(group.agreement === null
      ? []
      : Object.entries(group.agreement).map(([figure, value]) => ({
          ...{ group: nameOf(group, all), figure, count: '' },
          ...figureCells(value),
        }))),
  ]);
  return { columns: ['group', 'figure', 'count', ...FIGURE_COLUMNS], rows };
}
