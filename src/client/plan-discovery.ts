/** What a discovery would do and cost at most: the discovery itself, on agents and pages that only count. */
import { modeOf, searchesOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { SOURCED_MODES, type CriteriaSet, type DiscoveryParameters, type Mode } from '../domain/criteria-set.ts';
import type { Engine } from '../domain/engine.ts';
import { done } from '../domain/outcome.ts';
import type { Task } from '../domain/task.ts';
import { taskOfKind } from '../domain/text-kind.ts';
import { discover, type Sharing } from '../discover/discover.ts';
import { createModelEngine } from '../engines/model/engine.ts';
import { fenceTask } from '../llm/agent-kit/fenced-input.ts';
import { settingsOfGuide } from './guides.ts';
import { createCallCounter, type CallCounter, type PricedCalls, type PricedModel } from './call-counter.ts';
import { criteriaSetId } from '../discover/set-id.ts';
import type { CountedCalls } from '../llm/counting-client.ts';
import { madeOncePerKey } from './made-once.ts';
import { discoveryParameters } from './options.ts';
import { workingAlone } from './runs.ts';
import { isPlannedPage, plannedSources } from './planned-sources.ts';
import { NO_SOURCES } from './sources.ts';

export interface DiscoveryPlan {
  readonly mode: Mode;
  readonly parameters: DiscoveryParameters;
  /** None where the mode asks the model alone, or only pages are given. */
  readonly searches: readonly string[];
  /** Null for the offline engine, which costs nothing. */
  readonly model:
    | (PricedModel & {
        /** Should every query find too little and be asked once more in other words; null where nothing is searched. */
        readonly everyQueryTwice: readonly PricedCalls[] | null;
        /** Null where nothing is searched, or a single task has nobody to share with. */
        readonly sharing: PlannedSharing | null;
      })
    | null;
}

/** What sharing advice by kind of text takes depends on how many kinds the tasks are of, which nobody knows before they are named. */
export interface PlannedSharing {
  /** Whether `rows` of the plan are with sharing; they are then those of tasks that all differ. */
  readonly isChosen: boolean;
  readonly none: readonly PricedCalls[];
  readonly ofOneKind: readonly PricedCalls[];
  readonly allDiffer: readonly PricedCalls[];
}

type Shared = 'none' | 'of one kind' | 'all differ';

/** Of all the tasks together. */
export async function planDiscovery(
  tasks: readonly Task[],
  settings: Settings,
  secrets: Secrets,
): Promise<DiscoveryPlan> {
  const mode = modeOf(settings);
  const searches = SOURCED_MODES.has(mode) ? searchesOf(settings) : [];
  const common = { mode, parameters: discoveryParameters(settings), searches };
  const plan = async (shared: Shared, isEveryQueryReworded = false): Promise<PricedModel | null> => {
    const counter = await createCallCounter(settings, secrets);
    if (counter === null) return null;
    const kinds = shared === 'all differ' ? tasks.length : 1;
    if (shared !== 'none') await countNaming(counter, tasks, kinds);
    const countTask = discoveryCounter(counter, isEveryQueryReworded, tasks.length / kinds);
    for (const task of tasks) await countTask(task, { ...settings, share: shared === 'none' ? 'none' : 'kind' });
    return counter.planned();
  };
  const rowsOf = async (...how: Parameters<typeof plan>) => (await plan(...how))?.rows ?? [];
  const isChosen = common.parameters.share === 'kind';
  const shared = isChosen ? 'all differ' : 'none';
  const model = await plan(shared);
  if (model === null) return { ...common, model };
  const isSearched = searches.length > 0;
  const mayShare = isSearched && (tasks.length > 1 || isChosen);
  return {
    ...common,
    model: {
      ...model,
      everyQueryTwice: isSearched ? await rowsOf(shared, true) : null,
      sharing: mayShare
        ? {
            isChosen,
            none: isChosen ? await rowsOf('none') : model.rows,
            ofOneKind: await rowsOf('of one kind'),
            allDiffer: isChosen ? model.rows : await rowsOf('all differ'),
          }
        : null,
    },
  };
}

async function countNaming(counter: CallCounter, tasks: readonly Task[], kinds: number): Promise<void> {
  const { kindNaming } = createModelEngine(counter.agents);
  const named = tasks.map((task, index) => ({ id: `t${index}`, task }));
  await kindNaming?.name(workingAlone(), named, []);
  const names = Array.from({ length: kinds }, (_, index) => ({ name: `text of kind ${index}`, readers: null }));
  if (kinds > 1) await kindNaming?.unite(workingAlone(), names);
}

/** Discovers for plans, and counts what that takes. */
export function plannedDiscoveries(counter: CallCounter) {
  const countTask = discoveryCounter(counter, false, 1);
  return async (task: Task, settings: Settings): Promise<CriteriaSet> => {
    if (discoveryParameters(settings).share === 'kind') await countNaming(counter, [task], 1);
    const set = await countTask(task, settings);
    const content = { ...set.content, task };
    return { ...set, id: criteriaSetId(content), content };
  };
}

/**
 * Every task makes as many calls with the same settings, and each of them shows its task: what the first task takes, the
 * others take but for the length of the task. Of tasks that share advice, the first of each kind makes the guide.
 * @returns counts a task; gives the set of the first one with the same settings
 */
function discoveryCounter(counter: CallCounter, isEveryQueryReworded: boolean, tasksPerKind: number) {
  const first = madeOncePerKey<{ set: CriteriaSet; counted: readonly CountedCalls[]; taskTokens: number }>();
  /** Of tasks that share advice: how many there were, and their guide. */
  const shared = new Map<string, { readonly tasks: number; readonly guide: CriteriaSet }>();

  async function countOne(task: Task, settings: Settings, sharing: Sharing = {}): Promise<CriteriaSet> {
    const taskTokens = counter.tokensOf(fenceTask(task));
    const made = await first(`${keyOf(settings)} ${Object.keys(sharing).join()}`, async () => {
      const apart = counter.apart();
      const set = await countDiscovery(apart, task, settings, isEveryQueryReworded, sharing);
      return { set, counted: apart.counted(), taskTokens };
    });
    const addedTokens = taskTokens - made.taskTokens;
    counter.add(
      made.counted.map((row) => ({
        ...row,
        // A search shows its query alone.
        inputTokens: row.inputTokens + (row.step === 'search' ? 0 : row.calls * addedTokens),
      })),
    );
    return made.set;
  }

  return async (task: Task, settings: Settings): Promise<CriteriaSet> => {
    if (discoveryParameters(settings).share !== 'kind') return countOne(task, settings);
    const key = keyOf(settings);
    const kind = { name: 'text of a kind', readers: null };
    const known = shared.get(key) ?? null;
    const tasks = known?.tasks ?? 0;
    const guide =
      known === null || tasks % tasksPerKind === 0
        ? await countOne(taskOfKind(kind), settingsOfGuide(settings), { guideTo: kind })
        : known.guide;
    shared.set(key, { tasks: tasks + 1, guide });
    return countOne(task, settings, { guide: async () => guide });
  };
}

function keyOf(settings: Settings): string {
  return JSON.stringify([modeOf(settings), searchesOf(settings), discoveryParameters(settings)]);
}

async function countDiscovery(
  { agents }: Pick<CallCounter, 'agents'>,
  task: Task,
  settings: Settings,
  isEveryQueryReworded: boolean,
  sharing: Sharing,
): Promise<CriteriaSet> {
  // With the driver, which may be missing.
  const { createMemoryStore } = await import('../store/sqlite/memory.ts');
  const mode = modeOf(settings);
  const { search, documents } = SOURCED_MODES.has(mode) ? plannedSources(settings, agents) : NO_SOURCES;
  const engine = createModelEngine(agents);
  const withoutRewording = { ...engine, rewordQueries: undefined };
  const ports = {
    engine: isEveryQueryReworded ? ratingPoorly(engine, isPlannedPage) : withoutRewording,
    model: agents.model,
    search,
    documents,
    store: createMemoryStore(),
    sourceNotes: [],
    groundruleVersion: '',
  };
  return discover(workingAlone(), ports, task, discoveryParameters(settings), mode, sharing);
}

/** Of the pages that a query found in its first wording all but one are off the subject, so that it is asked in another. */
function ratingPoorly(engine: Engine, isFound: (url: string) => boolean): Engine {
  return {
    ...engine,
    ratePages: async (run, task, items) => {
      const rated = new Map(await engine.ratePages(run, task, items));
      const served = new Set<string>();
      for (const { id, url, queries } of items) {
        const [query] = queries;
        if (!isFound(url) || query === undefined || query.kind === 'reworded') continue;
        if (served.has(query.id)) rated.set(id, done({ relevance: 0, expertise: 1, reasons: [] }));
        served.add(query.id);
      }
      return rated;
    },
  };
}
