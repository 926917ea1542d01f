/** The options of a client and of its calls, from which settings and secrets are made. */
import { loadConfig, type Config } from '../config/load-config.ts';
import { refuseContradictions } from '../config/refuse-contradictions.ts';
import { readSecrets, type Secrets } from '../config/secrets.ts';
import type { SettingName, SettingOptions } from '../config/settings.ts';
import type { RunEvent } from '../domain/run-context.ts';
import type { CallOptions } from './runs.ts';

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

/** Settings of the client as a whole: who answers, what all its work may take, and where things are kept. */
type ConnectionName =
  | ('store' | 'model' | 'modelByRole' | 'baseUrl' | 'modelFormat' | 'modelConcurrency' | 'modelTimeoutMs')
  | ('prompts' | 'prices' | 'maxUsd' | 'maxCalls' | 'maxTokens' | 'maxSeconds' | 'searxngUrl' | 'allowHosts')
  | ('concurrency' | 'maxDocumentBytes' | 'extractionTimeoutMs');

/** What to ask, and where to look (docs/settings.md). */
export type DiscoverySettings = Omit<SettingOptions, ConnectionName>;

export interface DiscoverOptions extends CallOptions, DiscoverySettings {
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string;
}

/** Of the client (docs/settings.md); keys are given here and never read from the environment. */
export interface ConnectionSettings extends Pick<SettingOptions, ConnectionName> {
  readonly apiKey?: string;
  readonly searchKeys?: SearchKeys;
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
export function nameOption(setting: keyof typeof OPTION_NAMES): string {
  return `the option “${OPTION_NAMES[setting]}”`;
}

const OPTION_NAMES = {
  searxngUrl: 'searxngUrl',
  braveKey: 'searchKeys.brave',
  tavilyKey: 'searchKeys.tavily',
  exaKey: 'searchKeys.exa',
  serperKey: 'searchKeys.serper',
  googleKey: 'searchKeys.google',
  googleEngineId: 'searchKeys.googleEngineId',
} as const;

export function secretsOf({ apiKey, searchKeys = {} }: GroundruleOptions): Secrets {
  return {
    ...readSecrets({}),
    modelKey: apiKey ?? null,
    braveKey: searchKeys.brave ?? null,
    tavilyKey: searchKeys.tavily ?? null,
    exaKey: searchKeys.exa ?? null,
    serperKey: searchKeys.serper ?? null,
    googleKey: searchKeys.google ?? null,
    googleEngineId: searchKeys.googleEngineId ?? null,
  };
}
