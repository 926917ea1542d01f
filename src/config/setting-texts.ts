/** What each setting means, its variable in the environment and its bounds. Without a schema, so that help is quick. */

import { ADDRESSES, ENGINES, TEXT_SUPPLIERS, type SearchAddressName } from '../search/engines/registry.ts';

/** Inclusive; whole numbers. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

function bounded(env: string, meaning: string, bounds: Bounds, unit = '') {
  const range = `${bounds.min}–${bounds.max}${unit}; default ${bounds.default}`;
  return { env, meaning: `${meaning} (${range})`, bounds };
}

const ADDRESS_TEXTS = Object.fromEntries(
  ADDRESSES.map(({ name, variable, title }) => [
    name,
    { env: variable, meaning: `Address of a ${title} server` },
  ]),
) as Record<SearchAddressName, { readonly env: string; readonly meaning: string }>;

export const SETTING_TEXTS = {
  library: {
    env: 'GROUNDRULE_LIBRARY',
    meaning: 'Folders of guides, separated by “:” in the environment; none: the bundled guides',
  },
  queries: bounded('GROUNDRULE_QUERIES', 'Queries per instruction', { min: 1, max: 10, default: 3 }),
  results: bounded('GROUNDRULE_RESULTS', 'Search results per query', { min: 1, max: 100, default: 10 }),
  keep: bounded('GROUNDRULE_KEEP', 'Pages kept per query', { min: 1, max: 50, default: 5 }),
  minExpertise: bounded('GROUNDRULE_MIN_EXPERTISE', 'Lowest expertise rating of a page that is kept', {
    min: 1,
    max: 5,
    default: 3,
  }),
  minRelevance: bounded('GROUNDRULE_MIN_RELEVANCE', 'Lowest relevance rating of a page that is kept', {
    min: 0,
    max: 2,
    default: 1,
  }),
  store: {
    env: 'GROUNDRULE_STORE',
    meaning: 'Path of the SQLite store, or “memory”; default: in the user’s data folder',
  },
  concurrency: bounded('GROUNDRULE_CONCURRENCY', 'Documents read at once', { min: 1, max: 256, default: 8 }),
  maxDocumentBytes: bounded(
    'GROUNDRULE_MAX_DOCUMENT_BYTES',
    'Larger documents are recorded as too large',
    { min: 1_000, max: 500_000_000, default: 10_000_000 },
    ' bytes',
  ),
  extractionTimeoutMs: bounded(
    'GROUNDRULE_EXTRACTION_TIMEOUT_MS',
    'Time for extracting one document',
    { min: 100, max: 600_000, default: 20_000 },
    ' milliseconds',
  ),
  mode: {
    env: 'GROUNDRULE_MODE',
    meaning: 'web, full, model, model-n, instruction or model-answers; default: full with a model, else web',
  },
  model: {
    env: 'GROUNDRULE_MODEL',
    meaning: 'Model, as “gpt-4o-mini” or “provider:model”; none: the offline engine',
  },
  modelByRole: {
    env: 'GROUNDRULE_MODEL_BY_ROLE',
    meaning: 'Other models for single roles, as “role=model”, separated by commas in the environment',
  },
  baseUrl: {
    env: 'GROUNDRULE_BASE_URL',
    meaning: 'An OpenAI-compatible server, such as http://127.0.0.1:8000/v1',
  },
  modelFormat: {
    env: 'GROUNDRULE_MODEL_FORMAT',
    meaning: 'json_schema, json_object, tools or prompt; default: found out by asking',
  },
  modelConcurrency: bounded('GROUNDRULE_MODEL_CONCURRENCY', 'Model calls at once', {
    min: 1,
    max: 256,
    default: 16,
  }),
  modelTimeoutMs: bounded(
    'GROUNDRULE_MODEL_TIMEOUT_MS',
    'Time for one model call',
    { min: 1_000, max: 300_000, default: 120_000 },
    ' milliseconds',
  ),
  prompts: { env: 'GROUNDRULE_PROMPTS', meaning: 'Folder of prompts that replace ours, by file name' },
  prices: { env: 'GROUNDRULE_PRICES', meaning: 'JSON file of prices over ours, in USD per million tokens' },
  rounds: bounded('GROUNDRULE_ROUNDS', 'Rounds of asking for what is missing; needs a model', {
    min: 1,
    max: 5,
    default: 1,
  }),
  n: bounded('GROUNDRULE_N', 'Criteria asked of the model by itself', { min: 1, max: 100, default: 30 }),
  more: bounded('GROUNDRULE_MORE', 'Further ones beyond those', { min: 0, max: 100, default: 0 }),
  maxUsd: {
    env: 'GROUNDRULE_MAX_USD',
    meaning: 'The most that model calls may cost, in USD; default: no limit',
  },
  maxCalls: { env: 'GROUNDRULE_MAX_CALLS', meaning: 'The most model calls; default: no limit' },
  maxTokens: {
    env: 'GROUNDRULE_MAX_TOKENS',
    meaning: 'The most tokens, input and output together; default: no limit',
  },
  maxSeconds: {
    env: 'GROUNDRULE_MAX_SECONDS',
    meaning: 'No model call starts after so many seconds; default: no limit',
  },
  search: {
    env: 'GROUNDRULE_SEARCH',
    meaning: `Searches to ask, separated by commas: ${['library', ...ENGINES.map(({ name }) => name)].join(', ')}; default: library`,
  },
  ...ADDRESS_TEXTS,
  urls: {
    env: 'GROUNDRULE_URLS',
    meaning:
      'Pages to read beside what a search finds, or instead where none is named; separated by spaces in the environment',
  },
  allowDomains: {
    env: 'GROUNDRULE_ALLOW_DOMAINS',
    meaning:
      'Web pages are read from these domains or hosts alone, subdomains included; separated by commas in the environment',
  },
  denyDomains: {
    env: 'GROUNDRULE_DENY_DOMAINS',
    meaning:
      'No web page is read from these domains or hosts, subdomains included; separated by commas in the environment',
  },
  since: {
    env: 'GROUNDRULE_SINCE',
    meaning: 'Pages that are dated before this day (YYYY-MM-DD) are dropped; those without a date stay',
  },
  language: {
    env: 'GROUNDRULE_LANGUAGE',
    meaning: 'Language of the queries and of the sources, as “en” or “de”; default: en; others need a model',
  },
  providerText: {
    env: 'GROUNDRULE_PROVIDER_TEXT',
    meaning: `Where a page cannot be fetched, read the text that ${TEXT_SUPPLIERS.join(' or ')} supplies of it; such text is never stored`,
  },
  maxAgeDays: bounded(
    'GROUNDRULE_MAX_AGE_DAYS',
    'Stored pages and search results are used up to this age',
    {
      min: 0,
      max: 3_650,
      default: 30,
    },
    ' days',
  ),
  allowHosts: {
    env: 'GROUNDRULE_ALLOW_HOSTS',
    meaning: 'Private hosts that pages may be fetched from, as “host” or “host:port”, separated by commas',
  },
} as const satisfies Record<
  string,
  { readonly env: string; readonly meaning: string; readonly bounds?: Bounds }
>;

export type SettingName = keyof typeof SETTING_TEXTS;

/** The name of its flag, without the dashes. */
export function flagOf(name: string): string {
  return FLAGS[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Flags that are given once for each value. */
const FLAGS: Readonly<Record<string, string>> = {
  modelByRole: 'role-model',
  allowHosts: 'allow-host',
  urls: 'url',
  allowDomains: 'allow-domain',
  denyDomains: 'deny-domain',
} satisfies Partial<Record<SettingName, string>>;
