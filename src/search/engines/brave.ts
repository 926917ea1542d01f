/** Brave Search API, web search (api-dashboard.search.brave.com/documentation). */
import type { ReplyHeaders } from '../../web/trusted-fetch.ts';
import { defineSearchEngine, today } from './engine.ts';

/** Values of `search_lang` by ISO 639-1. The service refuses others. */
const LANGUAGE_CODES: ReadonlyMap<string, string> = new Map([
  ...'ar bg bn cs de en es fr gu hi hr hu it kn ko ml mr ms nl pa pl ro ru sr sv ta te th tr uk vi'
    .split(' ')
    .map((tag) => [tag, tag] as const),
  ['ja', 'jp'],
  ['pt', 'pt-pt'],
  ['zh', 'zh-hans'],
]);
export const brave = defineSearchEngine({
  name: 'brave',
  title: 'Brave Search',
  needs: [{ kind: 'key', name: 'brave', variable: 'BRAVE_API_KEY' }],
  endpoint: 'https://api.search.brave.com/',
  limits: {
    query: { maxChars: 400, maxWords: 50 },
    resultsPerRequest: 20,
    // `offset` counts pages and is at most 9.
    requestsPerSearch: 10,
    // Plans differ between 1 and 50 requests a second.
    minIntervalMs: 1000,
  },
  // Current terms (11 February 2026) not fully available to us. Earlier ones forbade storing results on most plans.
  mayStore: false,
  suppliesText: false,
  takesSiteOperator: true,
  meaningOf: ({ status, text }) => (status === 422 && text.includes('SUBSCRIPTION_TOKEN_INVALID') ? 'wrong-key' : null),
  retryAfterMs: longestExhaustedWindow,
  request: ({ query, index, size, scope: { language, since }, clock, set, url }) => {
    const searchLanguage = language === null ? undefined : LANGUAGE_CODES.get(language.tag);
    return {
      url: url('res/v1/web/search', {
        q: query,
        count: String(size),
        offset: String(index),
        result_filter: 'web',
        text_decorations: 'false',
        ...(searchLanguage === undefined ? {} : { search_lang: searchLanguage }),
        ...(since === null ? {} : { freshness: `${since}to${today(clock)}` }),
      }),
      headers: { 'x-subscription-token': set.brave },
    };
  },
  reply: (z) =>
    z.object({
      type: z.literal('search'),
      query: z.object({ more_results_available: z.boolean().optional() }).optional(),
      web: z
        .object({
          results: z.array(
            z.object({ url: z.string(), title: z.string().nullish(), description: z.string().nullish() }),
          ),
        })
        .optional(),
    }),
  results: ({ web, query }) => ({
    results: (web?.results ?? []).map(({ description, ...result }) => ({ ...result, snippet: description })),
    isLast: query?.more_results_available === false,
  }),
});

/** Remaining requests per second and month, and seconds until the reset: `0, 1999` and `1, 1419704`. */
function longestExhaustedWindow(headers: ReplyHeaders): number | null {
  const read = (name: string) => (headers.get(name) ?? '').split(',').map((value) => parseInt(value, 10));
  const resets = read('x-ratelimit-reset');
  const waits = read('x-ratelimit-remaining')
    .map((left, window) => (left === 0 ? (resets[window] ?? Number.NaN) * 1000 : Number.NaN))
    .filter((wait) => wait >= 0);
  return waits.length === 0 ? null : Math.max(...waits);
}
