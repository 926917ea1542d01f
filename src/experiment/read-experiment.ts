/** Reads the file of an experiment. */
import { configOf } from '../client/options.ts';
import { InputError } from '../domain/errors.ts';
import { fitting, parseStructured } from '../judge/checklists/parse-structured.ts';
import { COMPARISON_PROTOCOLS } from '../judge/protocols/index.ts';
import { protocolOptionsOf, requireTaken } from '../judge/protocols/protocol-options.ts';
import { checkTable } from './check-table.ts';
import { chosenOf } from './chosen-of.ts';
import { Experiment, type SampledBy } from './experiment-file.ts';

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
