/** The usual variables for proxies; the lower-case ones win, as in most programs. */
import type { ProxySettings } from '../domain/proxy-settings.ts';

/** Null where no proxy is named. */
export function readProxy(env: Readonly<Record<string, string | undefined>>): ProxySettings | null {
  const read = (name: string): string | null => {
    const value = (env[name.toLowerCase()] ?? env[name])?.trim() ?? '';
    return value === '' ? null : value;
  };
  const [httpProxy, httpsProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY')];
  if (httpProxy === null && httpsProxy === null) return null;
  return { httpProxy, httpsProxy, noProxy: read('NO_PROXY') };
}
