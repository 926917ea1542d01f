/** The trusted fetch through the user's proxy. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { proxyOptions } from './proxy.ts';
import { normalizeHostname } from './refuse-url.ts';
import type { Fetch } from './trusted-fetch.ts';

/** Loopback addresses bypass the proxy, whose loopback is another machine. */
export async function createProxiedFetch(proxy: ProxySettings): Promise<Fetch> {
  const { Agent, EnvHttpProxyAgent, fetch: send } = await import('undici');
  const direct = new Agent();
  const proxied = new EnvHttpProxyAgent(proxyOptions(proxy));
  return (url, init) => send(url, { ...init, dispatcher: isLoopback(url.hostname) ? direct : proxied });
}

function isLoopback(hostname: string): boolean {
  const host = normalizeHostname(hostname);
  if (isIP(host) !== 0) return ipaddr.process(host).range() === 'loopback';
  return host === 'localhost' || host.endsWith('.localhost');
}
