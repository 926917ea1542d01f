/** The lists of criteria that an experiment measures: by discovery, by a checklist's policy, or from the data. */
import { NOWHERE, pickedRows } from '../jobs/rows/row-output.ts';
import { verifiedQuotes } from '../client/measuring.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { groupsBy } from '../domain/groups.ts';
import type { AgentProvenance, ModelUsage } from '../domain/model.ts';
import { listOfRecord, type MeasuredList, type MeasuredSystem } from '../measure/measured-list.ts';
import { taskKey } from '../domain/task.ts';
import type { PrecomputedRow } from '../precompute/precomputed-row.ts';
import type { RowTools } from './attempts.ts';
import { criteriaOf, type TaskRow } from '../data/row.ts';
import type { ExperimentMode } from './experiment-file.ts';

export interface MadeLists extends MeasuredSystem {
  /** Further lists for the tasks of `lists`. */
  readonly further: readonly MeasuredList[];
  /** What making them took when they were made, whenever that was; null: they were given. */
  readonly cost: {
    /** List by list. */
    readonly usage: readonly (readonly ModelUsage[])[];
    readonly elapsedMs: number;
  } | null;
  /** Of the discoveries. */
  readonly agents: readonly AgentProvenance[];
}

interface Tools extends RowTools {
  /** Lists from files, by the ids of modes. */
  readonly files: ReadonlyMap<string, readonly TaskRow[]>;
  readonly concurrency: number;
  readonly onProgress: (text: string) => void;
  /** How often a checklist is asked for again where none could be read. */
  readonly regenerate: number;
}

export async function makeLists(mode: ExperimentMode, tasks: readonly TaskRow[], tools: Tools): Promise<MadeLists> {
  const none = { name: mode.id, further: [], cost: null, agents: [] };
  const given = tools.files.get(mode.id);
  if (given !== undefined) {
    const wanted = new Set(tasks.map(({ task }) => taskKey(task)));
    const lists = given.flatMap((row) =>
      wanted.has(taskKey(row.task)) ? listOf(row.task, criteriaOf(row), mode) : [],
    );
    return { ...none, ...firstAndFurther(lists) };
  }
  if (mode.given === true) return { ...none, lists: tasks.flatMap((row) => listOf(row.task, criteriaOf(row), mode)) };
  return mode.checklist === undefined
    ? discoverLists(mode, tasks, tools)
    : { ...none, ...(await writeLists(mode, tasks, tools)) };
}

/** Two lists on end are a list and another one: an empty one is none. */
function listOf(
  task: MeasuredList['task'],
  criteria: readonly string[],
  { top }: Pick<ExperimentMode, 'top'>,
): readonly MeasuredList[] {
  return criteria.length === 0 ? [] : [{ task, criteria: criteria.slice(0, top), record: null, verified: null }];
}

/** At most one list for each task is measured as the system's own. */
function firstAndFurther(lists: readonly MeasuredList[]): Pick<MadeLists, 'lists' | 'further'> {
  const byTask = [...groupsBy(lists, ({ task }) => taskKey(task)).values()];
  return { lists: byTask.flatMap((own) => own.slice(0, 1)), further: byTask.flatMap((own) => own.slice(1)) };
}

async function writeLists(
  { id, checklist: policy, lists: samples = 1, ...kept }: ExperimentMode,
  tasks: readonly TaskRow[],
  { client, tries, regenerate }: Tools,
): Promise<Pick<MadeLists, 'lists' | 'further' | 'cost'>> {
  const startMs = performance.now();
  const wanted = tasks.flatMap(({ task }) =>
    Array.from({ length: samples }, (_, sampleIndex) => ({ task, sample: { sampleIndex, samples } })),
  );
  const made = await tries.each(id, wanted, async ({ task, sample }) => {
    const { checklist, usage } = await client.generateChecklist(task, {
      ...{ sample, regenerate },
      ...(policy === undefined ? {} : { policy }),
    });
    const questions = checklist.items.map(({ question }) => question);
    return { lists: listOf(task, questions, kept), usage };
  });
  return {
    ...firstAndFurther(made.flatMap(({ lists }) => lists)),
    cost: { usage: made.map(({ usage }) => usage), elapsedMs: performance.now() - startMs },
  };
}

/** Each as `precompute` makes it: what is stored of the same task and settings is not discovered again. */
async function discoverLists(
  { id: name, mode, settings = {}, top, only }: ExperimentMode,
  tasks: readonly TaskRow[],
  { client, tries, concurrency, onProgress }: Tools,
): Promise<MadeLists> {
  const { output, picked: rows } = pickedRows(NOWHERE, (row: PrecomputedRow) => row);
  const instructions = tasks.map(({ id, task }) => ({ id, ...task }));
  const { stoppedBy } = await client.precompute(instructions, output, {
    ...{ ...settings, mode, rowsAtOnce: concurrency, retryFailed: false },
    onProgress: ({ total, done, cached, withoutCriteria, failed }) =>
      onProgress(`${name}: ${done + cached + withoutCriteria + failed} of ${total}`),
  });
  if (stoppedBy !== null) tries.stop(stoppedBy);
  for (const row of rows) if (row.status !== 'done') tries.miss(name, row.reason);
  tries.leaveOpen(rows.filter(({ status }) => status === 'incomplete').length);
  for (let left = rows.length; left < tasks.length; left += 1)
    tries.miss(name, `Not done: ${stoppedBy?.message ?? 'it was stopped.'}`);
  const sets = await Promise.all(rows.flatMap((row) => (row.status === 'failed' ? [] : [client.sets.get(row.set.id)])));
  const kept = sets.filter((set) => set !== null);
  const withCriteria = kept.filter(({ content }) => content.criteria.length > 0);
  return {
    name,
    further: [],
    lists: await Promise.all(
      withCriteria.map(async (set) => listOfRecord(set.content, { top, only }, await verifiedQuotes(client, set))),
    ),
    cost: {
      usage: kept.map(({ run }) => run.model),
      elapsedMs: kept.reduce((sum, { run }) => sum + run.elapsedMs, 0),
    },
    agents: kept.map(({ content }) => agentsOf(content.engine)),
  };
}

function agentsOf({ prompts, models }: CriteriaSet['content']['engine']): AgentProvenance {
  return Object.fromEntries(
    Object.entries(prompts).map(([name, promptHash]) => [
      name,
      { model: models[name] ?? models['default'] ?? '', promptHash },
    ]),
  );
}
