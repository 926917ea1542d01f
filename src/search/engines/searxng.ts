/**
 * SearXNG, a self-hosted metasearch engine (docs.searxng.org/dev/search_api.html). No key. JSON responses must be enabled in
 * the instance's settings. Its upstream engines suspend an instance that sends too many requests.
 */
import { UnavailableError } from '../../domain/errors.ts';
import { daysSince, defineSearchEngine } from './engine.ts';

export const searxng = defineSearchEngine({
  name: 'searxng',
  title: 'SearXNG',
  // The address may contain the credentials of Basic authentication.
  needs: [{ kind: 'address', name: 'searxngUrl', variable: 'GROUNDRULE_SEARXNG_URL' }],
  endpoint: null,
  limits: {
    // Undocumented. Longer URLs exceed the request line limit of web servers.
    query: { maxChars: 1000 },
    resultsPerRequest: null,
    requestsPerSearch: 10,
    minIntervalMs: 1000,
    // The queries of one instruction. The software's own limiter allows 15 requests in 20 seconds.
    burst: 5,
  },
  // The software has no terms for results. The operator is responsible for the terms of the upstream engines.
  mayStore: true,
  suppliesText: false,
  takesSiteOperator: true,
  advice: () => ({
    'not-allowed':
      'In the settings.yml of the instance, search.formats must list json beside html; then restart it. If it does, ' +
      'its limiter is refusing programs (server.limiter). Many public instances allow neither: host your own.',
    'rate-limited':
      'Ask less often; on an instance of your own, server.limiter: false in settings.yml lifts the limit.',
  }),
  request: ({ query, index, scope: { language, since }, clock, url }) => {
    const range = since === null ? null : timeRange(daysSince(since, clock));
    return {
      url: url('search', {
        q: query,
        format: 'json',
        pageno: String(index + 1),
        ...(language === null ? {} : { language: language.tag }),
        ...(range === null ? {} : { time_range: range }),
      }),
    };
  },
  reply: (z) =>
    z.object({
      results: z.array(
        // Results that are not pages, such as facts, have no URL.
        z.object({ url: z.string().nullable(), title: z.string().nullish(), content: z.string().nullish() }),
      ),
      unresponsive_engines: z.array(z.array(z.string())).default([]),
    }),
  results: ({ results, unresponsive_engines }, { query }) => {
    const silent = unresponsive_engines.map(([engine = '', reason = '']) => `${engine} (${reason})`).join(', ');
    if (results.length === 0 && silent !== '')
      throw new UnavailableError(`SearXNG found nothing, but not all of its engines answered: ${silent}.`, {
        advice: 'Try again later, or enable other engines in the settings.yml of the instance.',
      });
    return {
      results: results.flatMap(({ url, title, content }) => (url === null ? [] : [{ url, title, snippet: content }])),
      ...(silent === '' ? {} : { warning: `for “${query}”, these of its engines did not answer: ${silent}.` }),
    };
  },
});

function timeRange(days: number): string | null {
  if (days <= 1) return 'day';
  if (days <= 28) return 'month';
  return days <= 365 ? 'year' : null;
}
