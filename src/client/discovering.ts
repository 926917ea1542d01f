/** The client's ways to discover criteria, for one task or for many; what is kept for the same question is not discovered again. */
import type { Secrets } from '../config/environment.ts';
import type { Config } from '../config/load-config.ts';
import { packageInfo } from '../config/package-root.ts';
import { LIBRARY, modeOf, searchesOf } from '../config/refuse-contradictions.ts';
import { SOURCED_MODES, type CriteriaSet } from '../domain/criteria-set.ts';
import type { Engine } from '../domain/engine.ts';
import { readKind, type KindReading } from '../domain/guide-kind.ts';
import type { StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Clock, RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { Sharing } from '../discover/discover.ts';
import { ofRow, tasksOf, type Instruction } from '../jobs/rows/discover-row.ts';
import { planRows, type RowsPlan } from '../jobs/rows/plan-rows.ts';
import { precompute, type DiscoveredRows, type PrecomputeOptions } from '../jobs/rows/precompute.ts';
import type { RowOutput } from '../jobs/rows/row-output.ts';
import { discoveryKey, freshSet, type DiscoverySetup } from '../precompute/discovery-key.ts';
import { callsToKeep, keepCalls } from '../run/call-records.ts';
import { asNoAnswer } from '../run/no-answer.ts';
import type { HowToSet } from '../search/engines/registry.ts';
import { abortable, linkAbort } from '../web/abort.ts';
import type { CallCounter } from './call-counter.ts';
import type { LoadedEngine } from './engine.ts';
import { createGuides, type SharedGuides } from './guides.ts';
import { taskOf, type GivenInstruction } from './given-input.ts';
import { madeOnce, madeOncePerKey } from './made-once.ts';
import { configOfCall, discoveryParameters, type DiscoverOptions, type DiscoverySettings } from './options.ts';
import type { CallOptions, Runs } from './runs.ts';
import { createSources, NO_SOURCES, sourcesKey, stateOfLibrary, type Sources } from './sources.ts';

export interface DiscoveringMethods {
  /** Discovers the criteria of a writing task, unless a set is kept that answers for it; `run.runId` tells its model calls apart. */
  discover(instruction: GivenInstruction, options?: DiscoverOptions): Promise<CriteriaSet>;
  /**
   * Which kind of text an instruction is taken for. With other guides than the bundled ones, or the web, `nearest` is empty:
   * they may be on a kind that no bundled guide is on. @throws InputError where no kind has the name that is given
   */
  readKind(instruction: GivenInstruction, options?: DiscoverySettings): Promise<KindReading>;
  /** The criteria of many tasks: only those that `output` does not hold yet. */
  precompute(
    instructions: readonly Instruction[],
    output: RowOutput,
    options: PrecomputeOptions & DiscoverySettings & CallOptions,
  ): Promise<DiscoveredRows & { readonly runId: string }>;
  /** What `precompute` would have to do, and what that took so far. No model is asked, and `output` is read alone. */
  planPrecompute(
    instructions: readonly Instruction[],
    output: RowOutput | null,
    options: Pick<PrecomputeOptions, 'retryFailed'> & DiscoverySettings & CallOptions,
  ): Promise<RowsPlan>;
  /**
   * Where tasks of one kind share their advice: names the kinds of many tasks at once and keeps the names, so that every
   * process on the store shares alike. `precompute` does it by itself.
   */
  nameKinds(instructions: readonly Instruction[], options?: DiscoverySettings & CallOptions): Promise<void>;
  /** How a discovery with these options is set up: sets that were discovered so answer for it. */
  discoverySetup(options?: DiscoverySettings & CallOptions): Promise<DiscoverySetup>;
}

interface Tools {
  readonly config: Config;
  readonly secrets: Secrets;
  /** For plans: nothing is searched or fetched. */
  readonly counter: CallCounter | undefined;
  readonly proxy: ProxySettings | null;
  readonly howToSet: HowToSet | undefined;
  readonly runs: Runs;
  readonly store: StorePort;
  readonly clock: Clock;
  readonly engineOf: () => Promise<LoadedEngine>;
}

export function discoveringMethods(tools: Tools) {
  const { config, secrets, counter, proxy, howToSet, runs, store, clock, engineOf } = tools;
  const loadPlanned = madeOnce(async () => {
    if (counter === undefined) return null;
    const { plannedDiscoveries } = await import('./plan-discovery.ts');
    return plannedDiscoveries(counter);
  });
  const sourcesBySettings = new Map<string, { readonly state: string; readonly open: () => Promise<Sources> }>();
  const openSources = async (settings: Config['settings']): Promise<Sources> => {
    const key = sourcesKey(settings);
    const state = await stateOfLibrary(runs.shared, settings);
    let known = sourcesBySettings.get(key);
    if (known?.state !== state) {
      const request = { settings, secrets, store, proxy, howToSet, engineOf };
      // Opened for all calls with these settings, so that stopping one of them leaves it to the others.
      known = { state, open: madeOnce(() => createSources(runs.shared, request)) };
      sourcesBySettings.set(key, known);
    }
    return known.open();
  };
  /** By run. All work of one call is by what lay in the folders when it began. */
  const sourcesOfCalls = new Map<string, ReturnType<typeof madeOncePerKey<Sources>>>();
  const sourcesOf = (run: RunContext, { settings }: Config): Promise<Sources> => {
    if (counter !== undefined || !SOURCED_MODES.has(modeOf(settings))) return Promise.resolve(NO_SOURCES);
    // The sources of ended calls may hold whole libraries.
    for (const ended of sourcesOfCalls.keys()) if (!runs.isUnderWay(ended)) sourcesOfCalls.delete(ended);
    const { runId } = outermost(run);
    const openOnce = sourcesOfCalls.get(runId) ?? madeOncePerKey<Sources>();
    sourcesOfCalls.set(runId, openOnce);
    return abortable(
      openOnce(sourcesKey(settings), () => openSources(settings)),
      run.signal,
    );
  };

  /** Comparing titles with the names of all kinds takes time. */
  const enginesForGuides = new WeakMap<Sources, Engine>();
  const engineForKind = ({ engine }: LoadedEngine, { settings }: Config, sources: Sources): Engine => {
    const { kind, library } = settings;
    const titles = sources.libraryTitles;
    const forGuides =
      enginesForGuides.get(sources) ?? (titles.length === 0 ? engine : (engine.withGuides?.(titles) ?? engine));
    enginesForGuides.set(sources, forGuides);
    return kind === null ? forGuides : (forGuides.withKind?.(kind, library.length > 0) ?? forGuides);
  };

  async function discoverWith(
    outer: RunContext,
    callConfig: Config,
    task: Task,
    sharing: (run: RunContext) => Sharing,
  ): Promise<CriteriaSet> {
    const controller = new AbortController();
    const unlink = linkAbort(controller, outer.signal);
    const run = { ...outer, signal: controller.signal };
    const [{ discover }, loaded] = await Promise.all([import('../discover/discover.ts'), engineOf()]);
    const model = loaded.agents?.model ?? null;
    const calls = () => model?.callsOf(run.runId) ?? [];
    const sources = await sourcesOf(run, callConfig);
    const engine = engineForKind(loaded, callConfig, sources);
    const { search, documents, notes: sourceNotes, libraryFiles } = sources;
    const groundruleVersion = packageInfo().version;
    const found = { search, documents, sourceNotes, libraryFiles, sources: sources.fingerprint };
    const ports = { engine, model, ...found, store, groundruleVersion };
    const parameters = discoveryParameters(callConfig.settings);
    try {
      const set = await discover(run, ports, task, parameters, modeOf(callConfig.settings), sharing(run));
      if (model !== null) await keepCalls(set.id, await callsToKeep(calls(), set, store), store);
      return set;
    } catch (error) {
      throw asNoAnswer(error, calls());
    } finally {
      await model?.endRun(run.runId);
      // What else a failed run left under way is of use to nobody.
      controller.abort();
      unlink();
    }
  }

  async function setupOf(run: RunContext, callConfig: Config): Promise<DiscoverySetup> {
    const [{ engine }, { fingerprint }] = await Promise.all([engineOf(), sourcesOf(run, callConfig)]);
    const { settings } = callConfig;
    const parameters = discoveryParameters(settings);
    return { mode: modeOf(settings), engine: engine.description, parameters, sources: fingerprint };
  }

  const guides = createGuides({ store, clock, engineOf, setupOf, discover: discoverWith });

  /** @param shared the guides of the run that it is a part of */
  async function discoverTask(
    run: RunContext,
    callConfig: Config,
    task: Task,
    shared: SharedGuides = guides.of(run),
  ): Promise<CriteriaSet> {
    const discoverPlanned = await loadPlanned();
    if (discoverPlanned !== null) {
      const set = await discoverPlanned(task, callConfig.settings);
      await store.putSet(set);
      return set;
    }
    const isShared = discoveryParameters(callConfig.settings).share === 'kind';
    return discoverWith(run, callConfig, task, (ownRun) =>
      isShared ? { guide: () => guides.guideFor(ownRun, callConfig, task, shared) } : {},
    );
  }

  /** What `precompute` or an import left for the same question answers, if its web pages are not older than `maxAgeDays`. */
  async function keptOrDiscovered(run: RunContext, callConfig: Config, task: Task): Promise<CriteriaSet> {
    const key = discoveryKey(await setupOf(run, callConfig), task);
    const value = await store.kept.get('discovery', key);
    return (
      (await freshSet(store, value, clock.now(), callConfig.settings.maxAgeDays)) ?? discoverTask(run, callConfig, task)
    );
  }

  const methods: DiscoveringMethods = {
    discover: (instruction, options = {}) =>
      runs.start(options, async (run) => {
        const callConfig = await configOfCall(config, options);
        return keptOrDiscovered(run, callConfig, taskOf(instruction, options.context));
      }),
    readKind: (instruction, options = {}) =>
      runs.start({}, async (run) => {
        const callConfig = await configOfCall(config, options);
        const { kind, library } = callConfig.settings;
        const asksTheWeb = searchesOf(callConfig.settings).some((name) => name !== LIBRARY);
        const isByTitles = kind === null && library.length > 0 && !asksTheWeb;
        const sources = isByTitles ? await sourcesOf(run, callConfig) : NO_SOURCES;
        const engine = engineForKind(await engineOf(), callConfig, sources);
        const task = taskOf(instruction, undefined);
        if (library.length > 0 || asksTheWeb) return { kind: engine.kindOf?.(task) ?? null, nearest: [] };
        return readKind(engine, task);
      }),
    precompute: (instructions, output, options) =>
      runs.start(options, async (run) => {
        const callConfig = await configOfCall(config, options);
        const setup = await setupOf(run, callConfig);
        const { agents } = await engineOf();
        await guides.nameKinds(run, callConfig, tasksOf(instructions));
        const shared = guides.of({ ...run, emit: ofRow(run, 'guide').emit });
        const ports = {
          store,
          output,
          spentShare: async () => (await agents?.model.spentShare(run)) ?? null,
          discover: (rowRun: RunContext, task: Task) => discoverTask(rowRun, callConfig, task, shared),
          keyOf: (task: Task) => discoveryKey(setup, task),
        };
        const result = await precompute(run, ports, instructions, options);
        return { ...result, runId: run.runId };
      }),
    planPrecompute: (instructions, output, options) =>
      runs.start(options, async (run) => {
        const setup = await setupOf(run, await configOfCall(config, options));
        return planRows({ store, setup, output }, instructions, options.retryFailed);
      }),
    nameKinds: (instructions, options = {}) =>
      runs.start(options, async (run) =>
        guides.nameKinds(run, await configOfCall(config, options), tasksOf(instructions)),
      ),
    discoverySetup: (options = {}) =>
      runs.start(options, async (run) => setupOf(run, await configOfCall(config, options))),
  };
  return { ...methods, keptOrDiscovered, setupOf };
}

/** The run of the call that it is a part of. */
function outermost(run: RunContext): RunContext {
  return run.parent === undefined ? run : outermost(run.parent);
}
