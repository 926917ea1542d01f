/** The options of a client and of its calls, from which settings and secrets are made. */
import { loadConfig, type Config } from '../config/load-config.ts';
import { modeOf, refuseContradictions } from '../config/refuse-contradictions.ts';
import { MODEL_KEY_VARIABLES, readSecrets, type Secrets } from '../config/environment.ts';
import { SETTING_NAMES, type SettingName, type SettingOptions, type Settings } from '../config/settings.ts';
import { SOURCED_MODES, type DiscoveryParameters } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import { languageOf } from '../domain/language.ts';
import { nearestNames } from '../domain/nearest-names.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { ADDRESSES, type EngineName, type HowToSet, type SearchKeyName } from '../search/engines/registry.ts';
import type { CallOptions } from './runs.ts';

/** Who can be asked for pages: the folders of `library`, or a service. */
export type SearchName = 'library' | 'openai' | EngineName;

/** Never read from the environment. `googleEngineId` is the search engine that Google's key searches with (its `cx`). */
export type SearchKeys = Readonly<Partial<Record<SearchKeyName, string>>>;

/** Settings of the client as a whole: who answers, what all its work may take, and where things are kept. */
const CONNECTION_NAMES = [
  ...(['store', 'model', 'modelByRole', 'temperature', 'topP', 'modelSeed'] as const),
  ...(['baseUrl', 'modelFormat', 'modelConcurrency', 'modelTimeoutMs'] as const),
  ...(['prompts', 'prices', 'maxUsd', 'maxCalls', 'maxTokens', 'maxSeconds', 'allowHosts'] as const),
  ...(['maxRetrySeconds', 'sharedBudget', 'maxCallsPerMinute', 'maxTokensPerMinute'] as const),
  ...ADDRESSES.map(({ name }) => name),
  ...(['concurrency', 'maxDocumentBytes', 'extractionTimeoutMs'] as const),
] satisfies readonly SettingName[];
type ConnectionName = (typeof CONNECTION_NAMES)[number];

/** What to ask, and where to look (docs/settings.md). */
export interface DiscoverySettings extends Omit<SettingOptions, ConnectionName | 'search'> {
  readonly search?: readonly SearchName[] | undefined;
}

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

/** Those of `DiscoverySettings`. */
export const DISCOVERY_OPTIONS = SETTING_NAMES.filter(
  (name): name is keyof DiscoverySettings => !(CONNECTION_NAMES as readonly string[]).includes(name),
);

const OTHER_OPTIONS: readonly (keyof Omit<GroundruleOptions, SettingName>)[] = ['apiKey', 'searchKeys', 'onEvent'];
export const CLIENT_OPTIONS: readonly string[] = [...SETTING_NAMES, ...OTHER_OPTIONS];
/** Of options that are given: one that is undefined says nothing, whatever its name. */
export function namesGiven(options: object): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Without those of a call. */
export function clientOptionsIn(options: GroundruleOptions): GroundruleOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => CLIENT_OPTIONS.includes(name)));
}

/**
 * Unknown options are refused: programs in JavaScript have no types.
 * @throws InputError that names the option, its value, and what is allowed
 */
export async function clientConfigOf(options: GroundruleOptions): Promise<Config> {
  refuseUnknown(namesGiven(options), CLIENT_OPTIONS);
  return configOf(options);
}

/** @throws InputError that names the first option that is not known, and the nearest ones */
export function refuseUnknown(
  names: readonly string[],
  known: readonly string[],
  all = 'docs/settings.md lists all.',
): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InputError(`There is no option “${unknown}”.`, {
      advice: `Nearest: ${nearestNames(unknown, known)}. ${all}`,
    });
}

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
      // What a flag sets for a whole command may be of no use to one call with a mode of its own.
      ...(settings.mode === undefined ? {} : withoutFlags(config.provenance)),
      ...Object.fromEntries(Object.entries(own.provenance).filter(isGiven)),
    },
  };
  refuseContradictions(merged);
  return merged;
}

function withoutFlags(provenance: Config['provenance']): Config['provenance'] {
  const entries = Object.entries(provenance).map(([name, from]) => [name, from === 'flag' ? 'option' : from] as const);
  return Object.fromEntries(entries) as Config['provenance'];
}

/** How messages call what a search needs. */
export const nameOption: HowToSet = ({ kind, name }) => `the option “${kind === 'key' ? `searchKeys.${name}` : name}”`;

export function secretsOf({ apiKey, searchKeys = {} }: GroundruleOptions): Secrets {
  return { ...readSecrets({ [MODEL_KEY_VARIABLES.modelKey]: apiKey }), search: searchKeys };
}

/** The parameters of a discovery, as the settings say. */
export function discoveryParameters(settings: Settings): DiscoveryParameters {
  const { urls, allowDomains, denyDomains, since, providerText, kind, model } = settings;
  // The offline engine reads English alone.
  const language = settings.language ?? (model === null ? 'en' : null);
  return {
    queries: settings.queries,
    resultsPerQuery: settings.results,
    keepPerQuery: settings.keep,
    minExpertise: settings.minExpertise,
    minRelevance: settings.minRelevance,
    // What does not restrict anything is left out, so that it changes no id.
    ...(language === null ? {} : { language: languageOf(language)?.iso6393 ?? language }),
    ...(urls.length > 0 ? { urls: distinct(urls) } : {}),
    ...(allowDomains.length > 0 ? { allowDomains: distinct(allowDomains) } : {}),
    ...(denyDomains.length > 0 ? { denyDomains: distinct(denyDomains) } : {}),
    ...(since === null ? {} : { since }),
    ...(kind === null ? {} : { kind }),
    ...(providerText ? { providerText } : {}),
    ...(settings.share === 'kind' && SOURCED_MODES.has(modeOf(settings)) ? { share: settings.share } : {}),
    ...(settings.statedCriteria === 'none' ? { stated: 'none' as const } : {}),
    rounds: settings.rounds,
    modelCriteria: settings.n,
    moreModelCriteria: settings.more,
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
