/** The composition root: the only place that builds adapters from settings. */
import { packageInfo } from '../config/package-root.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { CriteriaSet, DiscoveryParameters, Mode } from '../domain/criteria-set.ts';
import { LimitError } from '../domain/errors.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock, RunContext, RunEvent } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { Audit } from '../pipeline/audit.ts';
import { systemClock } from './clock.ts';
import { createEngine } from './create-engine.ts';
import { createSources } from './create-sources.ts';
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
  const sourcesInUse = once(() => createSources(run, settings, secrets, store));
  let usage: () => readonly ModelUsage[] = () => [];
  return {
    store,
    discover: async (task) => {
      const mode = modeOf(settings);
      const [{ discover }, { SOURCED_MODES }, { engine, model, calls }] = await Promise.all([
        import('../pipeline/discover.ts'),
        import('../pipeline/discovery/ask-model.ts'),
        engineInUse(),
      ]);
      if (model !== null) usage = () => model.usage();
      const { search, documents, notes } = SOURCED_MODES.has(mode) ? await sourcesInUse() : NO_SOURCES;
      const firstCall = calls.length;
      const ports = {
        engine,
        search,
        documents,
        sourceNotes: notes,
        store,
        groundruleVersion: packageInfo().version,
      };
      try {
        const set = await discover(run, ports, task, parametersOf(settings), mode);
        if (calls.length > firstCall) await store.kept.put('calls', set.id, calls.slice(firstCall));
        return set;
      } catch (error) {
        throw limitError(model?.exceeded() ?? null, error) ?? error;
      }
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
};

/** EA-Full with a model, EA-Web without one. */
function modeOf(settings: Settings): Mode {
  return settings.mode ?? (settings.model === null ? 'web' : 'full');
}

/** A step that failed because a limit was reached is no failure of the step: the user set the limit. */
function limitError(
  exceeded: { readonly limit: string; readonly allowed: number; readonly needed: number } | null,
  cause: unknown,
): LimitError | null {
  if (exceeded === null || !(cause instanceof Error)) return null;
  return new LimitError(
    `The limit ${exceeded.limit} = ${exceeded.allowed} was reached; the next call would have brought it to ${Number(exceeded.needed.toPrecision(4))}.`,
    {
      advice:
        'Every answer received so far is kept: raise the limit and run again, nothing is paid for twice.',
      cause,
    },
  );
}

function parametersOf(settings: Settings): DiscoveryParameters {
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    language: 'eng',
    rounds: settings.rounds,
    modelCriteria: settings.n,
    moreModelCriteria: settings.more,
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
