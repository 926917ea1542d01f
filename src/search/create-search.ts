/** Makes the search that a user names: engines to be fused, and what to fall back on. */
import { InputError } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import { createBrave } from './brave.ts';
import type { ConnectionOptions } from './connect-service.ts';
import { createExa } from './exa.ts';
import { withFallback } from './fallback.ts';
import { fuse } from './fuse.ts';
import { createGoogle } from './google.ts';
import { ownName, type SearchSetting, type SearchSettings } from './search-settings.ts';
import { createSearxng } from './searxng.ts';
import { createSerper } from './serper.ts';
import { createTavily } from './tavily.ts';

export interface CreateSearchOptions extends Omit<ConnectionOptions, 'endpoint'> {
  /** Engines in their order of preference, for when all the others are unavailable. */
  readonly fallback?: readonly string[];
  /** Wraps each engine of the web by itself, as for keeping its replies; default: nothing. */
  readonly wrap?: (engine: SearchPort) => SearchPort;
  /** Other searches that can be named, such as `library`. */
  readonly ports?: Readonly<Record<string, SearchPort>>;
}

/** The setting's value; throws where there is none. */
type ReadSetting = (setting: SearchSetting) => string;

interface Entry {
  readonly needs: readonly SearchSetting[];
  readonly create: (read: ReadSetting, connection: ConnectionOptions) => SearchPort;
}

const ENGINES = {
  searxng: {
    needs: ['searxngUrl'],
    create: (read, connection) => createSearxng({ ...connection, endpoint: read('searxngUrl') }),
  },
  brave: {
    needs: ['braveKey'],
    create: (read, connection) => createBrave({ ...connection, apiKey: read('braveKey') }),
  },
  tavily: {
    needs: ['tavilyKey'],
    create: (read, connection) => createTavily({ ...connection, apiKey: read('tavilyKey') }),
  },
  exa: {
    needs: ['exaKey'],
    create: (read, connection) => createExa({ ...connection, apiKey: read('exaKey') }),
  },
  serper: {
    needs: ['serperKey'],
    create: (read, connection) => createSerper({ ...connection, apiKey: read('serperKey') }),
  },
  google: {
    needs: ['googleKey', 'googleEngineId'],
    create: (read, connection) =>
      createGoogle({ ...connection, apiKey: read('googleKey'), engineId: read('googleEngineId') }),
  },
} as const satisfies Record<string, Entry>;

export type WebEngineName = keyof typeof ENGINES;
export const WEB_ENGINES = Object.keys(ENGINES).filter(isWebEngine);

export function isWebEngine(name: string): name is WebEngineName {
  return Object.hasOwn(ENGINES, name);
}

/** Whether all that the engine needs is set; not whether it is right. */
export function isSetUp(name: WebEngineName, settings: SearchSettings): boolean {
  return ENGINES[name].needs.every((setting) => (settings[setting] ?? '').trim() !== '');
}

/**
 * Asks nobody yet.
 * @param names at least one; several are fused by rank
 * @throws InputError that names what exists, or the setting that is missing
 */
export function createSearch(
  names: readonly string[],
  settings: SearchSettings,
  { fallback = [], ports = {}, wrap = (engine) => engine, ...connection }: CreateSearchOptions,
): SearchPort {
  const known = [...WEB_ENGINES, ...Object.keys(ports)].join(', ');

  function create(name: string): SearchPort {
    const own = Object.hasOwn(ports, name) ? ports[name] : undefined;
    if (own !== undefined) return own;
    if (!isWebEngine(name))
      throw new InputError(`There is no search engine “${name}”.`, { advice: `Choose from ${known}.` });
    const read: ReadSetting = (setting) => {
      const value = settings[setting] ?? '';
      if (value.trim() !== '') return value;
      const needed = (connection.howToSet ?? ownName)(setting);
      throw new InputError(`The search engine ${name} needs ${needed}.`, {
        advice: `Set ${needed}, or choose another engine from ${known}.`,
      });
    };
    return wrap(ENGINES[name].create(read, connection));
  }

  const [first, ...others] = [...new Set(names)].map(create);
  if (first === undefined)
    throw new InputError('No search engine is named.', { advice: `Choose from ${known}.` });
  const rest = fallback.filter((name) => !names.includes(name)).map(create);
  return withFallback([fuse([first, ...others]), ...rest]);
}
