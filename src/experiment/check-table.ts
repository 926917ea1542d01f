/** Whether every cell of an experiment's table is of something that the experiment has. */
import type { z } from 'zod';
import { isJudgedBy, type Experiment } from './experiment-file.ts';
import { METRICS } from './metrics/index.ts';
import { cellsOfTable } from './table-cells.ts';

type Issue = readonly [path: readonly (string | number)[], message: string];

export function checkTable(experiment: Experiment, context: z.RefinementCtx): void {
  const { table } = experiment;
  if (table === undefined) return;
  const { models, data, modes, protocols, baselines, refinements, metrics } = experiment;
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
  const systems = ids([...modes, ...protocols, ...baselines, ...refinements]);
  const together = systems.length < 2 ? [] : metrics.flatMap((name) => METRICS[name].together ?? []);
  const judgedBy = (system: string | null, model: string | null) => {
    const protocol = protocols.find(({ id }) => id === system);
    if (protocol === undefined || model === null || isJudgedBy(protocol, model)) return [];
    return [`has the protocol “${protocol.id}”, which “${model}” does not judge by,`];
  };
  const measures = metrics.flatMap((name) =>
    Object.keys(METRICS[name].measures(experiment)).map((measure) => `${name}.${measure}`),
  );
  const issues = cellsOfTable(experiment, table).flatMap(({ row, column, of }): readonly Issue[] => {
    const { notMeasured, total = false } = table.rows?.[row] ?? {};
    if (notMeasured !== undefined || total) return [];
    const path = table.rows === undefined ? ['table', 'columns', column] : ['table', 'rows', row];
    const place = `in the column “${table.columns[column]?.head ?? ''}”`;
    const oneOf = (
      what: string,
      id: string | null,
      known: readonly string[],
      others: readonly string[] = [],
    ): readonly Issue[] => {
      if (id === null) return known.length > 1 ? [[path, `should name its ${what} ${place}`]] : [];
      const all = [...known, ...others];
      return all.includes(id) ? [] : [[path, `has no ${what} “${id}” ${place}; there is ${all.join(', ')}`]];
    };
    return [
      ...oneOf('model', of.model, ids(models)),
      ...oneOf('system', of.system, systems, together),
      ...judgedBy(of.system, of.model).map((message): Issue => [path, `${message} ${place}`]),
      ...oneOf('measure', of.measure, measures),
      ...of.data.flat().flatMap((id) => oneOf('data', id, ids(data))),
    ];
  });
  const [first] = issues;
  if (first !== undefined) context.addIssue({ code: 'custom', path: [...first[0]], message: first[1] });
}
