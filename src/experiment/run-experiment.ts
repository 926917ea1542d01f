/** Runs an experiment: makes the lists and verdicts that its file names, model by model, and measures them. */
import type { ModelUsage } from '../domain/model.ts';
import type { Groundrule } from '../groundrule.ts';
import type { JudgeRow } from '../data/judge-row.ts';
import type { CriteriaFigures } from '../measure/measure-criteria.ts';
import { measureJudge, type JudgeFigures } from '../measure/measure-judge.ts';
import { taskKey } from '../measure/measured-list.ts';
import { attempts, type Attempts, type Missing } from './attempts.ts';
import type { TaskRow } from '../data/row.ts';
import { tasksOf, type LoadedData } from './experiment-data.ts';
import { differencesOf, type ProtocolDifference } from './protocol-differences.ts';
import { judgeLabelled, judgeSamples, NOTHING, type JudgedRows } from './judge-rows.ts';
import { makeLists, type MadeLists } from './make-lists.ts';
import type { Experiment, ExperimentModel, ExperimentProtocol } from './read-experiment.ts';

export interface LoadedExperiment extends Omit<Experiment, 'data'> {
  readonly data: readonly LoadedData[];
  /** The file, as it was. */
  readonly text: string;
}

export interface ExperimentTools {
  /** One at a time. Null: that of the settings. */
  readonly open: (model: ExperimentModel | null) => Promise<Groundrule>;
  readonly concurrency: number;
  readonly onProgress: (text: string) => void;
}

/** What was made, and what making it took. */
export interface Cost {
  readonly usage: readonly ModelUsage[];
  /** Null: the calls were not timed. */
  readonly elapsedMs: number | null;
  /** Lists, or verdicts. */
  readonly count: number;
}

export interface ProtocolResult {
  readonly name: string;
  readonly figures: JudgeFigures;
  readonly cost: Cost | null;
}

/** One file of data by one model. */
export interface ExperimentPart {
  readonly data: string;
  /** Null: that of the settings, or none. */
  readonly model: string | null;
  readonly criteria: CriteriaFigures | null;
  /** By system. */
  readonly costs: Readonly<Record<string, Cost>>;
  readonly similarity: readonly ProtocolResult[];
  readonly agreement: readonly ProtocolResult[];
  /** Of every two protocols over the pairs that both decided. */
  readonly differences: readonly ProtocolDifference[];
  readonly selection: readonly ProtocolResult[];
}

export interface ExperimentResult {
  readonly experiment: LoadedExperiment;
  readonly parts: readonly ExperimentPart[];
  readonly missing: readonly Missing[];
  /** Questions that a model did not answer: figures leave them out. */
  readonly unanswered: number;
  readonly stoppedBy: Error | null;
  readonly startedAt: string;
  readonly elapsedMs: number;
  /** Of this run: what was answered before cost nothing now. */
  readonly usage: readonly ModelUsage[];
  /** SHA-256 of each prompt by the name of its agent, and the model that answers. */
  readonly agents: Readonly<Record<string, { readonly model: string; readonly promptHash: string }>>;
}

/** @throws CancelledError; whatever else befalls a row, a mode or a protocol stands in `missing` */
export async function runExperiment(experiment: LoadedExperiment, tools: ExperimentTools): Promise<ExperimentResult> {
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const tries = attempts(tools.concurrency, tools.onProgress);
  const models = experiment.models.length === 0 ? [null] : experiment.models;
  const ran: { readonly part: ExperimentPart; readonly agents: ExperimentResult['agents'] }[] = [];
  const usage: ModelUsage[] = [];
  for (const model of models) {
    const client = await tools.open(model);
    try {
      for (const data of experiment.data) ran.push(await runPart(experiment, data, model, { ...tools, client, tries }));
    } catch (error) {
      // Its own error counts, not one of closing.
      await client.close().catch(() => undefined);
      throw error;
    }
    usage.push(...client.usage());
    await client.close();
  }
  return {
    experiment,
    parts: ran.map(({ part }) => part),
    missing: tries.missing(),
    unanswered: tries.unanswered(),
    stoppedBy: tries.stoppedBy(),
    startedAt,
    elapsedMs: performance.now() - startMs,
    usage,
    agents: Object.fromEntries(ran.flatMap(({ agents }) => Object.entries(agents))),
  };
}

interface PartTools extends Omit<ExperimentTools, 'open'> {
  readonly client: Groundrule;
  readonly tries: Attempts;
}

async function runPart(
  experiment: LoadedExperiment,
  { id, rows }: LoadedData,
  model: ExperimentModel | null,
  tools: PartTools,
) {
  const { protocols, metrics, samples, truth, resamples, seed } = experiment;
  const has = (metric: Experiment['metrics'][number]) => metrics.includes(metric);
  const tasks = tasksOf(rows);
  const systems: MadeLists[] = [];
  for (const mode of experiment.modes) systems.push(await makeLists(mode, tasks, tools));
  const withLists = systems.filter(({ lists }) => lists.length > 0);

  const measured = (name: string, judged: readonly JudgeRow[], cost: Cost | null): readonly ProtocolResult[] =>
    judged.length === 0 ? [] : [{ name, figures: measureJudge(judged, { resamples, seed }), cost }];
  const byProtocol = async (judge: (by: ExperimentProtocol) => Promise<JudgedRows>) => {
    const results: (JudgedRows & { readonly name: string })[] = [];
    for (const by of protocols) results.push({ name: by.id, ...(await judge(by)) });
    return results;
  };
  const labelled = has('agreement') ? await byProtocol((by) => judgeLabelled(by, rows, tools)) : [];
  const asked = tasks.filter(({ criteria }) => criteria.length > 0);
  const picked = has('selection') ? await byProtocol((by) => judgeSamples(by, asked, { samples, truth }, tools)) : [];
  const results = (of: typeof labelled) =>
    of.flatMap(({ name, rows: judged, usage }) =>
      measured(name, judged, { usage, elapsedMs: null, count: judged.length }),
    );
  /** Beside what is picked: how the scores go together with the true ones (TICK, table 3). */
  const scoreByScore = picked.map((each) => ({
    ...each,
    name: `${each.name}, score by score`,
    rows: each.rows.map((row) => ({ ...row, group: null })),
  }));
  return {
    part: {
      data: id,
      model: model?.id ?? null,
      criteria: await criteriaFigures(experiment, tasks, withLists, tools),
      costs: Object.fromEntries(
        withLists.flatMap(({ name, cost }) => (cost === null ? [] : [[name, { ...cost, count: cost.lists }]])),
      ),
      similarity: has('similarity')
        ? withLists.flatMap((system) => measured(system.name, similarityRows(system, tasks), null))
        : [],
      agreement: results(labelled),
      differences: differencesOf(labelled, experiment),
      selection: [...results(picked), ...results(scoreByScore)],
    },
    agents: Object.fromEntries(
      [...systems.map(agentsOf), ...[...labelled, ...picked].map(({ judges }) => judges)].flatMap((each) =>
        Object.entries(each),
      ),
    ),
  };
}

async function criteriaFigures(
  { metrics, at: ks, resamples, seed }: LoadedExperiment,
  tasks: readonly TaskRow[],
  systems: readonly MadeLists[],
  { client, tries, onProgress }: PartTools,
): Promise<CriteriaFigures | null> {
  if (systems.length === 0 || !metrics.some((metric) => ['criteria', 'recall', 'actionability'].includes(metric)))
    return null;
  onProgress('measuring criteria');
  const given = metrics.includes('recall') ? tasks.filter(({ criteria }) => criteria.length > 0) : [];
  const actionability = metrics.includes('actionability');
  const options = { given, actionability, resamples, seed, ...(ks === undefined ? {} : { ks }) };
  const [figures = null] = await tries.each('figures of criteria', [systems], (all) =>
    client.measureCriteria(all, options),
  );
  return figures;
}

function similarityRows({ lists }: MadeLists, tasks: readonly TaskRow[]): readonly JudgeRow[] {
  const given = new Map(tasks.map(({ task, criteria }) => [taskKey(task), criteria]));
  return lists.flatMap(({ task, criteria }) => {
    const human = given.get(taskKey(task)) ?? [];
    return human.length === 0 ? [] : [{ ...NOTHING, id: task.instruction, generated: [criteria], human }];
  });
}

function agentsOf({ prompts, models }: MadeLists): ExperimentResult['agents'] {
  return Object.fromEntries(
    Object.entries(prompts).map(([name, promptHash]) => [
      name,
      { model: models[name] ?? models['default'] ?? '', promptHash },
    ]),
  );
}
