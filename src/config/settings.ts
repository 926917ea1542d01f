/**
 * The one table of settings: flags, environment variables, the config file, the library's options, `doctor` and
 * docs/settings.md all come from it. Plain data, so that help is printed without loading a schema library.
 */
import { ADDRESSES, ENGINES, TEXT_SUPPLIERS, type SearchAddressName } from '../search/engines/registry.ts';
import {
  defaultOf,
  flagIn,
  isRepeatable,
  rangeOf,
  settingsWith,
  type FlagGroup,
  type Setting,
  type ValueByKind,
} from './setting-kinds.ts';

const ask = flagIn('ask', 'never');
const look = flagIn('look', 'never', 'sources');
const lookElsewhere = flagIn('look', 'always', 'sources');
const model = flagIn('model', 'always', 'model');
const sampling = flagIn('model', 'never', 'model');
const limit = flagIn('limits', 'always', 'model');
const withoutFlag = settingsWith(null);

const MODES = ['web', 'full', 'model', 'model-n', 'instruction', 'model-answers'] as const;
const FORMATS = ['json_schema', 'json_object', 'tools', 'prompt'] as const;
const SEARCHES = ['library', 'openai', ...ENGINES.map(({ name }) => name)].join(', ');

const addressSetting = ({ name, title, engine }: (typeof ADDRESSES)[number]) =>
  lookElsewhere(`--${hyphenated(name)} <url>`, `search-of-${engine}`).text('none', `Address of a ${title} server`);
/** Of servers that users run themselves. */
const ADDRESS_SETTINGS = Object.fromEntries(
  ADDRESSES.map((address) => [address.name, addressSetting(address)]),
) as Record<SearchAddressName, ReturnType<typeof addressSetting>>;

export const SETTINGS = {
  mode: ask('-m, --mode <mode>').choice(MODES, 'full with a model, else web', 'Where criteria come from'),
  statedCriteria: ask('--stated-criteria <which>', 'sources').choice(
    ['list', 'none'],
    'list',
    'Whether the demands of the instruction itself are listed beside what sources say; none: as EvalAgent’s EA-Web and EA-Full',
  ),
  queries: ask('--queries <number>', 'queries').whole([1, 10, 3], 'Queries per instruction'),
  results: ask('--results <number>', 'sources', 'search').whole([1, 100, 10], 'Search results per query'),
  keep: ask('--keep <number>', 'sources', 'search').whole([1, 50, 5], 'Pages kept per query'),
  rounds: ask('--rounds <number>', 'sources').whole([1, 5, 1], 'Rounds of asking a model for what is missing'),
  n: ask('--n <number>', 'model', 'own-criteria').whole([1, 100, 30], 'Criteria asked of the model by itself'),
  more: ask('--more <number>', 'model', 'own-criteria').whole([0, 100, 0], 'Further ones beyond those'),
  minExpertise: ask('--min-expertise <number>', 'sources').whole(
    [1, 5, 3],
    'Lowest expertise rating of a page that is kept; files of your own --library are kept whatever theirs',
  ),
  minRelevance: withoutFlag.whole(
    [0, 2, 1],
    'Lowest relevance rating of a page that is kept: 1 is general advice, which without a model needs a page with 2 beside it; 0: any relevance will do, as in EvalAgent',
  ),
  kind: ask('--kind <name>', 'sources').text(
    'by the instruction',
    'Kind of text that the instruction asks for, where the offline engine takes it for another; “library kinds” lists them, and with --library any name is accepted',
  ),

  share: ask('--share <what>', 'sources').choice(
    ['none', 'kind'],
    'none: EvalAgent’s own way',
    'Whether advice is looked up once for a kind of text and then fitted to each task of that kind, which needs a model',
  ),

  library: flagIn(
    'look',
    'outside',
    'sources',
  )('-l, --library <folder>', 'search-of-library').folders('the bundled guides', 'Folder of guides'),
  search: lookElsewhere('--search <names>').names('library', `Searches to ask, separated by commas: ${SEARCHES}`),
  ...ADDRESS_SETTINGS,
  webSearchTool: look('--web-search-tool <name>', 'search-of-openai').text(
    'web_search',
    'What the model’s server calls its web search; OpenRouter: openrouter:web_search',
  ),
  urls: look('--url <url>').addresses(
    'none',
    'Page to read beside what a search finds, or instead where none is named',
  ),
  allowDomains: look('--allow-domain <domain>', 'web').domains(
    'all',
    'Read web pages from this domain or host alone, subdomains included',
  ),
  denyDomains: look('--deny-domain <domain>', 'web').domains(
    'none',
    'Read no web page from this domain or host, subdomains included',
  ),
  since: look('--since <date>').date(
    'any',
    'Pages that are dated before this day (YYYY-MM-DD) are dropped; those without a date stay',
  ),
  language: flagIn(
    'look',
    'never',
    'queries',
  )('--language <code>').language(
    'the instruction’s',
    'Language of the queries and of the sources, as “en” or “de”; others than “en” need a model',
  ),
  providerText: look('--provider-text', 'page-text-search').switch(
    'off',
    `Where a page cannot be fetched, read the text that ${TEXT_SUPPLIERS.join(' or ')} supplies of it; such text is never stored`,
  ),
  maxAgeDays: look('--max-age-days <number>', 'web').whole(
    [0, 3_650, 30],
    'Stored pages and search results are used up to this age',
    'days',
  ),
  allowHosts: lookElsewhere('--allow-host <host>', 'web').hosts(
    'none',
    'Private host that pages may be fetched from, as “host” or “host:port”; “host:port/path” allows what lies below the path alone, also to redirects of public pages',
  ),

  model: flagIn(
    'model',
    'always',
  )('--model <name>').text('none: the offline engine', 'Model, as “gpt-4o-mini” or “provider:model”'),
  modelByRole: model('--role-model <role=model>').roleModels(
    'none',
    'Another model for one role, by agent, as “role=model”',
  ),
  temperature: sampling('--temperature <number>').roleNumbers(
    [0, 2],
    'that of the prompt, and 1 where several answers are drawn',
    'Temperature of all answers, or as “role=number” of one role',
  ),
  topP: sampling('--top-p <number>').roleNumbers(
    [0, 1],
    'not sent',
    'Likeliest share of tokens that answers are drawn from, of all answers or as “role=number” of one role',
  ),
  modelSeed: sampling('--model-seed <number>').roleNumbers(
    [0, 2 ** 31 - 1],
    'not sent',
    'Seed of the first of several answers, each further one’s is one more, of all answers or as “role=number” of one role; for servers of OpenAI’s protocol',
    true,
  ),
  baseUrl: model('--base-url <url>').text(
    'that of the provider',
    'An OpenAI-compatible server, such as http://127.0.0.1:8000/v1',
  ),
  modelFormat: model('--model-format <format>').choice(
    FORMATS,
    'found out by asking',
    'How a model is brought to answer in form',
  ),
  modelConcurrency: model('--model-concurrency <number>').whole([1, 256, 16], 'Model calls at once'),
  modelTimeoutMs: model('--model-timeout-ms <number>').whole(
    [1_000, 3_600_000, 120_000],
    'Time for one model call',
    'milliseconds',
  ),
  batchApi: model('--batch-api <when>').choice(
    ['never', 'always', 'where-possible'],
    'never',
    'Whether model calls go to the server’s batch API, at half the price and within a day a step; where-possible: one by one where the server has none',
  ),
  prompts: model('--prompts <folder>').path('ours', 'Folder of prompts that replace ours, by file name'),
  prices: model('--prices <file>').path(
    'ours',
    'JSON file of prices over ours, in USD per million tokens (“webSearch”: per thousand searches)',
  ),

  maxUsd: limit('--max-usd <amount>').amount('no limit', 'The most that model calls may cost, in USD'),
  maxCalls: limit('--max-calls <number>').count('no limit', 'The most model calls'),
  maxTokens: limit('--max-tokens <number>').count('no limit', 'The most tokens, input and output together'),
  sharedBudget: limit('--shared-budget <name>').text(
    'none: limits are of this run alone',
    'Budget of the store: --max-usd, --max-calls and --max-tokens are then limits on all runs with this name together, at any time and in any process',
  ),
  maxCallsPerMinute: limit('--max-calls-per-minute <number>').count(
    'no limit',
    'The most requests to a model’s server in a minute, evenly spread, by all processes on the same store together',
  ),
  maxTokensPerMinute: limit('--max-tokens-per-minute <number>').count(
    'no limit',
    'The same of tokens, input and output together',
  ),
  maxRetrySeconds: flagIn(
    'limits',
    'always',
  )('--max-retry-seconds <number>').whole(
    [0, 86_400, 60],
    'How long a request waits in all for a server of a model or a search that says when to ask again',
    'seconds',
  ),
  maxSeconds: limit('--max-seconds <number>').amount('no limit', 'No model call starts after so many seconds'),

  store: flagIn(
    'store',
    'always',
  )('-s, --store <path>').text(
    'in the user’s data folder',
    'Path of the SQLite store, the address of one in PostgreSQL (postgres://USER:PASSWORD@HOST/DATABASE), or “memory”',
  ),
  concurrency: withoutFlag.whole([1, 256, 8], 'Documents read at once'),
  maxDocumentBytes: withoutFlag.whole([1_000, 500_000_000, 10_000_000], 'Larger documents are not read', 'bytes'),
  extractionTimeoutMs: withoutFlag.whole([100, 600_000, 20_000], 'Time for extracting one document', 'milliseconds'),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

type ValueOf<Of extends Setting> = Of extends { readonly choices: readonly (infer Choice)[] }
  ? Choice | null
  : ValueByKind[Of['kind']];
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

/** What a program may set. */
export type SettingOptions = { readonly [Name in SettingName]?: Settings[Name] | undefined };

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

export function settingsIn(...groups: readonly FlagGroup[]): readonly SettingName[] {
  return groups.flatMap((group) => SETTING_NAMES.filter((name) => SETTINGS[name].flag?.group === group));
}

/** Its variable in the environment: `GROUNDRULE_MAX_USD`. */
export function variableOf(name: SettingName): string {
  return `GROUNDRULE_${hyphenated(name).replaceAll('-', '_').toUpperCase()}`;
}

/** `maxUsd` as `max-usd`. */
function hyphenated(name: string): string {
  return name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
}

/** The long form of its flag, as messages call it: `--max-usd`. */
export function flagOf(name: SettingName): string {
  return /--[a-z-]+/u.exec(SETTINGS[name].flag?.syntax ?? '')?.[0] ?? name;
}

/** Its meaning with bounds, choices and default: what help and messages say. */
export function describeSetting(name: SettingName): string {
  const setting: Setting = SETTINGS[name];
  const repeats = isRepeatable(setting) ? ['repeatable'] : [];
  return `${setting.meaning} (${[...rangeOf(setting), ...repeats, `default: ${defaultOf(setting)}`].join('; ')})`;
}
