/** The composition root: the only place that builds adapters from settings. */
import { packageInfo } from '../config/package-root.ts';
import { modeOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { SOURCED_MODES, type CriteriaSet } from '../domain/criteria-set.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock, RunContext, RunEvent } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { Audit } from '../pipeline/audit.ts';
import type { PrecomputeOptions, PrecomputeResult } from '../pipeline/precompute.ts';
import type { Instruction } from '../pipeline/precompute/discover-row.ts';
import type { RowOutput } from '../pipeline/precompute/precomputed-row.ts';
import { systemClock } from './clock.ts';
import { createEngine } from './create-engine.ts';
import { createSources } from './create-sources.ts';
import { discoveryParameters } from './discovery-parameters.ts';
import { openStore } from './open-store.ts';

export interface AppOptions {
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
}

export interface App {
  readonly store: StorePort;
  discover(task: Task): Promise<CriteriaSet>;
  precompute(
    instructions: readonly Instruction[],
    output: RowOutput,
    options: PrecomputeOptions,
  ): Promise<PrecomputeResult>;
  audit(set: CriteriaSet): Promise<Audit>;
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
  const sourcesInUse = once(async () =>
    SOURCED_MODES.has(mode) ? createSources(run, settings, secrets, store) : NO_SOURCES,
  );
  let usage: () => readonly ModelUsage[] = () => [];

  /** @param ownRun an object of its own for each task: usage and calls are told apart by it */
  async function discoverTask(ownRun: RunContext, task: Task): Promise<CriteriaSet> {
    const [{ discover }, { engine, model, callsOf }] = await Promise.all([
      import('../pipeline/discover.ts'),
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
    const set = await discover(ownRun, ports, task, parameters, mode);
    if (model !== null) await store.kept.put('calls', set.id, callsOf(ownRun));
    return set;
  }

  return {
    store,
    discover: (task) => discoverTask({ ...run }, task),
    precompute: async (instructions, output, options) => {
      const [{ precompute }, { discoveryKey }, { engine }, { fingerprint }] = await Promise.all([
        import('../pipeline/precompute.ts'),
        import('../pipeline/precompute/discovery-key.ts'),
        engineInUse(),
        sourcesInUse(),
      ]);
      const setup = { mode, engine: engine.description, parameters, sources: fingerprint };
      const keyOf = (task: Task) => discoveryKey(setup, task);
      return precompute(run, { store, discover: discoverTask, keyOf, output }, instructions, options);
    },
    audit: async (set) => {
      const { audit } = await import('../pipeline/audit.ts');
      return audit(set, store);
    },
    usage: () => usage(),
    close: () => store.close(),
  };
}

const NO_SOURCES = {
  search: { name: 'none', search: () => Promise.reject(new Error('This mode does not search.')) },
  documents: [],
  notes: [],
  fingerprint: 'none',
};

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
