/** Which store a client uses: a SQLite file, PostgreSQL, or memory. */
import { InputError } from '../domain/errors.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import type { Patience } from './patience.ts';
import { redactingStore } from './redacting-store.ts';
import { loadSqliteDriver, type LoadSqliteDriver } from './sqlite/driver.ts';

export interface OpenStoreOptions extends Patience {
  readonly load?: LoadSqliteDriver;
}

/**
 * @param location a path, an address of PostgreSQL, `memory`, or null for the default path
 * @throws InputError: none of these; UnavailableError where it cannot be opened
 */
export async function openStore(
  location: string | null,
  defaultPath: string,
  clock: Clock,
  { load = loadSqliteDriver, ...patience }: OpenStoreOptions = {},
): Promise<StorePort> {
  if (location !== null && isPostgresAddress(location)) {
    const { openPostgresStore } = await import('./postgres/open.ts');
    return redactingStore(await openPostgresStore(location, patience));
  }
  if (location?.includes('://') === true)
    throw new InputError('--store: unknown kind of store.', {
      advice: 'Name the path of a file, an address that begins with postgres://, or “memory”.',
    });
  await load();
  if (location === 'memory') {
    const { createMemoryStore } = await import('./sqlite/memory.ts');
    return redactingStore(createMemoryStore());
  }
  const { openSqliteStore } = await import('./sqlite/open.ts');
  return redactingStore(await openSqliteStore(location ?? defaultPath, clock, load));
}

export function isPostgresAddress(store: string): boolean {
  return /^postgres(?:ql)?:\/\//iu.test(store);
}
