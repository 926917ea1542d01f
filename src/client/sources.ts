/** Where queries are asked and documents come from, as the settings say: library folders, the web, or both. */
import { packageInfo } from '../config/package-root.ts';
import { LIBRARY, searchesOf } from '../config/refuse-contradictions.ts';
import { SECRET_VARIABLES, type Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import { InputError } from '../domain/errors.ts';
import { languageOf } from '../domain/language.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { ConnectionOptions } from '../search/connect-service.ts';
import type { SearchScope } from '../search/search-scope.ts';
import type { NameSetting } from '../search/search-settings.ts';
import { createWebAccess } from './web-access.ts';

export interface Sources {
  /** Null: nothing is searched, and only the pages that were given are read. */
  readonly search: SearchPort | null;
  readonly documents: readonly DocumentPort[];
  /** What people should know before any search. */
  readonly notes: readonly string[];
  /** Changes where what can be found does; of the web, which changes all the time, it names only the searches. */
  readonly fingerprint: string;
}

export interface SourcesRequest {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly store: StorePort;
  /** Null: none is named. */
  readonly proxy: ProxySettings | null;
  /** How messages call what a search needs; default: as the command line does. */
  readonly howToSet?: NameSetting | undefined;
}

/** Of modes that ask the model alone. */
export const NO_SOURCES: Sources = { search: null, documents: [], notes: [], fingerprint: 'none' };

/** Equal for settings that lead to the same sources. */
export function sourcesKey({
  library,
  search,
  searxngUrl,
  urls,
  allowDomains,
  allowHosts,
  language,
  since,
  providerText,
  maxAgeDays,
}: Settings): string {
  const names = searchesOf({ search, urls, library });
  return JSON.stringify([
    ...[names, library, searxngUrl, urls.length > 0, allowDomains, allowHosts],
    ...[language, since, providerText, maxAgeDays],
  ]);
}

const DAY_MS = 86_400_000;

/** @throws InputError where a library, a search or the proxy cannot be used */
export async function createSources(run: RunContext, request: SourcesRequest): Promise<Sources> {
  const { settings, store } = request;
  const names = searchesOf(settings);
  if (settings.since !== null && Date.parse(settings.since) > run.clock.now().getTime())
    throw new InputError(`--since ${settings.since} lies in the future: no page is as new as that.`);
  const library = names.includes(LIBRARY) ? await openLibraries(run, settings, store) : null;
  const asksTheWeb = names.some((name) => name !== LIBRARY);
  if (!asksTheWeb && settings.urls.length === 0 && library !== null) return library;

  const maxAgeMs = settings.maxAgeDays * DAY_MS;
  const web = await createWebAccess(run, request, maxAgeMs);
  const search = names.length === 0 ? null : await createSearches(run, request, names, library, maxAgeMs);
  return {
    search,
    documents: [...(library?.documents ?? []), web.documents],
    notes: [
      ...(library?.notes ?? []),
      ...(search?.notice === undefined ? [] : [search.notice]),
      ...(web.warning === null ? [] : [web.warning]),
    ],
    fingerprint: [search?.name ?? 'none', ...(library === null ? [] : [library.fingerprint])].join(' '),
  };
}

async function createSearches(
  run: RunContext,
  request: SourcesRequest,
  names: readonly string[],
  library: Sources | null,
  maxAgeMs: number,
): Promise<SearchPort> {
  const [{ createSearch }, { keptSearch }, connection] = await Promise.all([
    import('../search/create-search.ts'),
    import('../search/kept-search.ts'),
    searchConnection(run, request),
  ]);
  const { settings, secrets, store } = request;
  return createSearch(
    names,
    { searxngUrl: settings.searxngUrl, ...secrets },
    {
      ...connection,
      howToSet: request.howToSet ?? howToSet,
      ports: library?.search == null ? {} : { [LIBRARY]: library.search },
      // Each by itself: what may not be kept does not keep the others from it, and a library changes at any time.
      wrap: (engine) =>
        keptSearch(engine, store.kept, maxAgeMs, connection.scope, serverOf(engine.name, settings)),
    },
  );
}

/** Null: there is one server of this search for all. Without a password, which is no part of a key. */
function serverOf(name: string, { searxngUrl }: Settings): string | null {
  if (name !== 'searxng' || searxngUrl === null) return null;
  const { origin, pathname } = new URL(searxngUrl);
  return `${origin}${pathname.replace(/\/$/u, '')}`;
}

/** How the command line's users set what a search needs. */
export const howToSet: NameSetting = (name) =>
  name === 'searxngUrl' ? '--searxng-url' : `${SECRET_VARIABLES[name]} in the environment`;

/** How search services are reached, and what is asked of them beside the query. */
export async function searchConnection(
  { clock }: Pick<RunContext, 'clock'>,
  { settings, proxy }: Pick<SourcesRequest, 'settings' | 'proxy'>,
): Promise<ConnectionOptions & { readonly scope: SearchScope }> {
  const scope = {
    language: languageOf(settings.language),
    since: settings.since,
    domains: settings.allowDomains,
    pageText: settings.providerText,
  };
  if (proxy === null) return { clock, scope };
  const [{ checkedProxy }, { createProxiedFetch }] = await Promise.all([
    import('../web/proxy.ts'),
    import('../web/proxied-fetch.ts'),
  ]);
  return { clock, scope, fetch: await createProxiedFetch(checkedProxy(proxy)) };
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
