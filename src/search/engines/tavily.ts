/** Tavily search (docs.tavily.com/documentation/api-reference/endpoint/search); one credit for a basic search. */
import { defineSearchEngine, jsonRequest } from './engine.ts';

export const tavily = defineSearchEngine({
  name: 'tavily',
  title: 'Tavily',
  needs: [{ kind: 'key', name: 'tavily', variable: 'TAVILY_API_KEY' }],
  endpoint: 'https://api.tavily.com/',
  limits: {
    query: { maxChars: 400 },
    resultsPerRequest: 20,
    requestsPerSearch: 1,
    // 100 requests a minute for development keys.
    minIntervalMs: 600,
  },
  // Terms on storing results unknown.
  mayStore: false,
  suppliesText: true,
  takesSiteOperator: false,
  // Limits of the plan and of pay-as-you-go (help.tavily.com, "Understanding HTTP errors").
  meaningOf: ({ status }) => (status === 432 || status === 433 ? 'quota' : null),
  // No language parameter: queries are in the language, and other pages are dropped later.
  request: ({ query, size, scope: { since, domains, pageText }, set, url }) =>
    jsonRequest(
      url('search'),
      {
        query,
        max_results: size,
        search_depth: 'basic',
        ...(since === null ? {} : { start_date: since }),
        ...(domains.length === 0 ? {} : { include_domains: domains }),
        ...(pageText ? { include_raw_content: 'markdown' } : {}),
      },
      { authorization: `Bearer ${set.tavily}` },
    ),
  // `content` is an excerpt; `raw_content` is the whole page, if requested.
  reply: (z) =>
    z.object({
      results: z.array(
        z.object({
          url: z.string(),
          title: z.string().nullish(),
          content: z.string().nullish(),
          raw_content: z.string().nullish(),
        }),
      ),
    }),
  results: ({ results }) => ({
    results: results.map(({ url, title, content, raw_content }) => ({
      url,
      title,
      snippet: content,
      text: raw_content,
    })),
  }),
});
