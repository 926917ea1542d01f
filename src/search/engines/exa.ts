/** Exa search (exa.ai/docs/reference/search); billed per search, more than ten results cost extra. */
import { defineSearchEngine, jsonRequest } from './engine.ts';

export const exa = defineSearchEngine({
  name: 'exa',
  title: 'Exa',
  needs: [{ kind: 'key', name: 'exa', variable: 'EXA_API_KEY' }],
  endpoint: 'https://api.exa.ai/',
  limits: {
    // Undocumented; this is our own.
    query: { maxChars: 2000 },
    resultsPerRequest: 100,
    requestsPerSearch: 1,
    // 10 requests a second (exa.ai/docs/reference/rate-limits).
    minIntervalMs: 100,
  },
  // Its general terms reportedly forbid copying results.
  mayStore: false,
  suppliesText: true,
  takesSiteOperator: false,
  // No language parameter: queries are in the language, and other pages are dropped later.
  request: ({ query, size, scope: { since, domains, pageText }, set, url }) =>
    jsonRequest(
      url('search'),
      {
        query,
        numResults: size,
        type: 'auto',
        ...(since === null ? {} : { startPublishedDate: `${since}T00:00:00.000Z` }),
        ...(domains.length === 0 ? {} : { includeDomains: domains }),
        ...(pageText ? { contents: { text: true } } : {}),
      },
      { 'x-api-key': set.exa },
    ),
  // Without `contents` in the request, results have neither text nor excerpt.
  reply: (z) =>
    z.object({
      results: z.array(z.object({ url: z.string(), title: z.string().nullish(), text: z.string().nullish() })),
    }),
  results: ({ results }) => ({ results }),
});
