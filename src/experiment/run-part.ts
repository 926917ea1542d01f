/** The data of an experiment by one model: the lists are made, and each metric is measured. */
import type { AgentProvenance } from '../domain/model.ts';
import type { RowTools } from './attempts.ts';
import { tasksOf, type LoadedData, type LoadedExperiment } from './experiment-data.ts';
import { byDemand, criteriaOf, type TaskRow } from '../data/row.ts';
import { makeLists, type MadeLists } from './make-lists.ts';
import { METRIC_NAMES, type MetricName } from './metric-names.ts';
import { METRICS } from './metrics/index.ts';
import { listFigures } from './metrics/list-figures.ts';
import type { Cell, Cost, Detail, Given, Measured, MetricTable } from './metrics/metric.ts';

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

interface PartTools extends RowTools {
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

interface Prepared extends Pick<Given, 'data' | 'rows' | 'tasks' | 'systems'> {
  readonly made: readonly MadeLists[];
  readonly restated: readonly AgentProvenance[];
}

export interface RanPart {
  readonly part: ExperimentPart;
  readonly agents: readonly AgentProvenance[];
}

/** All lists are made before anything is measured: how rare a word is goes by the lists for all data (EvalAgent, appendix F.1). */
export async function runParts(
  experiment: LoadedExperiment,
  model: string | null,
  tools: PartTools,
): Promise<readonly RanPart[]> {
  const prepared: Prepared[] = [];
  for (const data of experiment.data) prepared.push(await prepare(experiment, data, tools));
  const ran: RanPart[] = [];
  for (const each of prepared) {
    const elsewhere = prepared.filter((other) => other !== each).flatMap(({ systems }) => systems);
    ran.push(await measurePart(experiment, each, elsewhere, model, tools));
  }
  return ran;
}

async function prepare(experiment: LoadedExperiment, data: LoadedData, tools: PartTools): Promise<Prepared> {
  const { rows: given, restate } = data;
  const { rows, agents: restated } = restate === true ? await restateRows(given, tools) : { rows: given, agents: [] };
  const tasks = tasksOf(rows);
  const made: MadeLists[] = [];
  const listTools = { ...tools, regenerate: experiment.regenerate, files: experiment.lists };
  for (const mode of experiment.modes) made.push(await makeLists(mode, tasks, listTools));
  return { data, rows, tasks, made, systems: made.filter(({ lists }) => lists.length > 0), restated };
}

async function measurePart(
  experiment: LoadedExperiment,
  { data, rows, tasks, made, systems, restated }: Prepared,
  elsewhere: readonly MadeLists[],
  model: string | null,
  { client, tries, onProgress }: PartTools,
): Promise<RanPart> {
  const all = { experiment, data, rows, tasks, systems, client, tries };
  const figuresOfLists = listFigures({ ...all, elsewhere });
  const measured: (Measured & { readonly name: MetricName })[] = [];
  for (const name of METRIC_NAMES.filter((each) => experiment.metrics.includes(each))) {
    onProgress(`measuring ${name}`);
    measured.push({ name, ...(await METRICS[name].measure({ ...all, figuresOfLists })) });
  }
  return {
    part: {
      ...measured.reduce<Detail>((all, { detail }) => ({ ...all, ...detail }), NO_DETAIL),
      ...{ data: data.id, model },
      costs: Object.fromEntries(
        systems.flatMap(({ name, cost }) =>
          cost === null ? [] : [[name, { ...cost, usage: cost.usage.flat(), count: cost.usage.length }]],
        ),
      ),
      cells: measured.flatMap(({ name, cells }) =>
        cells.map((cell) => ({ ...cell, measure: `${name}.${cell.measure}` })),
      ),
      tables: measured.flatMap(({ tables = [] }) => tables),
    },
    agents: [...restated, ...made.flatMap(({ agents }) => agents), ...measured.flatMap(({ agents = [] }) => agents)],
  };
}

/** Where criteria are descriptions, of levels or procedures, a model restates them (EvalAgent, appendix A). A description without an answer is left out; a row that failed has none. */
async function restateRows(
  rows: readonly TaskRow[],
  { client, tries }: RowTools,
): Promise<{ readonly rows: readonly TaskRow[]; readonly agents: readonly AgentProvenance[] }> {
  const described = rows.filter((row) => criteriaOf(row).length > 0);
  const restated = await tries.each('criteria restated', described, async (row) => {
    const { criteria, agents } = await client.restateCriteria(criteriaOf(row), { instruction: row.task });
    tries.leaveOpen(criteria.filter(({ status }) => status === 'unscored').length);
    const texts = criteria.map((outcome) => (outcome.status === 'done' ? outcome.value : []));
    const [descriptions, others] = byDemand(row.items);
    /** All that a description comes to has its points, its themes and when it applies; what goes by its wording is left out. */
    const gone = { question: undefined, check: undefined, decides: undefined, levels: undefined };
    const demands = descriptions.flatMap(({ item, themes }, at) =>
      (texts[at] ?? []).map((text) => ({ item: { ...item, ...gone, text }, themes })),
    );
    return { row: { ...row, items: [...demands, ...others] }, agents };
  });
  const byPlace = new Map(restated.map(({ row }) => [row.place, row]));
  return {
    rows: rows.map((row) => byPlace.get(row.place) ?? { ...row, items: [] }),
    agents: restated.map(({ agents }) => agents),
  };
}
