/**
 * SearXNG, a metasearch engine that people host themselves (docs.searxng.org/dev/search_api.html). No key. An instance
 * replies in JSON only where its settings say so, and its upstream engines suspend it when it asks too fast.
 */
import { z } from 'zod';
import { UnavailableError } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import { connectService, type ConnectionOptions } from './connect-service.ts';
import { ANYTHING, daysSince } from './search-scope.ts';
import { createWebSearch } from './web-search.ts';

export interface SearxngOptions extends ConnectionOptions {
  /** Address of the instance, such as `http://localhost:8888`; may hold the name and password of Basic authentication. */
  readonly endpoint: string;
}

const Reply = z.object({
  results: z.array(
    // Results that are no page, such as facts, have no address.
    z.object({ url: z.string().nullable(), title: z.string().nullish(), content: z.string().nullish() }),
  ),
  /** Engine and reason. */
  unresponsive_engines: z.array(z.array(z.string())).default([]),
});

const TITLE = 'SearXNG';

/** @throws InputError where the address cannot be used */
export function createSearxng(options: SearxngOptions): SearchPort {
  const { clock, scope: { language, since, domains } = ANYTHING } = options;
  const connection = connectService(
    {
      title: TITLE,
      setting: 'searxngUrl',
      endpoint: options.endpoint,
      apiKey: null,
      minIntervalMs: 1000,
      // The queries of one instruction at once; the software's own limiter lets 15 in 20 seconds pass.
      burst: 5,
      advice: {
        'not-allowed':
          'In the settings.yml of the instance, search.formats must list json beside html; then restart it. If it does, ' +
          'its limiter is refusing programs (server.limiter). Many public instances allow neither: host your own.',
        'rate-limited':
          'Ask less often; on an instance of your own, server.limiter: false in settings.yml lifts the limit.',
      },
    },
    options,
  );
  return createWebSearch({
    name: 'searxng',
    title: TITLE,
    // No limit is documented; beyond this the address outgrows what web servers take in a request line.
    query: { maxChars: 1000 },
    pageSize: null,
    maxPages: 10,
    // The software sets no terms for results; those of the upstream engines are the affair of who runs the instance.
    mayStore: true,
    sites: domains,
    getPage: async (run, query, { index }) => {
      const url = connection.address('search');
      url.searchParams.set('q', query);
      url.searchParams.set('format', 'json');
      url.searchParams.set('pageno', String(index + 1));
      if (language !== null) url.searchParams.set('language', language.tag);
      const range = since === null ? null : timeRange(daysSince(since, clock));
      if (range !== null) url.searchParams.set('time_range', range);
      const { results, unresponsive_engines } = await connection.ask(run, Reply, (send) => send({ url }));
      const silent = unresponsive_engines
        .map(([engine = '', reason = '']) => `${engine} (${reason})`)
        .join(', ');
      if (results.length === 0 && silent !== '')
        throw new UnavailableError(
          `${TITLE} found nothing, but not all of its engines answered: ${silent}.`,
          {
            advice: 'Try again later, or enable other engines in the settings.yml of the instance.',
          },
        );
      return {
        results: results.flatMap(({ url: address, title, content }) =>
          address === null ? [] : [{ url: address, title, snippet: content }],
        ),
        ...(silent === ''
          ? {}
          : { warning: `for “${query}”, these of its engines did not answer: ${silent}.` }),
      };
    },
  });
}

/** The shortest range that it knows and that holds so many days; null where none does. */
function timeRange(days: number): string | null {
  if (days <= 1) return 'day';
  if (days <= 28) return 'month';
  return days <= 365 ? 'year' : null;
}
