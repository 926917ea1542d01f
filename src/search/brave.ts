/** Brave Search API, web search (api-dashboard.search.brave.com/documentation). */
import { z } from 'zod';
import type { SearchPort } from '../domain/ports.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { createWebSearch } from './web-search.ts';

const Reply = z.object({
  type: z.literal('search'),
  query: z.object({ more_results_available: z.boolean().optional() }).optional(),
  web: z
    .object({
      results: z.array(
        z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() }),
      ),
    })
    .optional(),
});

const TITLE = 'Brave Search';

/** @throws InputError where the key or the address cannot be used */
export function createBrave(options: KeyedConnectionOptions): SearchPort {
  const connection = connectService(
    {
      title: TITLE,
      setting: 'braveKey',
      endpoint: 'https://api.search.brave.com/',
      apiKey: options.apiKey,
      // Plans differ between 1 and 50 requests a second.
      minIntervalMs: 1000,
      meaningOf: ({ status, text }) =>
        status === 422 && text.includes('SUBSCRIPTION_TOKEN_INVALID') ? 'wrong-key' : null,
      retryAfterMs: longestExhaustedWindow,
    },
    options,
  );
  return createWebSearch({
    name: 'brave',
    title: TITLE,
    query: { maxChars: 400, maxWords: 50 },
    pageSize: 20,
    // `offset` counts pages and is at most 9.
    maxPages: 10,
    // Its terms (11 February 2026) were not readable to us in full; earlier ones forbade storing results on most plans.
    mayStore: false,
    getPage: async (run, query, { index, size }) => {
      const url = connection.address('res/v1/web/search');
      url.searchParams.set('q', query);
      url.searchParams.set('count', String(size));
      url.searchParams.set('offset', String(index));
      url.searchParams.set('result_filter', 'web');
      url.searchParams.set('text_decorations', 'false');
      const headers = { 'x-subscription-token': connection.apiKey };
      const { web, query: about } = await connection.ask(run, Reply, (send) => send({ url, headers }));
      return {
        results: (web?.results ?? []).map(({ description, ...result }) => ({
          ...result,
          snippet: description,
        })),
        isLast: about?.more_results_available === false,
      };
    },
  });
}

/**
 * Brave counts requests per second and per month and lists what is left of both, and the seconds until both are renewed,
 * as in `X-RateLimit-Remaining: 0, 1999` and `X-RateLimit-Reset: 1, 1419704`.
 */
function longestExhaustedWindow(headers: Headers): number | null {
  const read = (name: string) => (headers.get(name) ?? '').split(',').map((value) => parseInt(value, 10));
  const resets = read('x-ratelimit-reset');
  const waits = read('x-ratelimit-remaining')
    .map((left, window) => (left === 0 ? (resets[window] ?? Number.NaN) * 1000 : Number.NaN))
    .filter((wait) => wait >= 0);
  return waits.length === 0 ? null : Math.max(...waits);
}
