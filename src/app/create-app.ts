/** The composition root: the only place that builds adapters from settings. */
import { packageInfo } from '../config/package-root.ts';
import type { Settings } from '../config/settings.ts';
import type { CriteriaSet, DiscoveryParameters } from '../domain/criteria-set.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock, RunContext, RunEvent } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import type { Audit } from '../pipeline/audit.ts';
import { systemClock } from './clock.ts';
import { openStore } from './open-store.ts';

export interface AppOptions {
  readonly settings: Settings;
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
  close(): Promise<void>;
}

/** Opens the store; engines, libraries and everything heavy are loaded only when a command needs them. */
export async function createApp(options: AppOptions): Promise<App> {
  const { settings } = options;
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
  return {
    store,
    discover: async (task) => {
      const [{ discover }, { createOfflineEngine }, { openLibrary }] = await Promise.all([
        import('../pipeline/discover.ts'),
        import('../offline/engine.ts'),
        import('../search/library/open-library.ts'),
      ]);
      const { version, bundledLibrary } = packageInfo();
      const folders =
        settings.library.length > 0
          ? settings.library.map((path) => ({ path, via: 'library' as const }))
          : [{ path: bundledLibrary, via: 'bundled' as const }];
      const library = await openLibrary(run, {
        folders,
        store,
        onProgress: (done, total) => run.emit({ type: 'step-progress', step: 'pages', done, total }),
      });
      const ports = {
        engine: createOfflineEngine(),
        search: library.search,
        documents: [library.documents],
        // What is odd in the bundled library is no news to its users.
        sourceNotes:
          settings.library.length === 0
            ? []
            : library.problems.map(({ url, reason }) => `${url} was left out: ${reason}`),
        store,
        groundruleVersion: version,
      };
      return discover(run, ports, task, parametersOf(settings));
    },
    audit: async (set) => {
      const { audit } = await import('../pipeline/audit.ts');
      return audit(set, store);
    },
    close: () => store.close(),
  };
}

function parametersOf(settings: Settings): DiscoveryParameters {
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    language: 'eng',
    rounds: 1,
    modelCriteria: 30,
    moreModelCriteria: 0,
  };
}
