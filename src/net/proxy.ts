/** The proxy that a user's environment names, and what it takes away from the guard. */

/** As in HTTP_PROXY, HTTPS_PROXY (which falls back to the first) and NO_PROXY; null where not set. */
export interface ProxySettings {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  readonly noProxy: string | null;
}

/** @returns a sentence for the record, or null where no proxy is in use */
export function proxyWarning(proxy: ProxySettings | null): string | null {
  if (proxy === null || (proxy.httpProxy === null && proxy.httpsProxy === null)) return null;
  return (
    'Pages are fetched through a proxy, which resolves host names itself: addresses and names of private networks ' +
    'are still refused, but a public name that leads into a private network cannot be noticed here.'
  );
}
