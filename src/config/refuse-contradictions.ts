/** Settings that contradict each other: what is asked for and cannot be done, and flags that would be passed over. */
import { SOURCED_MODES, type Mode } from '../domain/criteria-set.ts';
import { isInDomain, refusedDomain } from '../domain/domains.ts';
import { InputError } from '../domain/errors.ts';
import { ADDRESSES, TEXT_SUPPLIERS } from '../search/engines/registry.ts';
import type { Config } from './load-config.ts';
import { flagOf, type SettingName } from './setting-texts.ts';
import type { Settings } from './settings.ts';

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
  refuseIdleFlags({ settings, provenance }, mode, NEEDS);
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
  refuseIdleFlags(config, modeOf(config.settings), [NEEDS_MODEL]);
}

function refuseIdleFlags(
  { settings, provenance }: Pick<Config, 'settings' | 'provenance'>,
  mode: Mode,
  needs: readonly Need[],
): void {
  for (const { names, need, isMet, advice } of needs) {
    const idle = names.find((name) => provenance[name] === 'flag');
    if (idle !== undefined && !isMet(settings, mode))
      throw new InputError(`--${flagOf(idle)} needs ${need(mode)}.`, { advice });
  }
}

interface Need {
  readonly names: readonly SettingName[];
  readonly need: (mode: Mode) => string;
  readonly isMet: (settings: Settings, mode: Mode) => boolean;
  readonly advice: string;
}

const asksTheWeb = (settings: Settings) =>
  settings.urls.length > 0 || searchesOf(settings).some((name) => name !== LIBRARY);

const NEEDS_MODEL: Need = {
  names: [
    ...(['baseUrl', 'modelByRole', 'modelFormat', 'modelConcurrency', 'modelTimeoutMs'] as const),
    ...(['prompts', 'prices', 'n', 'more', 'maxUsd', 'maxCalls', 'maxTokens', 'maxSeconds'] as const),
  ],
  need: () => 'a model',
  isMet: ({ model }) => model !== null,
  advice: 'Name one with --model, or leave the flag out.',
};

const NEEDS: readonly Need[] = [
  NEEDS_MODEL,
  {
    names: [
      ...(['library', 'search', 'results', 'keep', 'rounds', 'maxAgeDays', 'allowHosts'] as const),
      ...(['urls', 'allowDomains', 'denyDomains', 'since', 'providerText'] as const),
      ...ADDRESSES.map(({ name }) => name),
    ],
    need: (mode) => `a mode with sources; the mode “${mode}” asks the model alone`,
    isMet: (_settings, mode) => SOURCED_MODES.has(mode),
    advice: 'Use --mode full or --mode web, or leave the flag out.',
  },
  {
    names: ['queries', 'language'],
    need: (mode) => `a mode that asks queries, which “${mode}” does not`,
    isMet: (_settings, mode) => SOURCED_MODES.has(mode) || mode === 'model-answers',
    advice: 'Leave the flag out, or use a mode that looks for sources.',
  },
  {
    names: ['results', 'keep'],
    need: () => 'a search, and only pages are given',
    isMet: (settings) => searchesOf(settings).length > 0,
    advice: 'Name one with --search, or leave the flag out.',
  },
  {
    names: ['providerText'],
    need: () => `a search that supplies the text of pages, which ${TEXT_SUPPLIERS.join(' and ')} do`,
    isMet: (settings) => searchesOf(settings).some((name) => TEXT_SUPPLIERS.includes(name)),
    advice: 'Put one of them into --search, or leave the flag out.',
  },
  {
    names: ['n', 'more'],
    need: (mode) => `a mode that asks the model for a number of criteria, which “${mode}” does not`,
    isMet: (_settings, mode) => mode === 'full' || mode === 'model-n',
    advice: 'Use --mode full or --mode model-n, or leave the flag out.',
  },
  {
    names: ['library'],
    need: () => 'the search of the library, which --search leaves out',
    isMet: (settings) => searchesOf(settings).includes(LIBRARY),
    advice: 'Put “library” into --search as well, or leave the flag out.',
  },
  ...ADDRESSES.map(({ name, engine }): Need => ({
    names: [name],
    need: () => 'the search that it is the address of',
    isMet: (settings) => searchesOf(settings).includes(engine),
    advice: `Put “${engine}” into --search, or leave the flag out.`,
  })),
  {
    names: ['maxAgeDays', 'allowHosts', 'allowDomains', 'denyDomains'],
    need: () => 'a search of the web, or pages that are given',
    isMet: asksTheWeb,
    advice: 'Name one with --search, or a page with --url, or leave the flag out.',
  },
];
