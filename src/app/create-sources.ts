/** Where queries are asked and documents come from, as the settings say: library folders, the web, or both. */
import { packageInfo } from '../config/package-root.ts';
import { LIBRARY, searchesOf } from '../config/refuse-contradictions.ts';
import { SECRET_VARIABLES, type Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';

export interface Sources {
  readonly search: SearchPort;
  readonly documents: readonly DocumentPort[];
  /** What people should know before any search. */
  readonly notes: readonly string[];
  /** Changes where what can be found does; of the web, which changes all the time, it names only the searches. */
  readonly fingerprint: string;
}

const CONTACT_URL = 'https://github.com/groundrule/groundrule';
const DAY_MS = 86_400_000;

export async function createSources(
  run: RunContext,
  settings: Settings,
  secrets: Secrets,
  store: StorePort,
): Promise<Sources> {
  const names = searchesOf(settings);
  const library = names.includes(LIBRARY) ? await openLibraries(run, settings, store) : null;
  if (names.every((name) => name === LIBRARY) && library !== null) return library;

  const [{ createSearch }, { keptSearch }] = await Promise.all([
    import('../search/create-search.ts'),
    import('../search/kept-search.ts'),
  ]);
  const maxAgeMs = settings.maxAgeDays * DAY_MS;
  const search = createSearch(
    names,
    { searxngUrl: settings.searxngUrl, ...secrets },
    {
      clock: run.clock,
      ports: library === null ? {} : { [LIBRARY]: library.search },
      howToSet: (name) =>
        name === 'searxngUrl' ? '--searxng-url' : `${SECRET_VARIABLES[name]} in the environment`,
    },
  );
  return {
    search: keptSearch(search, store.kept, maxAgeMs),
    documents: [...(library?.documents ?? []), await webDocuments(run, settings, store, maxAgeMs)],
    notes: [...(library?.notes ?? []), ...(search.notice === undefined ? [] : [search.notice])],
    fingerprint: [search.name, ...(library === null ? [] : [library.fingerprint])].join(' '),
  };
}

async function openLibraries(run: RunContext, settings: Settings, store: StorePort): Promise<Sources> {
  const { openLibrary } = await import('../search/library/open-library.ts');
  const folders =
    settings.library.length > 0
      ? settings.library.map((path) => ({ path, via: 'library' as const }))
      : [{ path: packageInfo().bundledLibrary, via: 'bundled' as const }];
  const { search, documents, problems, fingerprint } = await openLibrary(run, {
    folders,
    store,
    onProgress: (done, total) => run.emit({ type: 'step-progress', step: 'pages', done, total }),
  });
  return {
    search,
    documents: [documents],
    // What is odd in the bundled library is no news to its users.
    notes:
      settings.library.length === 0
        ? []
        : problems.map(({ url, reason }) => `${url} was left out: ${reason}`),
    fingerprint,
  };
}

async function webDocuments(
  run: RunContext,
  settings: Settings,
  store: StorePort,
  maxAgeMs: number,
): Promise<DocumentPort> {
  const [
    { createGuardedFetch },
    { createRobots },
    { createHostPacer, DEFAULT_PACE },
    { createWebDocuments },
    { fetchCache },
  ] = await Promise.all([
    import('../net/guarded-fetch.ts'),
    import('../net/robots.ts'),
    import('../net/host-pacer.ts'),
    import('../page/web/web-documents.ts'),
    import('../store/fetch-cache.ts'),
  ]);
  const userAgent = `Groundrule/${packageInfo().version} (+${CONTACT_URL})`;
  const fetch = createGuardedFetch({
    userAgent,
    clock: run.clock,
    allowHosts: settings.allowHosts,
    proxy: null,
  });
  const pacer = createHostPacer({ clock: run.clock, ...DEFAULT_PACE });
  const robots = createRobots({ fetch, pacer, userAgent });
  return createWebDocuments({ fetch, robots, pacer, cache: fetchCache(store.kept), maxAgeMs });
}
