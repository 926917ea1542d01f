/** An engine that asks a server of ours. */
import { systemClock } from '../../../src/client/clock.ts';
import type { ConnectionOptions } from '../../../src/search/connect-engine.ts';
import type { SearchEngine } from '../../../src/search/engines/engine.ts';
import type { SearchScope } from '../../../src/search/engines/scope.ts';
import { searchWith, type EngineSearch } from '../../../src/search/search-engine.ts';
import { SERVER_KEY } from './server.ts';

export const ANYTHING: SearchScope = { language: null, since: null, domains: [], pageText: false };

/** Without waiting between requests; every key that the engine needs is the one that the server takes. */
export const QUICK: ConnectionOptions = {
  clock: systemClock,
  scope: ANYTHING,
  howToSet: ({ name }) => `the setting “${name}”`,
  minIntervalMs: 0,
  timeoutMs: 5000,
  retryPolicy: { maxAttempts: 3, baseDelayMs: 5, maxDelayMs: 10, maxRetryAfterMs: 2000 },
};

export function openEngine(
  engine: SearchEngine,
  address: string,
  { key = SERVER_KEY, ...options }: Partial<ConnectionOptions> & { readonly key?: string } = {},
): EngineSearch {
  const access = Object.fromEntries(
    engine.needs.map(({ kind, name }) => [name, kind === 'key' ? key : address]),
  );
  return searchWith(engine, access, { ...QUICK, endpoint: address, ...options });
}
