/** The one way to pages of the web, as the settings say. */
import { packageInfo } from '../config/package-root.ts';
import type { Settings } from '../config/settings.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { DocumentPort, StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { LibraryFolder } from '../search/library/guide-file.ts';

export interface WebAccessRequest {
  readonly settings: Settings;
  readonly store: StorePort;
  readonly proxy: ProxySettings | null;
}

export interface WebAccess {
  readonly documents: DocumentPort;
  /** What the user's proxy takes away from the guard; null without one. */
  readonly warning: string | null;
}

const CONTACT_URL = 'https://github.com/groundrule/groundrule';

/** @param maxAgeMs copies that are younger are used without asking */
export async function createWebAccess(
  { clock }: Pick<RunContext, 'clock'>,
  { settings, store, proxy: asked }: WebAccessRequest,
  maxAgeMs: number,
): Promise<WebAccess> {
  const [
    { createGuardedFetch },
    { checkedProxy, proxyWarning },
    { createRobots },
    { createHostPacer, DEFAULT_PACE },
    { createWebDocuments },
  ] = await Promise.all([
    import('../web/guarded-fetch.ts'),
    import('../web/proxy.ts'),
    import('../web/robots.ts'),
    import('../web/host-pacer.ts'),
    import('../pages/web/web-documents.ts'),
  ]);
  const userAgent = `Groundrule/${packageInfo().version} (+${CONTACT_URL})`;
  const proxy = asked === null ? null : checkedProxy(asked);
  const fetch = createGuardedFetch({ userAgent, clock, allowHosts: settings.allowHosts, proxy });
  const pacer = createHostPacer({ clock, ...DEFAULT_PACE });
  const robots = createRobots({ fetch, pacer, userAgent });
  const documents = createWebDocuments({ fetch, robots, pacer, clock, kept: store.kept, maxAgeMs });
  return { documents, warning: proxyWarning(proxy) };
}

/** Every page is asked for, conditionally where a copy is at hand. */
export async function freshPages(run: RunContext, request: WebAccessRequest): Promise<DocumentPort> {
  const { documents, warning } = await createWebAccess(run, request, Number.NEGATIVE_INFINITY);
  if (warning !== null) run.emit({ type: 'warning', message: warning });
  return documents;
}

/** The documents that a set cites, as they are now: the web asked again, library folders read again. */
export async function liveDocuments(
  run: RunContext,
  request: WebAccessRequest,
  { content }: CriteriaSet,
): Promise<readonly DocumentPort[]> {
  const cited = content.criteria.flatMap(({ evidence }) => evidence.map(({ via }) => via));
  const web = await freshPages(run, request);
  const { library } = request.settings;
  const isBundled = cited.includes('bundled');
  if (!isBundled && library.length === 0 && cited.includes('library'))
    throw new InputError('The set cites guides of a library, and no library is named.', {
      advice: 'Name its folders with --library, in the order in which they were named then.',
    });
  return !isBundled && library.length === 0 ? [web] : [await guidesIn(run, isBundled ? [] : library), web];
}

/** @param library none: the bundled one */
export function libraryFolders(library: readonly string[]): readonly LibraryFolder[] {
  if (library.length === 0) return [{ path: packageInfo().bundledLibrary, via: 'bundled' }];
  return library.map((path) => ({ path, via: 'library' }));
}

/** @param library as for `libraryFolders` */
export async function guidesIn(run: RunContext, library: readonly string[]): Promise<DocumentPort> {
  const [{ findGuides }, { libraryDocuments }] = await Promise.all([
    import('../search/library/find-guides.ts'),
    import('../search/library/read-guides.ts'),
  ]);
  const { files } = await findGuides(libraryFolders(library), run.signal);
  return libraryDocuments(files);
}
