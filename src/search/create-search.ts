/** Makes the search that a user names: engines of the web, the library, or several of them fused. */
import { InputError } from '../domain/errors.ts';
import type { KeptRecords, SearchPort } from '../domain/ports.ts';
import type { ConnectionOptions } from './connect-engine.ts';
import { ENGINES, type SearchAccess } from './engines/registry.ts';
import { fuse } from './fuse.ts';
import { keptSearch } from './kept-search.ts';
import { searchWith } from './search-engine.ts';

interface CreateSearchOptions extends Omit<ConnectionOptions, 'endpoint'> {
  /** Keeps the replies of those who allow it; absent: nothing is kept. */
  readonly keep?: { readonly records: KeptRecords; readonly maxAgeMs: number };
  /** Other searches that can be named, such as `library`. */
  readonly ports?: Readonly<Record<string, SearchPort>>;
}

/**
 * Asks nobody yet.
 * @param names at least one; several are fused by rank
 * @throws InputError that names what exists, or the setting that is missing
 */
export function createSearch(
  names: readonly string[],
  access: SearchAccess,
  { ports = {}, keep, ...connection }: CreateSearchOptions,
): SearchPort {
  const known = [...ENGINES.map(({ name }) => name), ...Object.keys(ports)].join(', ');

  function create(name: string): SearchPort {
    const port = Object.hasOwn(ports, name) ? ports[name] : undefined;
    if (port !== undefined) return port;
    const engine = ENGINES.find((candidate) => candidate.name === name);
    if (engine === undefined)
      throw new InputError(`There is no search engine “${name}”.`, { advice: `Choose from ${known}.` });
    const { address, ...search } = searchWith(engine, access, connection);
    if (keep === undefined) return search;
    // Where users choose the server, another one finds other pages.
    const server = engine.endpoint === null ? address.replace(/\/$/u, '') : null;
    return keptSearch(search, keep.records, keep.maxAgeMs, connection.scope, server);
  }

  const [first, ...others] = [...new Set(names)].map(create);
  if (first === undefined)
    throw new InputError('No search engine is named.', { advice: `Choose from ${known}.` });
  return fuse([first, ...others]);
}
