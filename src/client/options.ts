/** The options of a client and of its calls, from which settings and secrets are made. */
import { loadConfig, type Config } from '../config/load-config.ts';
import { refuseContradictions } from '../config/refuse-contradictions.ts';
import { readSecrets, type Secrets } from '../config/secrets.ts';
import type { SettingName, Settings } from '../config/settings.ts';
import type { DiscoveryParameters, Mode } from '../domain/criteria-set.ts';
import { languageOf } from '../domain/language.ts';
import type { RunEvent } from '../domain/run-context.ts';
import type { EngineName, HowToSet, SearchAddressName, SearchKeyName } from '../search/engines/registry.ts';
import type { CallOptions } from './runs.ts';

/** Who can be asked for pages: the folders of `library`, or a service. */
export type SearchName = 'library' | EngineName;

/** Never read from the environment. `googleEngineId` is the search engine that Google's key searches with (its `cx`). */
export type SearchKeys = Readonly<Partial<Record<SearchKeyName, string>>>;

/** Base addresses of servers that users run themselves, such as `http://127.0.0.1:8888` of a SearXNG. */
export type SearchAddresses = Readonly<Partial<Record<SearchAddressName, string>>>;

/** What to ask, and where to look. */
export interface DiscoverySettings {
  /** Default: `full` with a model, else `web`. */
  readonly mode?: Mode;
  /** Queries per instruction (1–10; default 3). */
  readonly queries?: number;
  /** Search results per query (1–100; default 10). */
  readonly results?: number;
  /** Pages kept per query (1–50; default 5). */
  readonly keep?: number;
  /** Lowest ratings of a page that is kept: 1–5 (default 3) and 0–2 (default 1). */
  readonly minExpertise?: number;
  readonly minRelevance?: number;
  /** Rounds of asking for what is missing (1–5; default 1). */
  readonly rounds?: number;
  /** Criteria asked of the model by itself, and further ones beyond those. */
  readonly n?: number;
  readonly more?: number;
  /** Folders of guides; default: the bundled guides. */
  readonly library?: readonly string[];
  /** Fused by rank; default: `library`, or none where only `urls` are given. */
  readonly search?: readonly SearchName[];
  /** http(s) addresses of pages to read beside what a search finds, or instead where none is named. */
  readonly urls?: readonly string[];
  /** Only, or never, pages of these domains or hosts, subdomains included. A refused page is a row of the record. */
  readonly allowDomains?: readonly string[];
  readonly denyDomains?: readonly string[];
  /** `YYYY-MM-DD`: pages that are dated before are dropped; those without a date stay, with a warning. */
  readonly since?: string;
  /** Of queries and sources, such as `de` (needs a model); default `en`. */
  readonly language?: string;
  /** Where a page cannot be fetched, take the text that Tavily or Exa supplies of it; default false. */
  readonly providerText?: boolean;
  /** Pages and replies that are younger are used again without asking (0–3650; default 30). */
  readonly maxAgeDays?: number;
}

export interface DiscoverOptions extends CallOptions, DiscoverySettings {
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string;
}

/** Who answers, what it may take, and where things are kept. */
export interface ConnectionSettings extends SearchAddresses {
  /** Path of the SQLite store, or `memory`; default: the one in the user's data folder, as on the command line. */
  readonly store?: string;
  /** `gpt-4.1-mini`, or `provider:model`. Without it, nobody is asked. */
  readonly model?: string;
  /** Other models for single roles, by agent. */
  readonly modelByRole?: Readonly<Record<string, string>>;
  /** An OpenAI-compatible server, such as `http://127.0.0.1:8000/v1`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly modelFormat?: 'json_schema' | 'json_object' | 'tools' | 'prompt';
  /** Model calls at once (1–256; default 16). */
  readonly modelConcurrency?: number;
  readonly modelTimeoutMs?: number;
  /** A folder of prompts that replace ours, and a file of prices over ours. */
  readonly prompts?: string;
  readonly prices?: string;
  /** Limits on the model calls of all work of this client together. */
  readonly maxUsd?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  readonly searchKeys?: SearchKeys;
  /** Private hosts that pages may be fetched from, as `host` or `host:port`; default: none. */
  readonly allowHosts?: readonly string[];
  /** Of calls that bring none of their own. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Neither the environment nor a config file is read: these options decide alone. */
export interface GroundruleOptions extends ConnectionSettings, DiscoverySettings {}

/** @throws InputError that names the option, its value, and what is allowed */
export function configOf(options: Readonly<Partial<Record<SettingName, unknown>>>): Promise<Config> {
  return loadConfig({
    flags: options,
    callFlag: (name) => `The option “${name}”`,
    env: {},
    configFile: null,
  });
}

/**
 * The client's settings with those of one call in their place.
 * @throws InputError where a setting cannot be used, or two contradict each other
 */
export async function configOfCall(config: Config, settings: DiscoverySettings): Promise<Config> {
  const own = await configOf(settings);
  const isGiven = ([name]: [string, unknown]) => own.provenance[name as SettingName] === 'option';
  const merged = {
    ...config,
    settings: { ...config.settings, ...Object.fromEntries(Object.entries(own.settings).filter(isGiven)) },
    provenance: {
      ...config.provenance,
      ...Object.fromEntries(Object.entries(own.provenance).filter(isGiven)),
    },
  };
  refuseContradictions(merged);
  return merged;
}

/** How messages call what a search needs. */
export const nameOption: HowToSet = ({ kind, name }) =>
  `the option “${kind === 'key' ? `searchKeys.${name}` : name}”`;

export function secretsOf({ apiKey, searchKeys = {} }: GroundruleOptions): Secrets {
  return { ...readSecrets({}), modelKey: apiKey ?? null, search: searchKeys };
}

/** The parameters of a discovery, as the settings say. */
export function discoveryParameters(settings: Settings): DiscoveryParameters {
  const { urls, allowDomains, denyDomains, since, language, providerText } = settings;
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    language: languageOf(language)?.iso6393 ?? language,
    // What does not restrict anything is left out, so that it changes no id.
    ...(urls.length > 0 ? { urls: distinct(urls) } : {}),
    ...(allowDomains.length > 0 ? { allowDomains: distinct(allowDomains) } : {}),
    ...(denyDomains.length > 0 ? { denyDomains: distinct(denyDomains) } : {}),
    ...(since === null ? {} : { since }),
    ...(providerText ? { providerText } : {}),
    rounds: settings.rounds,
    modelCriteria: settings.n,
    moreModelCriteria: settings.more,
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
