/** An experiment with its data, read before anything is asked. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError } from '../domain/errors.ts';
import type { LoadedData, LoadedExperiment } from './experiment-data.ts';
import type { DataFile, Experiment } from './experiment-file.ts';
import { loadScores } from './load-scores.ts';
import { METRICS } from './metrics/index.ts';
import { readExperiment } from './read-experiment.ts';
import { readRowsOfFiles } from '../data/read-rows-of-files.ts';
import { readRows } from '../data/read-rows.ts';
import { withTasks } from '../data/row.ts';
import { readText, type Reader } from '../data/read-text.ts';

const MAX_EXPERIMENT_BYTES = 1_000_000;

/**
 * @param places files in place of those that the experiment names, by the ids of its data
 * @param chosen of its models, only these, by their ids; null: as the file has it; empty: all
 * @throws InputError where the experiment or its data cannot be used; CancelledError
 */
export async function loadExperiment(
  reader: Reader,
  reference: string,
  places: ReadonlyMap<string, readonly string[]>,
  chosen: ReadonlyMap<string, string | null> = new Map(),
): Promise<LoadedExperiment> {
  const advice = 'Name the file of an experiment. docs/experiments.md shows what it looks like.';
  const { text, name } = await readText(reader, reference, MAX_EXPERIMENT_BYTES, advice);
  const experiment = await readExperiment(text, name, reader.signal);
  requireIds('--data', 'data', places, experiment.data);
  requireIds('--models', 'model', chosen, experiment.models);
  const beside = (file: string) => resolve(dirname(reference), file);
  const data = experiment.data.map((each) => {
    const files = places.get(each.id) ?? [each.file].flat().map(beside);
    return loadData(reader, each, files, experiment, beside);
  });
  const scores = experiment.baselines.map(async (each) =>
    'scores' in each ? [[each.id, await loadScores(reader, beside(each.scores))] as const] : [],
  );
  const models = experiment.models.flatMap((each) => {
    const instead = chosen.get(each.id);
    if (instead === undefined) return chosen.size === 0 ? [each] : [];
    return [instead === null ? each : { ...each, model: instead }];
  });
  const lists = experiment.modes.map(async ({ id, file }) =>
    file === undefined
      ? []
      : [[id, withTasks(await readRows(reader, beside(file), {}, ['instruction', 'criteria']))] as const],
  );
  return {
    ...experiment,
    data: await Promise.all(data),
    models,
    scores: new Map((await Promise.all(scores)).flat()),
    lists: new Map((await Promise.all(lists)).flat()),
    text,
  };
}

/** @throws InputError where the flag names what the experiment has not */
function requireIds(
  flag: string,
  what: string,
  named: ReadonlyMap<string, unknown>,
  items: readonly { readonly id: string }[],
): void {
  const ids = items.map(({ id }) => id);
  const unknown = [...named.keys()].find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw new InputError(`${flag} ${unknown}: the experiment has no such ${what}.`, {
      advice: ids.length === 0 ? 'It names none.' : `It has ${ids.join(', ')}.`,
    });
}

async function loadData(
  reader: Reader,
  data: DataFile,
  paths: readonly string[],
  { metrics }: Experiment,
  beside: (file: string) => string,
): Promise<LoadedData> {
  const { id, benchmark, fields, instruction, filter, first, from } = data;
  const advice = `${from === undefined ? '' : `Where it is from: ${from}. `}Put it there, or name a copy with --data ${id}=FILE.`;
  const { trueScore } = data;
  const trueScores =
    typeof trueScore === 'object' ? await loadScores(reader, beside(trueScore.scores), 'if-there') : undefined;
  const needed = metrics.flatMap((metric) => {
    const { needs, usesTrueScores } = METRICS[metric];
    return needs.filter((field) => field !== 'criteria' || trueScores === undefined || usesTrueScores !== true);
  });
  const needs = ['instruction', ...needed] as const;
  const mapping = { benchmark, fields, instruction, filter };
  const unusable: InputError[] = [];
  const given = await readRowsOfFiles(reader, paths, mapping, needs, {
    ...{ advice, first },
    onUnusable: ({ problem }) => void unusable.push(problem),
  });
  const rows = withTasks(given);
  const [problem] = unusable;
  if (rows.length === 0 && problem !== undefined) throw problem;
  for (const metric of metrics) METRICS[metric].requires?.(rows);
  const hash = createHash('sha256');
  for (const path of paths) for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return { ...data, sha256: hash.digest('hex'), rows, unusable: unusable.map(({ message }) => message), trueScores };
}
