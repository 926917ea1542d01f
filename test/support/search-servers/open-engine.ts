/** An engine that asks a server of ours. */
import { systemClock } from '../../../src/client/clock.ts';
import type { ConnectionOptions } from '../../../src/search/connect-engine.ts';
import type { SearchEngine, SearchScope } from '../../../src/search/engines/engine.ts';
import { type EngineSearch, searchWith } from '../../../src/search/search-engine.ts';
import { SERVER_KEY } from './server.ts';

export const ANYTHING: SearchScope = { language: null, since: null, domains: [], pageText: false };

/** Without waiting between requests; every key that the engine needs is the one that the server takes. */
export const QUICK: ConnectionOptions = {
  clock: systemClock,
  scope: ANYTHING,
  howToSet: ({ name }) => `the setting “${name}”`,
  timeoutMs: 5000,
  retryPolicy: { maxAttempts: 3, baseDelayMs: 5, maxDelayMs: 10, maxRetryAfterMs: 2000 },
};

export type OpenOptions = Partial<ConnectionOptions> & {
  readonly key?: string;
  /** Between the starts of two requests; default: no wait. */
  readonly minIntervalMs?: number;
  readonly burst?: number;
};

export function openEngine(
  engine: SearchEngine,
  address: string,
  { key = SERVER_KEY, minIntervalMs = 0, burst = 1, ...options }: OpenOptions = {},
): EngineSearch {
  const limits = { ...engine.limits, minIntervalMs, burst };
  const access = Object.fromEntries(engine.needs.map(({ kind, name }) => [name, kind === 'key' ? key : address]));
  return searchWith({ ...engine, limits }, access, { ...QUICK, endpoint: address, ...options });
}
