/**
 * Google's Custom Search JSON API (developers.google.com/custom-search/v1/overview) through `googleapis`, an optional
 * dependency because of its size. Google shuts the API down on 2027-01-01.
 */
import { UnavailableError } from '../../domain/errors.ts';
import type { TrustedReply, TrustedRequest } from '../../web/trusted-fetch.ts';
import { daysSince, defineSearchEngine, type FailureKind } from './engine.ts';

const NOTICE =
  'Google has closed its Custom Search JSON API to new customers and ends it for all on 2027-01-01: plan for another search engine.';
/** Exceptions of `lr` from ISO 639-1. */
const LANGUAGE_CODES: ReadonlyMap<string, string> = new Map([['zh', 'zh-CN']]);
const PAGE_SIZE = 10;
/** Maximum of `start` + `num`. */
const MAX_START_PLUS_NUM = 100;
export const google = defineSearchEngine({
  name: 'google',
  title: 'Google Custom Search',
  needs: [
    { kind: 'key', name: 'google', variable: 'GOOGLE_API_KEY' },
    // `cx`, the id of a Programmable Search Engine. Not secret, but useless without the key.
    { kind: 'key', name: 'googleEngineId', variable: 'GOOGLE_CSE_ID' },
  ],
  endpoint: 'https://customsearch.googleapis.com/',
  limits: {
    query: { maxChars: 2048 },
    resultsPerRequest: PAGE_SIZE,
    requestsPerSearch: MAX_START_PLUS_NUM / PAGE_SIZE,
    // 100 queries a minute.
    minIntervalMs: 600,
  },
  // Google's API terms only allow short caching.
  mayStore: false,
  suppliesText: false,
  takesSiteOperator: true,
  notice: NOTICE,
  meaningOf,
  advice: (howToSet) => ({
    'not-allowed': `Enable the Custom Search API for the key's project. ${NOTICE} Projects that did not use it before are refused like this.`,
    refused: `Check ${howToSet('googleEngineId')}. ${NOTICE}`,
  }),
  request: ({ query, index, size, scope: { language, since }, clock, set, url }) => {
    const start = index * size + 1;
    return buildRequest(set.google, url('').href, {
      cx: set.googleEngineId,
      q: query,
      start,
      num: Math.min(size, MAX_START_PLUS_NUM - start),
      ...(language === null ? {} : { lr: `lang_${LANGUAGE_CODES.get(language.tag) ?? language.tag}` }),
      ...(since === null ? {} : { dateRestrict: `d${daysSince(since, clock)}` }),
    });
  },
  reply: (z) =>
    z.object({
      /** Identifies a search response, which has no items if nothing was found. */
      kind: z.literal('customsearch#search'),
      queries: z.object({ nextPage: z.array(z.unknown()).optional() }).optional(),
      items: z
        .array(z.object({ link: z.string(), title: z.string().nullish(), snippet: z.string().nullish() }))
        .default([]),
    }),
  results: ({ items, queries }) => ({
    results: items.map(({ link, ...result }) => ({ url: link, ...result })),
    isLast: queries?.nextPage === undefined,
  }),
});

/** Google sends 400 for a wrong key, and 403 or 429 for daily as well as per-minute limits. */
function meaningOf({ status, text }: TrustedReply): FailureKind | null {
  if (status === 400 && /API key not valid|API_KEY_INVALID/u.test(text)) return 'wrong-key';
  if (status !== 403 && status !== 429) return null;
  if (/dailyLimitExceeded|per day/iu.test(text)) return 'quota';
  return /rateLimitExceeded|RESOURCE_EXHAUSTED/u.test(text) ? 'rate-limited' : null;
}

/** Only this API: from the whole package (200 MB, a second to load) or from its own package. */
const MODULES = ['googleapis/build/src/apis/customsearch/index.js', '@googleapis/customsearch'] as const;
const ADVICE =
  'Install it, “npm install googleapis@178”, or its part for searches, “npm install @googleapis/customsearch@7”.';

/**
 * `googleapis` builds the request; our own fetch sends it, because the package's retries would count against the quota and
 * its errors would contain the key.
 * @throws UnavailableError if the package is missing or unexpected
 */
async function buildRequest(auth: string, rootUrl: string, parameters: object): Promise<TrustedRequest> {
  const [whole, part] = MODULES;
  const module: unknown = await import(whole)
    .catch(() => import(part))
    .catch((error: unknown) => {
      throw new UnavailableError('Google Custom Search needs googleapis, which cannot be loaded.', {
        advice: ADVICE,
        cause: error,
      });
    });
  if (!isCustomSearch(module))
    throw new UnavailableError('The installed googleapis has no custom search.', { advice: ADVICE });
  const { cse } = module.customsearch({ version: 'v1', auth, rootUrl });
  const built: TrustedRequest[] = [];
  const fetchImplementation = (url: URL, { headers }: { readonly headers: Headers }) => {
    built.push({ url: new URL(url), headers: Object.fromEntries(headers) });
    return Promise.resolve(Response.json({}));
  };
  await cse.list(parameters, { retry: false, fetchImplementation }).catch(() => undefined);
  const [request] = built;
  if (request === undefined)
    throw new UnavailableError('The installed googleapis sent no request.', { advice: ADVICE });
  return request;
}

interface CustomSearch {
  customsearch(options: object): {
    readonly cse: { list(parameters: object, options: object): Promise<unknown> };
  };
}

function isCustomSearch(module: unknown): module is CustomSearch {
  if (typeof module !== 'object' || module === null || !('customsearch' in module)) return false;
  return typeof module.customsearch === 'function';
}
