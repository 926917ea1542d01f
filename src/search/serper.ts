/** Serper, Google's results as JSON (serper.dev); one credit per page of ten. */
import { z } from 'zod';
import type { SearchPort } from '../domain/ports.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { ANYTHING, today } from './search-scope.ts';
import { createWebSearch } from './web-search.ts';

const Reply = z.object({
  /** The echo of the request tells a reply that found nothing from something else. */
  searchParameters: z.object({}),
  organic: z
    .array(z.object({ link: z.string(), title: z.string().nullish(), snippet: z.string().nullish() }))
    .default([]),
});

const TITLE = 'Serper';
/** Larger pages are reported to cost more. */
const PAGE_SIZE = 10;

/** @throws InputError where the key or the address cannot be used */
export function createSerper(options: KeyedConnectionOptions): SearchPort {
  const { clock, scope: { language, since, domains } = ANYTHING } = options;
  const connection = connectService(
    {
      title: TITLE,
      setting: 'serperKey',
      endpoint: 'https://google.serper.dev/',
      apiKey: options.apiKey,
      // No limit is documented that all plans share; this one is ours.
      minIntervalMs: 200,
      meaningOf: ({ status, text }) => {
        if (status === 403) return 'wrong-key';
        return status === 400 && /not enough credits/iu.test(text) ? 'quota' : null;
      },
    },
    options,
  );
  return createWebSearch({
    name: 'serper',
    title: TITLE,
    query: { maxChars: 2048 },
    pageSize: PAGE_SIZE,
    maxPages: 10,
    // Its terms on storing results are unknown to us.
    mayStore: false,
    sites: domains,
    getPage: async (run, query, { index }) => {
      const { organic } = await connection.ask(run, Reply, (send) =>
        send({
          url: connection.address('search'),
          method: 'POST',
          headers: { 'x-api-key': connection.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            q: query,
            num: PAGE_SIZE,
            page: index + 1,
            autocorrect: false,
            ...(language === null ? {} : { hl: language.tag }),
            // Google's own custom date range.
            ...(since === null
              ? {}
              : { tbs: `cdr:1,cd_min:${americanDate(since)},cd_max:${americanDate(today(clock))}` }),
          }),
        }),
      );
      return { results: organic.map(({ link, title, snippet }) => ({ url: link, title, snippet })) };
    },
  });
}

/** MM/DD/YYYY. */
function americanDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}
