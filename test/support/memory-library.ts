/** A search and documents held in memory: every query finds every page, in order. */
import { UnavailableError } from '../../src/domain/errors.ts';
import type { DocumentPort, SearchPort } from '../../src/domain/ports.ts';

export interface MemoryLibrary {
  readonly search: SearchPort;
  readonly documents: DocumentPort;
}

/** @param pages plain text by name; null for a document that cannot be reached */
export function memoryLibrary(
  pages: Readonly<Record<string, string | null>>,
  failingQueries: readonly string[] = [],
): MemoryLibrary {
  return {
    search: {
      name: 'memory',
      search: async (_run, query, limit) => {
        if (failingQueries.includes(query)) throw new UnavailableError('the search is down', { advice: 'Wait.' });
        return Object.keys(pages)
          .slice(0, limit)
          .map((name) => ({ url: `library:${name}`, title: null, snippet: null }));
      },
    },
    documents: {
      serves: (url) => url.startsWith('library:'),
      get: async (run, url) => {
        const text = pages[url.slice('library:'.length)] ?? null;
        if (text === null) return { status: 'failed', decision: 'unreachable', reason: 'It is not there.' };
        return {
          status: 'fetched',
          document: {
            url,
            finalUrl: url,
            via: 'library',
            bytes: new TextEncoder().encode(text),
            contentType: 'text/plain; charset=utf-8',
            fetchedAt: run.clock.now().toISOString(),
          },
        };
      },
    },
  };
}
