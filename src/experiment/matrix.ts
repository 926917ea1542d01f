/** An experiment's results as one table: what was published, what came out here, and how far they differ. */
import {
  averageOver,
  NO_INTERVALS,
  plainFigure,
  type Average,
  type Figure,
  type FigureOptions,
  type NoInterval,
} from '../measure/figure.ts';
import { ROUNDING } from '../metrics/is-above.ts';
import { sumBy } from '../metrics/mean.ts';
import type { LoadedExperiment } from './experiment-data.ts';
import { METRICS } from './metrics/index.ts';
import type { ExperimentPart } from './run-part.ts';
import { cellsOfTable, rowsOfTable, type CellOf } from './table-cells.ts';
import type { Table } from './table-file.ts';

export interface Matrix {
  readonly source: string | null;
  /** Of several files of data. */
  readonly average: Average;
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

export interface MatrixColumn {
  readonly head: string;
  /** What figures are multiplied by: 100 is per cent. */
  readonly times: number;
  readonly places: number;
}

export interface MatrixRow {
  readonly head: string;
  readonly cells: readonly MatrixCell[];
  /** Why there is nothing of ours; null: it was measured, or should have been. */
  readonly notMeasured: string | null;
}

/** Values are in the column's unit. */
export interface MatrixCell {
  readonly published: number | null;
  /** Null where a part of it is missing: an average leaves no data out. */
  readonly ours: number | null;
  /** Ours less what was published. */
  readonly difference: number | null;
  /** Of 95 %: of the difference, or of ours where nothing was published. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Why there is none; null where there is one, or no value of ours. */
  readonly noInterval: NoInterval | null;
  /** Where the published value lies: in the interval of ours, or not; null without either. */
  readonly publishedLies: 'inside' | 'outside' | null;
  /** Items that ours was taken over, and those without a value. */
  readonly scored: number;
  readonly missing: number;
}

const PLACES = 3;

export type MeasuredPart = Pick<ExperimentPart, 'data' | 'model' | 'cells'>;

export function matrixOf(experiment: LoadedExperiment, parts: readonly MeasuredPart[]): Matrix {
  const table = experiment.table ?? everyMeasure(experiment, parts);
  const { source = null, average = 'macro' } = table;
  const averaging = { average, resamples: experiment.resamples, seed: experiment.seed };
  const rows = rowsOfTable(experiment, table);
  const cells = cellsOfTable(experiment, table);
  const isChosen = ({ model }: CellOf) => model === null || experiment.models.some(({ id }) => id === model);
  const columns = table.columns.map(
    ({ head, percent = table.percent, times = table.times, places = table.places }) => ({
      head,
      times: times ?? (percent === true ? 100 : 1),
      places: places ?? PLACES,
    }),
  );
  const measured = rows.map(({ head, model, system, published = [], ...row }, at) => {
    const own = cells.filter((cell) => cell.row === at);
    const isMeasured = row.total === true || own.some(({ of }) => isChosen(of));
    const notMeasured = row.notMeasured ?? (isMeasured ? null : 'its model was not chosen');
    return {
      total: row.total === true,
      head: head ?? [model, system].filter((part) => part !== undefined).join(', '),
      notMeasured,
      cells: own.map(({ column, of }) =>
        cellOf(
          notMeasured === null && row.total !== true ? figuresOf(of, parts, averaging) : [],
          { published: published[column] ?? null, unit: columns[column]?.times ?? 1 },
          averaging,
        ),
      ),
    };
  });
  return {
    source,
    average,
    columns,
    rows: measured.map(({ total, ...row }, at) => {
      if (!total) return row;
      const above = measured.slice(0, at).filter((each) => !each.total);
      if (above.some(({ notMeasured }) => notMeasured !== null))
        return { ...row, notMeasured: 'a row above was not measured' };
      const columnAbove = (column: number) => above.flatMap(({ cells }) => cells.slice(column, column + 1));
      return { ...row, cells: row.cells.map((cell, column) => totalOf(cell, columnAbove(column))) };
    }),
  };
}

/** Like an average, a sum leaves no row out. */
function totalOf(cell: MatrixCell, above: readonly MatrixCell[]): MatrixCell {
  const { published } = cell;
  const values = above.flatMap(({ ours }) => ours ?? []);
  if (published === null || values.length < above.length) return cell;
  const ours = sumBy(above, (each) => each.ours ?? 0);
  const counted = { scored: sumBy(above, ({ scored }) => scored), missing: sumBy(above, ({ missing }) => missing) };
  return { ...cell, ...counted, ours, difference: ours - published, noInterval: NO_INTERVALS.notASample };
}

function cellOf(
  figures: ReturnType<typeof figuresOf>,
  { published, unit }: { readonly published: number | null; readonly unit: number },
  averaging: Averaging,
): MatrixCell {
  const measured = figures.flatMap((figure) => figure ?? []);
  const figure = averageOver(measured, averaging.average, averaging);
  // An average leaves no data out.
  const whole = measured.length === figures.length ? figure : plainFigure(null, figure.scored, figure.missing);
  const { value, interval, noInterval = null, scored, missing } = whole;
  const ours = value === null ? null : value * unit;
  const less = published ?? 0;
  const drawn = interval === null ? null : { low: interval.low * unit - less, high: interval.high * unit - less };
  return {
    published,
    ours,
    difference: ours === null || published === null ? null : ours - published,
    interval: drawn,
    noInterval,
    publishedLies: drawn === null || published === null ? null : holdsZero(drawn) ? 'inside' : 'outside',
    scored,
    missing,
  };
}

function holdsZero({ low, high }: NonNullable<MatrixCell['interval']>): boolean {
  return low <= ROUNDING && high >= -ROUNDING;
}

type Averaging = Pick<FigureOptions, 'resamples' | 'seed'> & { readonly average: Average };

/** One for each file of data, and one for each group of them; undefined: something was not measured there. */
function figuresOf(of: CellOf, parts: readonly MeasuredPart[], averaging: Averaging): readonly (Figure | undefined)[] {
  const { model, system, measure } = of;
  return of.data.map((data) => {
    if (typeof data !== 'string') {
      const figures = figuresOf({ ...of, data }, parts, averaging);
      const measured = figures.flatMap((figure) => figure ?? []);
      return measured.length < figures.length ? undefined : averageOver(measured, averaging.average, averaging);
    }
    const part = parts.find((each) => each.data === data && (model === null || each.model === model));
    return part?.cells.find((cell) => cell.measure === measure && (system === null || cell.system === system))?.figure;
  });
}

/** A row for each file of data, model and system; a column for each measure that came out. */
function everyMeasure(experiment: LoadedExperiment, parts: readonly MeasuredPart[]): Table {
  const measured = new Set(parts.flatMap(({ cells }) => cells.map(({ measure }) => measure)));
  const named = experiment.metrics.flatMap((name) =>
    Object.entries(METRICS[name].measures(experiment)).flatMap(([measure, head]) =>
      measured.has(`${name}.${measure}`) ? [{ head, measure: `${name}.${measure}` }] : [],
    ),
  );
  const columns = named.map((column) => {
    const isAlone = named.every((other) => other === column || other.head !== column.head);
    return isAlone ? column : { ...column, head: `${column.head} (${column.measure})` };
  });
  const rows = parts.flatMap(({ data, model, cells }) =>
    [...new Set(cells.map(({ system }) => system))].map((system) => ({
      head: [parts.length > 1 ? data : null, model, system].filter((part) => part !== null).join(', '),
      ...{ data, system, model: model ?? undefined },
    })),
  );
  return { columns, rows };
}
