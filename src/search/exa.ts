/** Exa search (exa.ai/docs/reference/search); billed per search, more than ten results cost extra. */
import { z } from 'zod';
import type { SearchPort } from '../domain/ports.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { ANYTHING } from './search-scope.ts';
import { createWebSearch } from './web-search.ts';

/** Without `contents` in the request there is no text and no excerpt. */
const Reply = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().nullish(), text: z.string().nullish() })),
});

const TITLE = 'Exa';

/** @throws InputError where the key or the address cannot be used */
export function createExa(options: KeyedConnectionOptions): SearchPort {
  // It takes no language: queries are in it, and pages in others are dropped later.
  const { scope: { since, domains, pageText } = ANYTHING } = options;
  const connection = connectService(
    {
      title: TITLE,
      setting: 'exaKey',
      endpoint: 'https://api.exa.ai/',
      apiKey: options.apiKey,
      // 10 requests a second (exa.ai/docs/reference/rate-limits).
      minIntervalMs: 100,
    },
    options,
  );
  return createWebSearch({
    name: 'exa',
    title: TITLE,
    // No limit is documented; this one is ours.
    query: { maxChars: 2000 },
    pageSize: 100,
    maxPages: 1,
    // Its general terms are reported to forbid copying what it returns.
    mayStore: false,
    getPage: async (run, query, { size }) =>
      connection.ask(run, Reply, (send) =>
        send({
          url: connection.address('search'),
          method: 'POST',
          headers: { 'x-api-key': connection.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            query,
            numResults: size,
            type: 'auto',
            ...(since === null ? {} : { startPublishedDate: `${since}T00:00:00.000Z` }),
            ...(domains.length === 0 ? {} : { includeDomains: domains }),
            ...(pageText ? { contents: { text: true } } : {}),
          }),
        }),
      ),
  });
}
