/** What each cell of a table is of. */
import { isJudgedBy, type Experiment } from './experiment-file.ts';
import type { Table, TableRow } from './table-file.ts';

export interface CellOf {
  /** Null: the experiment's only one. */
  readonly model: string | null;
  readonly system: string | null;
  readonly measure: string | null;
  /** A list among them counts as one, by its own average. */
  readonly data: readonly (string | readonly string[])[];
}

type Named = Pick<Experiment, 'models' | 'modes' | 'protocols' | 'baselines' | 'refinements'> & {
  readonly data: readonly { readonly id: string }[];
};

/** As the file has them, or every model with every system. */
export function rowsOfTable(
  { models, modes, protocols, baselines, refinements }: Named,
  { rows }: Table,
): readonly TableRow[] {
  if (rows !== undefined) return rows;
  const systemsOf = (model: string | null) => {
    const judging = protocols.filter((protocol) => isJudgedBy(protocol, model));
    return [...modes, ...judging, ...baselines, ...refinements].map(({ id }) => id);
  };
  if (models.length === 0) return systemsOf(null).map((system) => ({ system }));
  return models.flatMap(({ id: model }) => systemsOf(model).map((system) => ({ model, system })));
}

/** @returns row by row, with the indexes of the row and the column */
export function cellsOfTable(
  experiment: Named,
  table: Table,
): readonly { readonly row: number; readonly column: number; readonly of: CellOf }[] {
  const all = experiment.data.map(({ id }) => id);
  return rowsOfTable(experiment, table).flatMap((row, rowAt) =>
    table.columns.map((column, columnAt) => {
      const systems = [row.system, column.system].flatMap((system) => system ?? []);
      const measures = [row.measure, column.measure].flatMap((measure) => measure ?? []);
      const data = column.data ?? row.data ?? table.data ?? all;
      const of = {
        model: column.model ?? row.model ?? table.model ?? null,
        system: systems.length === 0 ? (table.system ?? null) : systems.join(' '),
        measure: measures.length === 0 ? (table.measure ?? null) : measures.join(' '),
        data: typeof data === 'string' ? [data] : data,
      };
      return { row: rowAt, column: columnAt, of };
    }),
  );
}
