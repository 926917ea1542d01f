/** The proxies that a user's environment names. */

/** As in HTTP_PROXY, HTTPS_PROXY (which falls back to the first) and NO_PROXY; null where not set. */
export interface ProxySettings {
  readonly httpProxy: string | null;
  readonly httpsProxy: string | null;
  readonly noProxy: string | null;
}
