/** The table of an experiment: for each system what was published, what came out here, how far they differ, and over how many items. */
import type { Matrix, MatrixCell, MatrixColumn, MatrixRow } from '../experiment/matrix.ts';
import { decimals, intervalCells, intervalText } from './figure.ts';
import { left, lines, main, paint, right, say, table, type Block, type DataRows, type Inline } from './report.ts';
import { amount, signed } from './words.ts';

export function matrixBlocks({ source, average, columns, rows }: Matrix): readonly Block[] {
  const isPublished = rows.some(({ cells }) => cells.some(({ published }) => published !== null));
  const shown = rows.flatMap((row) => rowLines(row));
  return [
    lines(
      source === null ? null : `As ${source}.`,
      isPublished
        ? `The difference is ours less the published value, with its interval of 95 % by the bootstrap, and whether the published value lies inside our interval. ${AVERAGED[average]} Each file is resampled by itself.`
        : null,
    ),
    table(shown, [
      main('System', ({ system }) => system),
      left('', ({ name }) => name),
      ...columns.map((column, at) =>
        right<MatrixLine>(`${column.head}${unitText(column.times)}`, ({ cells, show }) => {
          const cell = cells[at];
          return cell === undefined ? '' : show(cell, column);
        }),
      ),
    ]),
  ];
}

const AVERAGED = {
  macro: 'Over several files of data the value is their macro average.',
  pooled: 'Over several files of data each counts by its items.',
} as const;

function unitText(times: number): string {
  return times === 1 ? '' : times === 100 ? ' (%)' : ` (× ${times})`;
}

interface MatrixLine {
  /** Empty but for the first line of a system. */
  readonly system: Inline;
  readonly name: string;
  readonly cells: readonly MatrixCell[];
  readonly show: (cell: MatrixCell, column: MatrixColumn) => Inline;
}

function rowLines({ head, cells, notMeasured }: MatrixRow): readonly MatrixLine[] {
  const isPublished = cells.some(({ published }) => published !== null);
  const isMeasured = notMeasured === null;
  const shown: readonly (readonly [string, boolean, MatrixLine['show']])[] = [
    ['published', isPublished, ({ published }, { places }) => decimals(published, places)],
    ['ours', isMeasured, oursText],
    ['over', isMeasured, overText],
    ['difference', isPublished && isMeasured, differenceText],
  ];
  const named = isMeasured
    ? paint.strong(head)
    : say`${paint.strong(head)} ${paint.soft(`(not measured: ${notMeasured})`)}`;
  const known = shown.filter(([, isKnown]) => isKnown);
  if (known.length === 0) return [{ system: named, name: '', cells: [], show: () => '' }];
  return known.map(([name, , show], index) => ({ system: index === 0 ? named : '', name, cells, show }));
}

/** With its interval, where no difference has it. */
function oursText({ ours, published, interval, noInterval }: MatrixCell, { places }: MatrixColumn): Inline {
  const value = paint.strong(decimals(ours, places));
  return published === null ? withInterval(value, { interval, noInterval }, places) : value;
}

function differenceText(
  { difference, interval, noInterval, publishedLies }: MatrixCell,
  { places }: MatrixColumn,
): Inline {
  if (difference === null) return '';
  const shown = withInterval(signed(difference, places), { interval, noInterval }, places);
  if (publishedLies === null) return shown;
  return say`${shown} ${publishedLies === 'inside' ? publishedLies : paint.warn(publishedLies)}`;
}

function withInterval(
  value: Inline,
  { interval, noInterval }: Pick<MatrixCell, 'interval' | 'noInterval'>,
  places: number,
): Inline {
  const brackets = interval === null ? noInterval : intervalText({ interval }, places);
  return brackets === null ? value : say`${value} ${paint.soft(`(${brackets})`)}`;
}

function overText({ scored, missing }: MatrixCell): Inline {
  return missing === 0
    ? paint.soft(amount(scored))
    : say`${paint.soft(amount(scored))}${paint.warn(`, ${amount(missing)} left out`)}`;
}

const VALUES = ['published', 'ours', 'difference', 'low', 'high', 'noInterval', 'publishedLies', 'scored', 'missing'];

/** For a spreadsheet: a row for each cell. */
export function matrixRows({ columns, rows }: Matrix): DataRows {
  return {
    columns: ['system', 'column', ...VALUES],
    rows: rows.flatMap(({ head, cells }) =>
      cells.map(({ interval, ...cell }, at) => ({
        ...cell,
        ...intervalCells(interval),
        system: head,
        column: columns[at]?.head ?? '',
      })),
    ),
  };
}
