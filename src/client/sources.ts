/** Where queries are asked and documents come from, as the settings say: library folders, the web, or both. */
import { packageInfo } from '../config/package-root.ts';
import { LIBRARY, OPENAI, searchesOf } from '../config/refuse-contradictions.ts';
import type { Secrets } from '../config/environment.ts';
import { flagOf, isSettingName, type Settings } from '../config/settings.ts';
import { InputError } from '../domain/errors.ts';
import { languageOf } from '../domain/language.ts';
import type { DocumentPort, SearchPort, StorePort } from '../domain/ports.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { ConnectionOptions } from '../search/connect-engine.ts';
import { ADDRESSES, type HowToSet, type SearchAccess } from '../search/engines/registry.ts';
import type { LoadedEngine } from './engine.ts';
import type { LibraryFile } from '../discover/discovery.ts';
import { createWebAccess, libraryFolders, type WebAccessRequest } from './web-access.ts';

export interface Sources {
  /** Null: nothing is searched, and only the pages that were given are read. */
  readonly search: SearchPort | null;
  readonly documents: readonly DocumentPort[];
  /** What people should know before any search. */
  readonly notes: readonly string[];
  /** What the user's own folders hold, with what becomes of it where no query finds it. */
  readonly libraryFiles: readonly LibraryFile[];
  /** Of these folders; none where the web is asked, too: its pages may be on any kind. */
  readonly libraryTitles: readonly string[];
  /** Changes where what can be found does; of the web, which changes all the time, it names only the searches. */
  readonly fingerprint: string;
}

export interface SourcesRequest extends WebAccessRequest {
  readonly secrets: Secrets;
  /** For the search that a model's server makes. */
  readonly engineOf: () => Promise<Pick<LoadedEngine, 'agents'>>;
  /** How messages call what a search needs; default: as the command line does. */
  readonly howToSet?: HowToSet | undefined;
}

/** Of modes that ask the model alone. */
export const NO_SOURCES: Sources = {
  search: null,
  documents: [],
  notes: [],
  libraryFiles: [],
  libraryTitles: [],
  fingerprint: 'none',
};

/** Equal for settings that lead to the same sources. */
export function sourcesKey(settings: Settings): string {
  const { library, search, urls, allowDomains, allowHosts, language, since, providerText, maxAgeDays, webSearchTool } =
    settings;
  const names = searchesOf({ search, urls, library });
  return JSON.stringify([
    ...[names, library, ADDRESSES.map(({ name }) => settings[name]), urls.length > 0],
    ...[allowDomains, allowHosts],
    ...[language, since, providerText, maxAgeDays, webSearchTool],
  ]);
}

const DAY_MS = 86_400_000;

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
    notes: [...(library?.notes ?? []), ...[search?.notice ?? [], web.warning ?? []].flat()],
    libraryFiles: library?.libraryFiles ?? [],
    libraryTitles: asksTheWeb ? [] : (library?.libraryTitles ?? []),
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
  const { settings, secrets, store, engineOf } = request;
  const [{ createSearch }, { createModelSearch }, connection] = await Promise.all([
    import('../search/create-search.ts'),
    import('./model-search.ts'),
    searchConnection(run, request),
  ]);
  return createSearch(names, searchAccess(settings, secrets), {
    ...connection,
    rates: store.rates,
    howToSet: request.howToSet ?? howToSet,
    ports: {
      ...(library?.search == null ? {} : { [LIBRARY]: library.search }),
      ...(names.includes(OPENAI) ? { [OPENAI]: createModelSearch(settings, secrets, await engineOf(), maxAgeMs) } : {}),
    },
    keep: { records: store.kept, maxAgeMs },
  });
}

/** What users have set for searches: addresses are settings, keys are secrets. */
export function searchAccess(settings: Settings, { search }: Secrets): SearchAccess {
  return { ...Object.fromEntries(ADDRESSES.map(({ name }) => [name, settings[name]])), ...search };
}

/** How the command line's users set what a search needs. */
export const howToSet: HowToSet = ({ kind, name, variable }) =>
  kind === 'address' && isSettingName(name) ? flagOf(name) : `${variable} in the environment`;

/** How search services are reached, and what is asked of them beside the query. */
export async function searchConnection(
  { clock }: Pick<RunContext, 'clock'>,
  { settings, proxy }: Pick<SourcesRequest, 'settings' | 'proxy'>,
): Promise<Omit<ConnectionOptions, 'howToSet'>> {
  const scope = {
    language: settings.language === null ? null : languageOf(settings.language),
    since: settings.since,
    domains: settings.allowDomains,
    pageText: settings.providerText,
  };
  const retryPolicy = { maxRetryAfterMs: settings.maxRetrySeconds * 1_000 };
  if (proxy === null) return { clock, scope, retryPolicy };
  const { checkedProxy, createProxiedFetch } = await import('../web/proxy.ts');
  return { clock, scope, retryPolicy, fetch: await createProxiedFetch(checkedProxy(proxy)) };
}

async function openLibraries(run: RunContext, settings: Settings, store: StorePort): Promise<Sources> {
  const isBundled = settings.library.length === 0;
  const { search, documents, problems, urls, titles, fingerprint } = isBundled
    ? await openBundled(run, store)
    : await openFolders(run, settings.library, store);
  const { nameFiles } = await import('../discover/library-files.ts');
  return {
    search,
    documents: [documents],
    // What is odd in the bundled library is no news to its users.
    notes: isBundled ? [] : nameFiles(problems, 'left out'),
    libraryFiles: isBundled ? [] : [...problems, ...urls.map((url) => ({ url, ...NOT_FOUND }))],
    libraryTitles: isBundled ? [] : titles,
    fingerprint,
  };
}

const NOT_FOUND = { decision: 'outranked', reason: 'No query found it among its best results.' } as const;

async function openBundled(run: RunContext, store: StorePort) {
  const { openBundledLibrary } = await import('../search/library/prepared-library.ts');
  const { root, bundledLibrary: folder } = packageInfo();
  return openBundledLibrary(run, { root, folder, store });
}

/** Of the user's folders, where they are read: sources that were opened in another state are not what lies there now. */
export async function stateOfLibrary({ signal }: RunContext, settings: Settings): Promise<string> {
  if (settings.library.length === 0 || !searchesOf(settings).includes(LIBRARY)) return '';
  const { stateOfFolders } = await import('../search/library/state-of-folders.ts');
  return stateOfFolders(libraryFolders(settings.library), signal);
}

async function openFolders(run: RunContext, paths: readonly string[], store: StorePort) {
  const { openLibrary } = await import('../search/library/open-library.ts');
  return openLibrary(run, {
    folders: libraryFolders(paths),
    store,
    onProgress: (done, total) => run.emit({ type: 'step-progress', step: 'pages', done, total }),
  });
}
