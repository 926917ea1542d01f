/** One file of data by one model: the lists are made, and each metric is measured. */
import type { Groundrule } from '../groundrule.ts';
import type { Attempts } from './attempts.ts';
import { tasksOf, type LoadedData, type LoadedExperiment } from './experiment-data.ts';
import { restateRows } from './restate-rows.ts';
import { makeLists, type MadeLists } from './make-lists.ts';
import { METRIC_NAMES, type MetricName } from './metric-names.ts';
import { METRICS } from './metrics/index.ts';
import { listFigures } from './metrics/list-figures.ts';
import type { Agents, Cell, Cost, Detail, Measured, MetricTable } from './metrics/metric.ts';

export interface ExperimentPart extends Detail {
  readonly data: string;
  /** Null: that of the settings, or none. */
  readonly model: string | null;
  /** By system. */
  readonly costs: Readonly<Record<string, Cost>>;
  /** All that was measured; a measure is called as in the tables of the file: `recall.all`. */
  readonly cells: readonly Cell[];
  readonly tables: readonly MetricTable[];
}

interface PartTools {
  readonly client: Groundrule;
  readonly tries: Attempts;
  readonly concurrency: number;
  readonly onProgress: (text: string) => void;
}

const NO_DETAIL: Detail = {
  criteria: null,
  similarity: [],
  agreement: [],
  differences: [],
  selection: [],
  candidates: [],
  refinement: [],
  policies: null,
  ablation: [],
};

export async function runPart(
  experiment: LoadedExperiment,
  data: LoadedData,
  model: string | null,
  tools: PartTools,
): Promise<{ readonly part: ExperimentPart; readonly agents: Agents }> {
  const { id, rows: given, restate } = data;
  const { rows, agents: restated } = restate === true ? await restateRows(given, tools) : { rows: given, agents: {} };
  const tasks = tasksOf(rows);
  const made: MadeLists[] = [];
  const listTools = { ...tools, regenerate: experiment.regenerate, files: experiment.lists };
  for (const mode of experiment.modes) made.push(await makeLists(mode, tasks, listTools));
  const systems = made.filter(({ lists }) => lists.length > 0);
  const { client, tries, onProgress } = tools;
  const all = { experiment, data, rows, tasks, systems, client, tries };
  const figuresOfLists = listFigures(all);
  const measured: (Measured & { readonly name: MetricName })[] = [];
  for (const name of METRIC_NAMES.filter((each) => experiment.metrics.includes(each))) {
    onProgress(`measuring ${name}`);
    measured.push({ name, ...(await METRICS[name].measure({ ...all, figuresOfLists })) });
  }
  return {
    part: {
      ...measured.reduce<Detail>((all, { detail }) => ({ ...all, ...detail }), NO_DETAIL),
      ...{ data: id, model },
      costs: Object.fromEntries(
        systems.flatMap(({ name, cost }) => (cost === null ? [] : [[name, { ...cost, count: cost.lists }]])),
      ),
      cells: measured.flatMap(({ name, cells }) =>
        cells.map((cell) => ({ ...cell, measure: `${name}.${cell.measure}` })),
      ),
      tables: measured.flatMap(({ tables = [] }) => tables),
    },
    agents: Object.fromEntries(
      [restated, ...made.map(agentsOfLists), ...measured.map(({ agents = {} }) => agents)].flatMap(
        Object.entries<Agents[string]>,
      ),
    ),
  };
}

function agentsOfLists({ prompts, models }: MadeLists): Agents {
  return Object.fromEntries(
    Object.entries(prompts).map(([name, promptHash]) => [
      name,
      { model: models[name] ?? models['default'] ?? '', promptHash },
    ]),
  );
}
