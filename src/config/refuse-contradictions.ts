/** Settings that contradict each other, and flags without effect. */
import { SOURCED_MODES, type Mode } from '../domain/criteria-set.ts';
import { isInDomain, refusedDomain } from '../domain/domains.ts';
import { InputError } from '../domain/errors.ts';
import { ADDRESSES, TEXT_SUPPLIERS } from '../search/engines/registry.ts';
import type { Config } from './load-config.ts';
import type { Need } from './setting-kinds.ts';
import { flagOf, SETTING_NAMES, SETTINGS, type Settings } from './settings.ts';

const SHARING_WITHOUT_MODEL =
  'Sharing advice between tasks of one kind needs a model: it names the kinds, and fits their criteria to each task.';

/** EA-Full with a model, EA-Web without one. */
export function modeOf({ mode, model }: Pick<Settings, 'mode' | 'model'>): Mode {
  return mode ?? (model === null ? 'web' : 'full');
}

export const LIBRARY = 'library';
/** The search of the web by the tool of the model's own server. */
export const OPENAI = 'openai';
export const SEARCH_WITHOUT_MODEL = [
  `The search “${OPENAI}” is made by the server of a model, with the model’s key, and no model is named.`,
  'Name one with --model, or use another search: library, or a service with a key of its own (tavily, brave, …).',
] as const;

/** The searches to ask: `library` where none is named, unless pages are given and no library is. */
export function searchesOf({
  search,
  urls,
  library,
}: Pick<Settings, 'search' | 'urls' | 'library'>): readonly string[] {
  if (search.length > 0) return search;
  return urls.length > 0 && library.length === 0 ? [] : [LIBRARY];
}

/**
 * Settings that contradict each other are refused wherever they come from. What merely has no effect is refused only as
 * a flag: settings of the environment and of a config file are there for every run, whether it has a use for them or not.
 */
export function refuseContradictions(config: Config): void {
  const { settings } = config;
  const { rounds, language, urls, allowDomains, denyDomains } = settings;
  const mode = modeOf(settings);
  const refuseWhere = (isRefused: boolean, message: string, advice: string) => {
    if (isRefused) throw new InputError(message, { advice });
  };
  const orModel = (other: string) => `Name one with --model, or ${other}.`;
  if (settings.model === null) {
    refuseWhere(mode !== 'web', `The mode “${mode}” needs a model.`, orModel('use --mode web'));
    refuseWhere(settings.share === 'kind', SHARING_WITHOUT_MODEL, orModel('leave --share out'));
    const why = 'More than one round needs a model: it looks for what is still missing.';
    refuseWhere(rounds > 1, why, orModel('use --rounds 1'));
    const english = `The language “${language}” needs a model: the offline engine reads English alone.`;
    refuseWhere(language !== null && language !== 'en', english, orModel('leave --language out'));
  }
  refuseWhere(
    settings.model !== null && settings.kind !== null,
    '--kind only tells the offline engine what a text is; a model reads the instruction itself.',
    'Leave --kind or --model out.',
  );
  refuseWhere(settings.model === null && searchesOf(settings).includes(OPENAI), ...SEARCH_WITHOUT_MODEL);
  refuseWhere(
    rounds > 1 && SOURCED_MODES.has(mode) && searchesOf(settings).length === 0,
    'More than one round needs a search, and only pages are given.',
    'Name one with --search, or use --rounds 1.',
  );
  for (const domain of allowDomains) {
    const denied = denyDomains.find((wider) => isInDomain(domain, wider));
    const message = `--allow-domain ${domain} is refused by --deny-domain ${denied ?? ''}.`;
    refuseWhere(denied !== undefined, message, 'Leave one of them out.');
  }
  for (const url of urls) {
    const refusal = refusedDomain(url, { allowDomains, denyDomains });
    const message = `--url ${url} would never be read: ${refusal ?? ''}.`;
    refuseWhere(refusal !== null, message, 'Leave the page out, or change --allow-domain or --deny-domain.');
  }
  for (const requirement of requirementsOf(settings)) refuseIdleFlag(config, requirement);
}

/**
 * For commands that only ask a model.
 * @param otherFlags on the command line that are no settings, and have no effect without a model
 */
export function refuseIdleModelFlags(config: Config, otherFlags: readonly string[] = []): void {
  refuseIdleFlag(config, modelRequirement(config.settings), otherFlags);
}

/** What a flag may need, whether the need is met, and what to do if not (or leave the flag out). */
type Requirement = readonly [need: Need, isMet: boolean, what: string, todo: string];

function refuseIdleFlag(
  { provenance }: Config,
  [need, isMet, what, todo]: Requirement,
  otherFlags: readonly string[] = [],
): void {
  if (isMet) return;
  const idleSettings = SETTING_NAMES.filter(
    (name) => provenance[name] === 'flag' && SETTINGS[name].flag?.needs.includes(need),
  );
  const [idle] = [...idleSettings.map(flagOf), ...otherFlags];
  if (idle !== undefined) throw new InputError(`${idle} needs ${what}.`, { advice: `${todo}, or leave the flag out.` });
}

const modelRequirement = ({ model }: Settings): Requirement => [
  'model',
  model !== null,
  'a model',
  'Name one with --model',
];

/** In the order in which they are checked. */
function requirementsOf(settings: Settings): readonly Requirement[] {
  const mode = modeOf(settings);
  const searches = searchesOf(settings);
  const hasSources = SOURCED_MODES.has(mode);
  const suppliers = TEXT_SUPPLIERS.join(' and ');
  const asksQueries = hasSources || mode === 'model-answers';
  const asksForNumber = mode === 'full' || mode === 'model-n';
  const suppliesText = TEXT_SUPPLIERS.some((name) => searches.includes(name));
  const readsWeb = settings.urls.length > 0 || searches.some((name) => name !== LIBRARY);
  const sourced = `a mode with sources; the mode “${mode}” asks the model alone`;
  const querying = `a mode that asks queries, which “${mode}” does not`;
  const supplying = `a search that supplies the text of pages, which ${suppliers} do`;
  const numbered = `a mode that asks the model for a number of criteria, which “${mode}” does not`;
  const searchOf = (name: string): Requirement => [
    `search-of-${name}`,
    searches.includes(name),
    `the search “${name}”, which is not asked`,
    `Put “${name}” into --search as well`,
  ];
  return [
    modelRequirement(settings),
    ['sources', hasSources, sourced, 'Use --mode full or --mode web'],
    ['queries', asksQueries, querying, 'Use a mode that looks for sources'],
    ['search', searches.length > 0, 'a search, and only pages are given', 'Name one with --search'],
    ['page-text-search', suppliesText, supplying, 'Put one of them into --search'],
    ['own-criteria', asksForNumber, numbered, 'Use --mode full or --mode model-n'],
    ...[LIBRARY, OPENAI, ...ADDRESSES.map(({ engine }) => engine)].map(searchOf),
    ['web', readsWeb, 'a search of the web, or pages that are given', 'Name one with --search, or a page with --url'],
  ];
}
