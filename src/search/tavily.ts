/** Tavily search (docs.tavily.com/documentation/api-reference/endpoint/search); one credit for a basic search. */
import { z } from 'zod';
import type { SearchPort } from '../domain/ports.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { ANYTHING } from './search-scope.ts';
import { createWebSearch } from './web-search.ts';

/** `content` is an excerpt; `raw_content` is the page as Tavily read it, where that was asked for. */
const Reply = z.object({
  results: z.array(
    z.object({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      raw_content: z.string().nullish(),
    }),
  ),
});

const TITLE = 'Tavily';

/** @throws InputError where the key or the address cannot be used */
export function createTavily(options: KeyedConnectionOptions): SearchPort {
  // It takes no language: queries are in it, and pages in others are dropped later.
  const { scope: { since, domains, pageText } = ANYTHING } = options;
  const connection = connectService(
    {
      title: TITLE,
      setting: 'tavilyKey',
      endpoint: 'https://api.tavily.com/',
      apiKey: options.apiKey,
      // 100 requests a minute for development keys.
      minIntervalMs: 600,
      // The plan's limit, and that of paying as you go (help.tavily.com, "Understanding HTTP errors").
      meaningOf: ({ status }) => (status === 432 || status === 433 ? 'quota' : null),
    },
    options,
  );
  return createWebSearch({
    name: 'tavily',
    title: TITLE,
    query: { maxChars: 400 },
    pageSize: 20,
    maxPages: 1,
    // Its terms on storing results are unknown to us.
    mayStore: false,
    getPage: async (run, query, { size }) => {
      const { results } = await connection.ask(run, Reply, (send) =>
        send({
          url: connection.address('search'),
          method: 'POST',
          headers: { authorization: `Bearer ${connection.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            query,
            max_results: size,
            search_depth: 'basic',
            ...(since === null ? {} : { start_date: since }),
            ...(domains.length === 0 ? {} : { include_domains: domains }),
            ...(pageText ? { include_raw_content: 'markdown' } : {}),
          }),
        }),
      );
      return {
        results: results.map(({ url, title, content, raw_content }) => ({
          url,
          title,
          snippet: content,
          text: raw_content,
        })),
      };
    },
  });
}
