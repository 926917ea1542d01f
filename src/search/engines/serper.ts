/** Serper, Google's results as JSON (serper.dev); one credit per page of ten. */
import { defineSearchEngine, jsonRequest, today } from './engine.ts';

const PAGE_SIZE = 10;
export const serper = defineSearchEngine({
  name: 'serper',
  title: 'Serper',
  needs: [{ kind: 'key', name: 'serper', variable: 'SERPER_API_KEY' }],
  endpoint: 'https://google.serper.dev/',
  limits: {
    query: { maxChars: 2048 },
    resultsPerRequest: PAGE_SIZE,
    requestsPerSearch: 10,
    // No documented limit for all plans; this is our own.
    minIntervalMs: 200,
  },
  // Terms on storing results unknown.
  mayStore: false,
  suppliesText: false,
  takesSiteOperator: true,
  meaningOf: ({ status, text }) => {
    if (status === 403) return 'wrong-key';
    return status === 400 && /not enough credits/iu.test(text) ? 'quota' : null;
  },
  request: ({ query, index, scope: { language, since }, clock, set, url }) =>
    jsonRequest(
      url('search'),
      {
        q: query,
        num: PAGE_SIZE,
        page: index + 1,
        autocorrect: false,
        ...(language === null ? {} : { hl: language.tag }),
        // Google's own custom date range.
        ...(since === null ? {} : { tbs: `cdr:1,cd_min:${americanDate(since)},cd_max:${americanDate(today(clock))}` }),
      },
      { 'x-api-key': set.serper },
    ),
  reply: (z) =>
    z.object({
      /** The echo of the request identifies a search response without results. */
      searchParameters: z.object({}),
      organic: z
        .array(z.object({ link: z.string(), title: z.string().nullish(), snippet: z.string().nullish() }))
        .default([]),
    }),
  results: ({ organic }) => ({ results: organic.map(({ link, ...result }) => ({ url: link, ...result })) }),
});

function americanDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}
