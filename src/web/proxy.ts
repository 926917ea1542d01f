/** The proxy from the user's environment. */
import { InputError } from '../domain/errors.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Dispatcher } from 'undici';
import { normalizeHostname } from './refuse-url.ts';
import type { Fetch } from './trusted-fetch.ts';

/** A bare `host:port` means an HTTP proxy. @throws InputError (without the password) if it is not an HTTP address */
export function checkedProxy(proxy: ProxySettings): ProxySettings {
  return {
    httpProxy: proxyAddress('HTTP_PROXY', proxy.httpProxy),
    httpsProxy: proxyAddress('HTTPS_PROXY', proxy.httpsProxy),
    noProxy: proxy.noProxy,
  };
}

function proxyAddress(variable: string, value: string | null): string | null {
  if (value === null) return null;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//iu.test(value);
  const address = hasScheme || value.includes('/') ? value : `http://${value}`;
  if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol))
    throw new InputError(`${variable} is not an http or https URL.`, {
      advice: `Set ${variable} to an address such as http://proxy.example:3128, or unset it.`,
    });
  if (isPlain(new URL(address))) return address;
  throw new InputError(`${variable} has a path, or a user name or password with characters that no URL may have.`, {
    advice:
      'In a user name or password write %25 for “%”, %23 for “#” and %5C for “\\”; behind the port nothing may stand.',
  });
}

/** A backslash ends the host: what stands behind it is a path. */
function isPlain({ username, password, pathname, search, hash }: URL): boolean {
  try {
    for (const part of [username, password]) decodeURIComponent(part);
    return pathname === '/' && search === '' && hash === '';
  } catch {
    return false;
  }
}

/** @returns a sentence for the record; null without a proxy */
export function proxyWarning(proxy: ProxySettings | null): string | null {
  if (proxy === null || (proxy.httpProxy === null && proxy.httpsProxy === null)) return null;
  return (
    'Pages are fetched through a proxy, which resolves host names itself: private addresses and names are still ' +
    'refused, but a public name that resolves to a private address cannot be detected.'
  );
}

export function proxyOptions({ httpProxy, httpsProxy, noProxy }: ProxySettings) {
  return {
    // Empty strings: undici reads the environment for undefined ones.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy: noProxy ?? '',
    // Many proxies refuse tunnels to port 80.
    proxyTunnel: false,
  };
}

/** By their settings: who asks through the same proxy shares its connections. */
const agents = new Map<string, Dispatcher>();

/**
 * The proxy on the way to a service that the user configured; null: none. Loopback addresses bypass the proxy, whose loopback
 * is another machine.
 * @throws InputError as `checkedProxy` does
 */
export async function proxyTo({ hostname }: URL, proxy: ProxySettings | null): Promise<Dispatcher | null> {
  if (proxy === null || isLoopback(hostname) || isInNetworkOf(proxy.noProxy ?? '', hostname)) return null;
  const { EnvHttpProxyAgent } = await import('./undici.ts');
  const key = JSON.stringify(proxy);
  const agent = agents.get(key) ?? new EnvHttpProxyAgent(proxyOptions(checkedProxy(proxy)));
  agents.set(key, agent);
  return agent;
}

/** The trusted fetch through the proxy. */
export async function createProxiedFetch(proxy: ProxySettings): Promise<Fetch> {
  const { Agent, fetch: send } = await import('./undici.ts');
  const direct = new Agent();
  return async (url, init) => send(url, { ...init, dispatcher: (await proxyTo(url, proxy)) ?? direct });
}

function isLoopback(hostname: string): boolean {
  const host = normalizeHostname(hostname);
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
}

/** By networks (“10.0.0.0/8”) and addresses of IPv6, which undici does not read in NO_PROXY. */
function isInNetworkOf(noProxy: string, hostname: string): boolean {
  const host = normalizeHostname(hostname);
  if (isIP(host) === 0) return false;
  const address = ipaddr.process(host);
  return noProxy.split(/[,\s]+/u).some((entry) => {
    const plain = entry.replace(/^\[(.*)\]$/u, '$1');
    const network = isIP(plain) === 0 ? plain : `${plain}/${isIP(plain) === 4 ? 32 : 128}`;
    if (!ipaddr.isValidCIDR(network)) return false;
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === address.kind() && address.match(range);
  });
}
