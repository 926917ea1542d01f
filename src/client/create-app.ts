/** The composition root: the only place that builds adapters from settings. */
import { packageInfo } from '../config/package-root.ts';
import { modeOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { Checklist } from '../domain/checklist.ts';
import { SOURCED_MODES, type CriteriaSet } from '../domain/criteria-set.ts';
import type { Judgement } from '../domain/judgement.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Clock, RunContext, RunEvent } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { AddedPage, AddOptions } from '../search/library/add-to-library.ts';
import type { LiveAudit } from '../audit/audit-live.ts';
import type { Audit } from '../audit/audit.ts';
import type { JudgeInput, JudgeOptions } from '../judge/judge.ts';
import type { PrecomputeOptions, PrecomputeResult } from '../precompute/precompute.ts';
import type { Instruction } from '../precompute/discover-row.ts';
import type { RowOutput } from '../precompute/precomputed-row.ts';
import type { NameSetting } from '../search/search-settings.ts';
import { systemClock } from './clock.ts';
import { createEngine, type EngineInUse } from './create-engine.ts';
import { judgingWork, type JudgingWork } from './judging-work.ts';
import { createSources } from './create-sources.ts';
import { discoveryParameters } from './discovery-parameters.ts';
import { openStore } from './open-store.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** For the web; default: none. */
  readonly proxy?: ProxySettings | null | undefined;
  /** How messages call what a search needs; default: as the command line does. */
  readonly howToSet?: NameSetting | undefined;
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export interface App extends JudgingWork {
  readonly store: StorePort;
  discover(task: Task): Promise<CriteriaSet>;
  precompute(
    instructions: readonly Instruction[],
    output: RowOutput,
    options: PrecomputeOptions,
  ): Promise<PrecomputeResult>;
  audit(set: CriteriaSet): Promise<Audit>;
  /** Reads the cited sources again. */
  auditLive(set: CriteriaSet): Promise<LiveAudit>;
  /** Saves pages of the web to a folder. */
  addToLibrary(urls: readonly string[], options: AddOptions): Promise<readonly AddedPage[]>;
  /** The checklist of an instruction (TICK); needs a model. */
  generateChecklist(task: Task, examples: boolean): Promise<Checklist>;
  /** Judges one response. Its model calls are kept under the judgement's id. */
  judge(input: JudgeInput, options: JudgeOptions): Promise<Judgement>;
  /** What model calls took so far; none without a model. */
  usage(): readonly ModelUsage[];
  close(): Promise<void>;
}

/** Opens the store; engines, libraries and everything heavy are loaded only when a command needs them. */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings, secrets } = options;
  const run: RunContext = {
    signal: options.signal ?? new AbortController().signal,
    clock: options.clock ?? systemClock,
    emit: options.onEvent ?? (() => undefined),
    limits: {
      concurrency: settings.concurrency,
      maxDocumentBytes: settings.maxDocumentBytes,
      extractionTimeoutMs: settings.extractionTimeoutMs,
    },
  };
  const { store, notice } = await openStore(settings.store, options.defaultStorePath, run.clock);
  if (notice !== null) run.emit({ type: 'warning', message: notice });
  // Made once and kept: many tasks share one budget, one library and one limiter.
  const engineInUse = once(() => createEngine(settings, secrets, store, run.clock));
  const mode = modeOf(settings);
  const parameters = discoveryParameters(settings);
  const sources = { settings, secrets, store, proxy: options.proxy ?? null, howToSet: options.howToSet };
  const sourcesInUse = once(async () => (SOURCED_MODES.has(mode) ? createSources(run, sources) : NO_SOURCES));
  let usage: () => readonly ModelUsage[] = () => [];

  /** @param ownRun an object of its own for each task: usage and calls are told apart by it */
  async function discoverTask(ownRun: RunContext, task: Task): Promise<CriteriaSet> {
    const [{ discover }, { asNoAnswer }, { callsToKeep, keepCalls }, { engine, model, callsOf }] =
      await Promise.all([
        import('../discover/discover.ts'),
        import('../run/no-answer.ts'),
        import('../run/call-records.ts'),
        engineInUse(),
      ]);
    if (model !== null) usage = () => model.usage();
    const { search, documents, notes } = await sourcesInUse();
    const ports = {
      engine,
      model,
      search,
      documents,
      sourceNotes: notes,
      store,
      groundruleVersion: packageInfo().version,
    };
    const set = await discover(ownRun, ports, task, parameters, mode).catch((error: unknown) => {
      throw asNoAnswer(error, callsOf(ownRun));
    });
    if (model !== null) await keepCalls(set.id, await callsToKeep(callsOf(ownRun), set, store), store);
    return set;
  }

  /** What judges: the model that was named, or nobody. */
  async function judgeInUse(): Promise<EngineInUse> {
    const inUse = await engineInUse();
    const { model } = inUse;
    if (model !== null) usage = () => model.usage();
    return inUse;
  }

  return {
    store,
    generateChecklist: async (task, examples) => {
      const { generateChecklist } = await import('../judge/generate-checklist.ts');
      return generateChecklist({ ...run }, await judgeInUse(), task, examples);
    },
    judge: async (input, options) => {
      const ownRun = { ...run };
      const [{ judge }, { keepCalls }, { judgementId }, ports] = await Promise.all([
        import('../judge/judge.ts'),
        import('../run/call-records.ts'),
        import('../judge/judgement-id.ts'),
        judgeInUse(),
      ]);
      const judgement = await judge(ownRun, ports, input, options);
      if (judgement.judge !== null) await keepCalls(judgementId(judgement), ports.callsOf(ownRun), store);
      return judgement;
    },
    ...judgingWork(run, judgeInUse, store),
    discover: (task) => discoverTask({ ...run }, task),
    precompute: async (instructions, output, options) => {
      const [{ precompute }, { discoveryKey }, { engine }, { fingerprint }] = await Promise.all([
        import('../precompute/precompute.ts'),
        import('../precompute/discovery-key.ts'),
        engineInUse(),
        sourcesInUse(),
      ]);
      const setup = { mode, engine: engine.description, parameters, sources: fingerprint };
      const keyOf = (task: Task) => discoveryKey(setup, task);
      return precompute(run, { store, discover: discoverTask, keyOf, output }, instructions, options);
    },
    audit: async (set) => {
      const { audit } = await import('../audit/audit.ts');
      return audit(set, store);
    },
    auditLive: async (set) => {
      const [{ auditLive }, { liveDocuments }] = await Promise.all([
        import('../audit/audit-live.ts'),
        import('./live-documents.ts'),
      ]);
      return auditLive(run, { documents: await liveDocuments(run, sources, set), store }, set);
    },
    addToLibrary: async (urls, addOptions) => {
      const [{ addToLibrary }, { createWebAccess, NO_COPY_IS_YOUNG }] = await Promise.all([
        import('../search/library/add-to-library.ts'),
        import('./create-web-access.ts'),
      ]);
      const { documents, warning } = await createWebAccess(run, sources, NO_COPY_IS_YOUNG);
      if (warning !== null) run.emit({ type: 'warning', message: warning });
      return addToLibrary(run, documents, urls, addOptions);
    },
    usage: () => usage(),
    close: () => store.close(),
  };
}

const NO_SOURCES = {
  search: null,
  documents: [],
  notes: [],
  fingerprint: 'none',
};

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
