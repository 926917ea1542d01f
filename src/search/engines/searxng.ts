/**
 * SearXNG, a metasearch engine that people host themselves (docs.searxng.org/dev/search_api.html). No key. An instance
 * replies in JSON only where its settings say so, and its upstream engines suspend it when it asks too fast.
 */
import { UnavailableError } from '../../domain/errors.ts';
import { daysSince, defineSearchEngine } from './engine.ts';

export const searxng = defineSearchEngine({
  name: 'searxng',
  title: 'SearXNG',
  // The address may hold the name and password of Basic authentication.
  needs: [{ kind: 'address', name: 'searxngUrl', variable: 'GROUNDRULE_SEARXNG_URL' }],
  endpoint: null,
  limits: {
    // None is documented; beyond this the address outgrows what web servers take in a request line.
    query: { maxChars: 1000 },
    resultsPerRequest: null,
    requestsPerSearch: 10,
    minIntervalMs: 1000,
    // The queries of one instruction at once; the software's own limiter lets 15 in 20 seconds pass.
    burst: 5,
  },
  // The software sets no terms for results; those of the upstream engines are the affair of who runs the instance.
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
        ...{ q: query, format: 'json', pageno: String(index + 1) },
        ...(language === null ? {} : { language: language.tag }),
        ...(range === null ? {} : { time_range: range }),
      }),
    };
  },
  reply: (z) =>
    z.object({
      results: z.array(
        // Results that are no page, such as facts, have no address.
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
