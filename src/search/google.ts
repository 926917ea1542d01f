/**
 * Google's Custom Search JSON API (developers.google.com/custom-search/v1/overview) through `googleapis`, which is
 * large and therefore installed only by who wants it. Google closes this API on 2027-01-01.
 */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import type { TrustedReply } from '../web/trusted-fetch.ts';
import { connectService, type KeyedConnectionOptions } from './connect-service.ts';
import { loadCustomSearch, type CustomSearch, type ImportPackage } from './googleapis.ts';
import type { FailureKind } from './request-failure.ts';
import { ANYTHING, daysSince } from './search-scope.ts';
import { ownName } from './search-settings.ts';
import { createWebSearch } from './web-search.ts';

export interface GoogleOptions extends KeyedConnectionOptions {
  /** `cx`, the id of a Programmable Search Engine. */
  readonly engineId: string;
  readonly importPackage?: ImportPackage;
}

export const GOOGLE_NOTICE =
  'Google has closed its Custom Search JSON API to new customers and ends it for all on 2027-01-01: plan for another search engine.';

const Reply = z.object({
  /** Tells a reply that found nothing, which has no items, from something else. */
  kind: z.literal('customsearch#search'),
  queries: z.object({ nextPage: z.array(z.unknown()).optional() }).optional(),
  items: z
    .array(z.object({ link: z.string(), title: z.string().nullish(), snippet: z.string().nullish() }))
    .default([]),
});

const TITLE = 'Google Custom Search';
/** Where `lr` departs from ISO 639-1. */
const LANGUAGE_CODES: ReadonlyMap<string, string> = new Map([['zh', 'zh-CN']]);
const PAGE_SIZE = 10;
/** The API refuses requests where `start` + `num` is more. */
const MAX_START_PLUS_NUM = 100;

/** @throws InputError where the key, the engine's id or the address cannot be used */
export function createGoogle(options: GoogleOptions): SearchPort {
  const { engineId, importPackage = (name) => import(name), clock } = options;
  const { language, since, domains } = options.scope ?? ANYTHING;
  const engineSetting = (options.howToSet ?? ownName)('googleEngineId');
  if (engineId.trim() === '')
    throw new InputError(`${TITLE} needs the id of a search engine.`, { advice: `Set ${engineSetting}.` });
  const connection = connectService(
    {
      title: TITLE,
      setting: 'googleKey',
      endpoint: 'https://customsearch.googleapis.com/',
      apiKey: options.apiKey,
      // 100 queries a minute.
      minIntervalMs: 600,
      meaningOf,
      advice: {
        'not-allowed': `Enable the Custom Search API for the key's project. ${GOOGLE_NOTICE} Projects that did not use it before are refused like this.`,
        refused: `Check ${engineSetting}. ${GOOGLE_NOTICE}`,
      },
    },
    options,
  );
  let loading: Promise<CustomSearch> | undefined;
  return createWebSearch({
    name: 'google',
    title: TITLE,
    query: { maxChars: 2048 },
    pageSize: PAGE_SIZE,
    maxPages: MAX_START_PLUS_NUM / PAGE_SIZE,
    // Google's API terms forbid keeping what it returns beyond short caching.
    mayStore: false,
    sites: domains,
    notice: GOOGLE_NOTICE,
    getPage: async (run, query, { index, size }) => {
      const list = await (loading ??= loadCustomSearch(importPackage, {
        apiKey: connection.apiKey,
        rootUrl: connection.address('').href,
      }));
      const start = index * size + 1;
      const num = Math.min(size, MAX_START_PLUS_NUM - start);
      const { items, queries } = await connection.ask(run, Reply, (send) =>
        list(
          {
            ...{ cx: engineId, q: query, start, num },
            ...(language === null ? {} : { lr: `lang_${LANGUAGE_CODES.get(language.tag) ?? language.tag}` }),
            ...(since === null ? {} : { dateRestrict: `d${daysSince(since, clock)}` }),
          },
          send,
        ),
      );
      return {
        results: items.map(({ link, title, snippet }) => ({ url: link, title, snippet })),
        isLast: queries?.nextPage === undefined,
      };
    },
  });
}

/** Google says 400 to a wrong key, and 403 or 429 to a spent day as well as to a busy minute. */
function meaningOf({ status, text }: TrustedReply): FailureKind | null {
  if (status === 400 && /API key not valid|API_KEY_INVALID/u.test(text)) return 'wrong-key';
  if (status !== 403 && status !== 429) return null;
  if (/dailyLimitExceeded|per day/iu.test(text)) return 'quota';
  return /rateLimitExceeded|RESOURCE_EXHAUSTED/u.test(text) ? 'rate-limited' : null;
}
