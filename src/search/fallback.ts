/** Engines in an order of preference. */
import { UnavailableError } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import { describeTogether } from './describe-together.ts';

/**
 * Asks the first engine, and the next one only where it is unavailable: not where it finds nothing, and not where a
 * setting is wrong, which no other engine would mend. Each change is reported as a warning.
 * @throws the last engine's UnavailableError; InputError; CancelledError
 */
export function withFallback(ports: readonly [SearchPort, ...SearchPort[]]): SearchPort {
  const [first, ...others] = ports;
  if (others.length === 0) return first;
  return {
    ...describeTogether(ports, ', else '),
    search: async (run, query, limit) => {
      let port = first;
      for (const next of others) {
        try {
          return await port.search(run, query, limit);
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
          const message = `${next.name} was asked for “${query}” instead of ${port.name}. ${error.message}`;
          run.emit({ type: 'warning', message });
          port = next;
        }
      }
      return port.search(run, query, limit);
    },
  };
}
