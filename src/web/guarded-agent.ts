/**
 * An HTTP agent that connects only to checked addresses. It resolves a name once per connection, checks every address,
 * and opens the socket to these addresses: DNS rebinding has no effect.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { proxyOptions } from './proxy.ts';
import { type AllowedHosts, howToAllow, portOf, refuseAddress } from './refuse-url.ts';

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;
export const resolveBySystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

export class RefusedAddressError extends Error {}

interface GuardedAgentOptions {
  readonly isAllowed: AllowedHosts['host'];
  readonly resolve: ResolveHost;
  readonly connectTimeoutMs: number;
  readonly maxHeaderBytes: number;
  /** Null: connect directly. Hosts excluded from the proxy are connected to directly, with the same checks. */
  readonly proxy: ProxySettings | null;
}

export async function createGuardedAgent(options: GuardedAgentOptions): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, buildConnector } = await import('./undici.ts');
  const { isAllowed, resolve, connectTimeoutMs: timeout, maxHeaderBytes: maxHeaderSize, proxy } = options;
  const connectAnywhere = buildConnector({ timeout, lookup: lookupBy(resolve) });
  const connectPublic = buildConnector({ timeout, lookup: lookupBy(publicOnly(resolve)) });

  const connect: buildConnector.connector = (target, callback) => {
    // IP literals are never looked up, so the lookup cannot check them.
    const refusal = isIP(target.hostname) === 0 ? null : refuseAddress(target.hostname);
    if (isAllowed(target.hostname, portOf(target))) connectAnywhere(target, callback);
    else if (refusal === null) connectPublic(target, callback);
    else callback(new RefusedAddressError(refusal), null);
  };
  // The caller limits the time of whole requests; these options limit single waits only.
  const agentOptions = { connect, maxHeaderSize, headersTimeout: 0, bodyTimeout: 0 };
  if (proxy === null) return new Agent(agentOptions);
  return new EnvHttpProxyAgent({ ...agentOptions, ...proxyOptions(proxy) });
}

/** One private address refuses the name: no honest name resolves to both kinds. */
function publicOnly(resolve: ResolveHost): ResolveHost {
  return async (hostname) => {
    const addresses = await resolve(hostname);
    for (const { address } of addresses) {
      const refusal = refuseAddress(address);
      if (refusal !== null)
        throw new RefusedAddressError(`${refusal} (${hostname} resolves to it); ${howToAllow(hostname)}`);
    }
    return addresses;
  };
}

function lookupBy(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(new Error(`${hostname} has no address`), '');
        else if (options.all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}
