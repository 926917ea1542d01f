/** Opens the app for one call of the library, from the call's own options alone. */
import { createApp, type App } from './create-app.ts';
import { defaultStorePath } from '../config/data-folder.ts';
import { loadConfig } from '../config/load-config.ts';
import { readSecrets, type Secrets } from '../config/secrets.ts';
import type { RunEvent } from '../domain/run-context.ts';

export interface StoreOptions {
  /** Path of the SQLite store, or `memory`; default: the one in the user's data folder, as on the command line. */
  readonly store?: string;
}

/** Which model answers, and how much it may take. Without `model`, nobody is asked. */
export interface ModelOptions extends StoreOptions {
  /** `gpt-4.1-mini`, or `provider:model`. */
  readonly model?: string;
  /** An OpenAI-compatible server, such as `http://127.0.0.1:8000/v1`. */
  readonly baseUrl?: string;
  /** Never read from the environment. */
  readonly apiKey?: string;
  readonly maxUsd?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Who can be asked for pages: the folders of `libraries`, or a service. */
export type SearchName = 'library' | 'searxng' | 'brave' | 'tavily' | 'exa' | 'serper' | 'google';

/** Never read from the environment. */
export interface SearchKeys {
  readonly brave?: string;
  readonly tavily?: string;
  readonly exa?: string;
  readonly serper?: string;
  readonly google?: string;
  /** Of the search engine that Google's key searches with (its `cx`). */
  readonly googleEngineId?: string;
}

/** Where pages of the web come from, and which of them are read. */
export interface WebOptions {
  /** Fused by rank; default: `library`, or none where only `urls` are given. */
  readonly search?: readonly SearchName[];
  readonly searchKeys?: SearchKeys;
  /** Base address of a SearXNG, such as `http://127.0.0.1:8888`. */
  readonly searxngUrl?: string;
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
  /** Private hosts that pages may be fetched from, as `host` or `host:port`; default: none. */
  readonly allowHosts?: readonly string[];
}

export interface DiscoverOptions extends ModelOptions, WebOptions {
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string;
  /** Folders of guides; default: the bundled guides. */
  readonly libraries?: readonly string[];
  /** Queries per instruction (1–10; default 3). */
  readonly queries?: number;
  /** Search results per query (1–100; default 10). */
  readonly results?: number;
  /** Pages kept per query (1–50; default 5). */
  readonly keep?: number;
}

export async function withApp<Result>(
  options: DiscoverOptions,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const { libraries, queries, results, keep, store, signal, onEvent } = options;
  const { search, searchKeys, searxngUrl, urls, allowDomains, denyDomains } = options;
  const { since, language, providerText, maxAgeDays, allowHosts } = options;
  const { model, baseUrl, apiKey, maxUsd, maxCalls, maxTokens, maxSeconds } = options;
  // A program's own options decide alone: neither the environment nor a config file of the working folder does.
  const config = await loadConfig({
    flags: {
      ...{ library: libraries, queries, results, keep, store },
      ...{ model, baseUrl, maxUsd, maxCalls, maxTokens, maxSeconds },
      ...{ search, searxngUrl, urls, allowDomains, denyDomains },
      ...{ since, language, providerText, maxAgeDays, allowHosts },
    },
    callFlag: (name) => `The option “${name === 'library' ? 'libraries' : name}”`,
    env: {},
    configFile: null,
  });
  const app = await createApp({
    settings: config.settings,
    secrets: { ...readSecrets({}), modelKey: apiKey ?? null, ...searchSecrets(searchKeys) },
    howToSet: (setting) => `the option “${OPTION_NAMES[setting]}”`,
    defaultStorePath: defaultStorePath(),
    signal,
    onEvent,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

type SearchSecret = Exclude<keyof Secrets, 'modelKey' | 'openaiKey'>;

const OPTION_NAMES: Readonly<Record<SearchSecret | 'searxngUrl', string>> = {
  searxngUrl: 'searxngUrl',
  braveKey: 'searchKeys.brave',
  tavilyKey: 'searchKeys.tavily',
  exaKey: 'searchKeys.exa',
  serperKey: 'searchKeys.serper',
  googleKey: 'searchKeys.google',
  googleEngineId: 'searchKeys.googleEngineId',
};

function searchSecrets(keys: SearchKeys = {}): Pick<Secrets, SearchSecret> {
  return {
    braveKey: keys.brave ?? null,
    tavilyKey: keys.tavily ?? null,
    exaKey: keys.exa ?? null,
    serperKey: keys.serper ?? null,
    googleKey: keys.google ?? null,
    googleEngineId: keys.googleEngineId ?? null,
  };
}
