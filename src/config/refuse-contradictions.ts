/** Settings that contradict each other: what is asked for and cannot be done, and flags that would be passed over. */
import { SOURCED_MODES, type Mode } from '../domain/criteria-set.ts';
import { isInDomain, refusedDomain } from '../domain/domains.ts';
import { InputError } from '../domain/errors.ts';
import type { Config } from './load-config.ts';
import { ADDRESSES, TEXT_SUPPLIERS } from '../search/engines/registry.ts';
import { flagOf, SETTING_NAMES, SETTINGS, type Need, type Settings } from './settings.ts';

/** EA-Full with a model, EA-Web without one. */
export function modeOf({ mode, model }: Pick<Settings, 'mode' | 'model'>): Mode {
  return mode ?? (model === null ? 'web' : 'full');
}

export const LIBRARY = 'library';

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
 * A mode or rounds that cannot be are refused wherever they come from. Other settings are refused only as flags: those
 * of the environment and of a config file are there for every run, whether it has a use for them or not.
 * @throws InputError that names the setting, and what it needs
 */
export function refuseContradictions({ settings, provenance }: Config): void {
  const mode = modeOf(settings);
  if (mode !== 'web' && settings.model === null)
    throw new InputError(`The mode “${mode}” needs a model.`, {
      advice: 'Name one with --model, or use --mode web.',
    });
  if (settings.rounds > 1 && settings.model === null)
    throw new InputError('More than one round needs a model: it looks for what is still missing.', {
      advice: 'Name one with --model, or use --rounds 1.',
    });
  if (settings.language !== 'en' && settings.model === null)
    throw new InputError(
      `The language “${settings.language}” needs a model: the offline engine reads English alone.`,
      { advice: 'Name one with --model, or leave --language out.' },
    );
  if (settings.rounds > 1 && SOURCED_MODES.has(mode) && searchesOf(settings).length === 0)
    throw new InputError('More than one round needs a search, and only pages are given.', {
      advice: 'Name one with --search, or use --rounds 1.',
    });
  refuseSplitDomains(settings);
  refuseIdleFlags({ settings, provenance }, NEEDS);
}

/** What is asked for and refused at once. */
function refuseSplitDomains({ urls, allowDomains, denyDomains }: Settings): void {
  for (const domain of allowDomains) {
    const denied = denyDomains.find((wider) => isInDomain(domain, wider));
    if (denied !== undefined)
      throw new InputError(`--allow-domain ${domain} is refused by --deny-domain ${denied}.`, {
        advice: 'Leave one of them out.',
      });
  }
  for (const url of urls) {
    const refusal = refusedDomain(url, { allowDomains, denyDomains });
    if (refusal !== null)
      throw new InputError(`--url ${url} would never be read: ${refusal}.`, {
        advice: 'Leave the page out, or change --allow-domain or --deny-domain.',
      });
  }
}

/**
 * For commands that only ask a model: flags about one, and none named.
 * @throws InputError that names the flag
 */
export function refuseIdleModelFlags(config: Config): void {
  refuseIdleFlags(config, { model: NEEDS.model });
}

function refuseIdleFlags(
  { settings, provenance }: Pick<Config, 'settings' | 'provenance'>,
  requirements: Readonly<Record<string, Requirement>>,
): void {
  const mode = modeOf(settings);
  for (const [need, { isMet, says, advice }] of Object.entries(requirements)) {
    const idle = SETTING_NAMES.find(
      (name) => provenance[name] === 'flag' && SETTINGS[name].flag?.needs.some((each) => each === need),
    );
    if (idle !== undefined && !isMet(settings, mode))
      throw new InputError(`${flagOf(idle)} needs ${says(mode)}.`, { advice });
  }
}

interface Requirement {
  readonly isMet: (settings: Settings, mode: Mode) => boolean;
  readonly says: (mode: Mode) => string;
  readonly advice: string;
}

const asks = (settings: Settings, name: string) => searchesOf(settings).includes(name);

/** In the order in which they are told. */
const NEEDS: Readonly<Record<Exclude<Need, `search-of-${string}`>, Requirement>> &
  Readonly<Record<string, Requirement>> = {
  model: {
    isMet: ({ model }) => model !== null,
    says: () => 'a model',
    advice: 'Name one with --model, or leave the flag out.',
  },
  sources: {
    isMet: (_settings, mode) => SOURCED_MODES.has(mode),
    says: (mode) => `a mode with sources; the mode “${mode}” asks the model alone`,
    advice: 'Use --mode full or --mode web, or leave the flag out.',
  },
  queries: {
    isMet: (_settings, mode) => SOURCED_MODES.has(mode) || mode === 'model-answers',
    says: (mode) => `a mode that asks queries, which “${mode}” does not`,
    advice: 'Leave the flag out, or use a mode that looks for sources.',
  },
  search: {
    isMet: (settings) => searchesOf(settings).length > 0,
    says: () => 'a search, and only pages are given',
    advice: 'Name one with --search, or leave the flag out.',
  },
  'page-text-search': {
    isMet: (settings) => TEXT_SUPPLIERS.some((name) => asks(settings, name)),
    says: () => `a search that supplies the text of pages, which ${TEXT_SUPPLIERS.join(' and ')} do`,
    advice: 'Put one of them into --search, or leave the flag out.',
  },
  'own-criteria': {
    isMet: (_settings, mode) => mode === 'full' || mode === 'model-n',
    says: (mode) => `a mode that asks the model for a number of criteria, which “${mode}” does not`,
    advice: 'Use --mode full or --mode model-n, or leave the flag out.',
  },
  'library-search': {
    isMet: (settings) => asks(settings, LIBRARY),
    says: () => 'the search of the library, which --search leaves out',
    advice: 'Put “library” into --search as well, or leave the flag out.',
  },
  ...Object.fromEntries(
    ADDRESSES.map(({ engine }) => [
      `search-of-${engine}`,
      {
        isMet: (settings: Settings) => asks(settings, engine),
        says: () => 'the search that it is the address of',
        advice: `Put “${engine}” into --search, or leave the flag out.`,
      },
    ]),
  ),
  web: {
    isMet: (settings) => settings.urls.length > 0 || searchesOf(settings).some((name) => name !== LIBRARY),
    says: () => 'a search of the web, or pages that are given',
    advice: 'Name one with --search, or a page with --url, or leave the flag out.',
  },
};
