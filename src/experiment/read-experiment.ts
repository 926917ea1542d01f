/** Reads the file of an experiment. */
import { configOf } from '../client/options.ts';
import { InputError } from '../domain/errors.ts';
import { fitting, parseStructured } from '../judge/checklists/parse-structured.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { protocolOptionsOf, requireTaken } from '../judge/protocols/protocol-options.ts';
import { chosenOf } from './chosen-of.ts';
import { Experiment, type SampledBy, isJudgedBy } from './experiment-file.ts';
import type { z } from 'zod';
import { METRICS } from './metrics/index.ts';
import { cellsOfTable } from './table-cells.ts';

/**
 * @param name of the file, for messages
 * @throws InputError that names the fields which cannot be used, with their lines and values; CancelledError
 */
export async function readExperiment(
  text: string,
  name: string,
  signal = new AbortController().signal,
): Promise<Experiment> {
  const wanted = { name, what: 'an experiment', advice: 'docs/experiments.md shows what an experiment looks like.' };
  const experiment = await fitting(
    Experiment.superRefine(checkTable),
    await parseStructured(text, wanted, signal),
    wanted,
  );
  for (const { settings = {} } of experiment.modes) await configOf(settings);
  const scored = experiment.protocols.find(({ protocol, score }) => protocol !== 'pass-rate' && score !== undefined);
  if (scored !== undefined)
    throw new InputError(`${name}: the score of “${scored.id}” has no effect with the protocol ${scored.protocol}.`, {
      advice: 'A score by name is taken of a judged checklist: leave it out, or use the protocol pass-rate.',
    });
  if (experiment.metrics.includes('kinds') && experiment.taskCategories.length === 0)
    throw new InputError(`${name}: the metric “kinds” has no categories to sort tasks into.`, {
      advice: 'Name them under taskCategories, each with a definition.',
    });
  const sampled: readonly SampledBy[] = [experiment, ...experiment.models];
  for (const { temperature, topP, modelSeed } of sampled) await configOf({ temperature, topP, modelSeed });
  const models = experiment.models.map(({ id }) => id);
  for (const each of experiment.protocols) {
    const unknown = each.models?.find((id) => !models.includes(id));
    if (unknown !== undefined)
      throw new InputError(`${name}: “${each.id}” names a model “${unknown}”, which the experiment has not.`, {
        advice: models.length === 0 ? 'It names no models.' : `It has ${models.join(', ')}.`,
      });
    const taking = COMPARISON_PROTOCOLS[each.protocol];
    const chosen = { ...chosenOf(each), reference: each.reference };
    requireTaken(each.protocol, taking, chosen);
    protocolOptionsOf(each.protocol, taking, chosen, false);
  }
  return experiment;
}

type Issue = readonly [path: readonly (string | number)[], message: string];

/** Whether every cell of an experiment’s table is of something that the experiment has. */
function checkTable(experiment: Experiment, context: z.RefinementCtx): void {
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
