/** Settings that contradict each other: what is asked for and cannot be done, and flags that would be passed over. */
import { SOURCED_MODES, type Mode } from '../domain/criteria-set.ts';
import { InputError } from '../domain/errors.ts';
import type { Config } from './load-config.ts';
import { flagOf, type SettingName, type Settings } from './settings.ts';

/** EA-Full with a model, EA-Web without one. */
export function modeOf({ mode, model }: Pick<Settings, 'mode' | 'model'>): Mode {
  return mode ?? (model === null ? 'web' : 'full');
}

export const LIBRARY = 'library';

/** The searches to ask, `library` where none is named. */
export function searchesOf({ search }: Pick<Settings, 'search'>): readonly string[] {
  return search.length > 0 ? search : [LIBRARY];
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
  for (const { names, need, isMet, advice } of NEEDS) {
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

const asksTheWeb = (settings: Settings) => searchesOf(settings).some((name) => name !== LIBRARY);

const NEEDS: readonly Need[] = [
  {
    names: [
      ...(['baseUrl', 'modelByRole', 'modelFormat', 'modelConcurrency', 'modelTimeoutMs'] as const),
      ...(['prompts', 'prices', 'n', 'more', 'maxUsd', 'maxCalls', 'maxTokens', 'maxSeconds'] as const),
    ],
    need: () => 'a model',
    isMet: ({ model }) => model !== null,
    advice: 'Name one with --model, or leave the flag out.',
  },
  {
    names: ['library', 'search', 'searxngUrl', 'results', 'keep', 'rounds', 'maxAgeDays', 'allowHosts'],
    need: (mode) => `a mode with sources; the mode “${mode}” asks the model alone`,
    isMet: (_settings, mode) => SOURCED_MODES.has(mode),
    advice: 'Use --mode full or --mode web, or leave the flag out.',
  },
  {
    names: ['queries'],
    need: (mode) => `a mode that asks queries, which “${mode}” does not`,
    isMet: (_settings, mode) => SOURCED_MODES.has(mode) || mode === 'model-answers',
    advice: 'Leave the flag out, or use --n to say how many criteria are wanted.',
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
  {
    names: ['searxngUrl'],
    need: () => 'the search that it is the address of',
    isMet: (settings) => searchesOf(settings).includes('searxng'),
    advice: 'Put “searxng” into --search, or leave the flag out.',
  },
  {
    names: ['maxAgeDays', 'allowHosts'],
    need: () => 'a search of the web',
    isMet: asksTheWeb,
    advice: 'Name one with --search, or leave the flag out.',
  },
];
