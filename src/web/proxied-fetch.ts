/** The trusted fetch's way through the user's proxy. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { normalizeHostname } from './allowed-hosts.ts';
import type { Fetch } from './trusted-fetch.ts';

/** Services on this machine are asked directly: a proxy's loopback is another machine's. */
export async function createProxiedFetch(proxy: ProxySettings): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch: send } = await import('undici');
  const direct = new Agent();
  const proxied = new EnvHttpProxyAgent({
    // Empty strings, since undici would read the environment for what is not set.
    httpProxy: proxy.httpProxy ?? '',
    httpsProxy: proxy.httpsProxy ?? '',
    noProxy: proxy.noProxy ?? '',
    // Many proxies refuse tunnels to port 80.
    proxyTunnel: false,
  });
  return (url, init) => send(url, { ...init, dispatcher: isLoopback(url.hostname) ? direct : proxied });
}

function isLoopback(hostname: string): boolean {
  const host = normalizeHostname(hostname);
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
}
