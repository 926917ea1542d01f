/** Brave Search API, web search (api-dashboard.search.brave.com/documentation). */
import { z } from 'zod';
import type { SearchPort } from '../domain/ports.ts';
import type { ReplyHeaders } from '../web/trusted-fetch.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { ANYTHING, today } from './search-scope.ts';
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

/** What `search_lang` takes, by ISO 639-1; any other value is refused. */
const LANGUAGE_CODES: ReadonlyMap<string, string> = new Map([
  ...'ar bg bn cs de en es fr gu hi hr hu it kn ko ml mr ms nl pa pl ro ru sr sv ta te th tr uk vi'
    .split(' ')
    .map((tag) => [tag, tag] as const),
  ['ja', 'jp'],
  ['pt', 'pt-pt'],
  ['zh', 'zh-hans'],
]);

/** @throws InputError where the key or the address cannot be used */
export function createBrave(options: KeyedConnectionOptions): SearchPort {
  const { clock, scope: { language, since, domains } = ANYTHING } = options;
  const searchLanguage = language === null ? undefined : LANGUAGE_CODES.get(language.tag);
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
    sites: domains,
    getPage: async (run, query, { index, size }) => {
      const url = connection.address('res/v1/web/search');
      url.searchParams.set('q', query);
      url.searchParams.set('count', String(size));
      url.searchParams.set('offset', String(index));
      url.searchParams.set('result_filter', 'web');
      url.searchParams.set('text_decorations', 'false');
      if (searchLanguage !== undefined) url.searchParams.set('search_lang', searchLanguage);
      if (since !== null) url.searchParams.set('freshness', `${since}to${today(clock)}`);
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
function longestExhaustedWindow(headers: ReplyHeaders): number | null {
  const read = (name: string) => (headers.get(name) ?? '').split(',').map((value) => parseInt(value, 10));
  const resets = read('x-ratelimit-reset');
  const waits = read('x-ratelimit-remaining')
    .map((left, window) => (left === 0 ? (resets[window] ?? Number.NaN) * 1000 : Number.NaN))
    .filter((wait) => wait >= 0);
  return waits.length === 0 ? null : Math.max(...waits);
}
