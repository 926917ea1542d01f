/** The one way to pages of the web, as the settings say. */
import { packageInfo } from '../config/package-root.ts';
import type { Settings } from '../config/settings.ts';
import type { DocumentPort, StorePort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { RunContext } from '../domain/run-context.ts';

export interface WebAccessRequest {
  readonly settings: Settings;
  readonly store: StorePort;
  /** Null: none is named. */
  readonly proxy: ProxySettings | null;
}

export interface WebAccess {
  readonly documents: DocumentPort;
  /** What the user's proxy takes away from the guard; null without one. */
  readonly warning: string | null;
}

/** Every page is asked for, conditionally where a copy is at hand. */
export const NO_COPY_IS_YOUNG = Number.NEGATIVE_INFINITY;

const CONTACT_URL = 'https://github.com/groundrule/groundrule';

/**
 * @param maxAgeMs copies that are younger are used without asking
 * @throws InputError where an allowed host or the proxy cannot be used
 */
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
    { fetchCache },
  ] = await Promise.all([
    import('../web/guarded-fetch.ts'),
    import('../web/proxy.ts'),
    import('../web/robots.ts'),
    import('../web/host-pacer.ts'),
    import('../pages/web/web-documents.ts'),
    import('../store/fetch-cache.ts'),
  ]);
  const userAgent = `Groundrule/${packageInfo().version} (+${CONTACT_URL})`;
  const proxy = asked === null ? null : checkedProxy(asked);
  const fetch = createGuardedFetch({ userAgent, clock, allowHosts: settings.allowHosts, proxy });
  const pacer = createHostPacer({ clock, ...DEFAULT_PACE });
  const robots = createRobots({ fetch, pacer, userAgent });
  const documents = createWebDocuments({ fetch, robots, pacer, cache: fetchCache(store.kept), maxAgeMs });
  return { documents, warning: proxyWarning(proxy) };
}
