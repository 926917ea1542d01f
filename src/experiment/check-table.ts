/** Whether every cell of an experiment's table is of something that the experiment has. */
import type { z } from 'zod';
import type { Experiment } from './experiment-file.ts';
import { METRICS } from './metrics/index.ts';
import { cellsOfTable } from './table-cells.ts';

type Issue = readonly [path: readonly (string | number)[], message: string];

export function checkTable(experiment: Experiment, context: z.RefinementCtx): void {
  const { table } = experiment;
  if (table === undefined) return;
  const { models, data, modes, protocols, baselines, refinements, metrics } = experiment;
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const systems = ids([...modes, ...protocols, ...baselines, ...refinements]);
  const measures = metrics.flatMap((name) =>
    Object.keys(METRICS[name].measures(experiment)).map((measure) => `${name}.${measure}`),
  );
  const issues = cellsOfTable(experiment, table).flatMap(({ row, column, of }): readonly Issue[] => {
    if (table.rows?.[row]?.notMeasured !== undefined) return [];
    const path = table.rows === undefined ? ['table', 'columns', column] : ['table', 'rows', row];
    const place = `in the column “${table.columns[column]?.head ?? ''}”`;
    const oneOf = (what: string, id: string | null, known: readonly string[]): readonly Issue[] => {
      if (id === null) return known.length > 1 ? [[path, `should name its ${what} ${place}`]] : [];
      return known.includes(id) ? [] : [[path, `has no ${what} “${id}” ${place}; there is ${known.join(', ')}`]];
    };
    return [
      ...oneOf('model', of.model, ids(models)),
      ...oneOf('system', of.system, systems),
      ...oneOf('measure', of.measure, measures),
      ...of.data.flat().flatMap((id) => oneOf('data', id, ids(data))),
    ];
  });
  const [first] = issues;
  if (first !== undefined) context.addIssue({ code: 'custom', path: [...first[0]], message: first[1] });
}
