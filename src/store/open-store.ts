/** Which store a client uses: the one asked for; by default SQLite, or memory where its driver does not load. */
import { InputError, messageOf } from '../domain/errors.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import { createMemoryStore } from './memory.ts';
import { redactingStore } from './redacting-store.ts';
import { loadSqliteDriver, type LoadSqliteDriver } from './sqlite/driver.ts';

export interface OpenedStore {
  readonly store: StorePort;
  /** What the user should know about the choice; null where there is nothing to say. */
  readonly notice: string | null;
}

/** One for the process: what one client discovers without the driver, the next can still show and audit. */
let memoryOfProcess: StorePort | undefined;

/**
 * @param asked a path, an address of PostgreSQL, `memory`, or null for the default
 * @throws InputError: none of these; UnavailableError: a path, but no driver
 */
export async function openStore(
  asked: string | null,
  defaultPath: string,
  clock: Clock,
  load: LoadSqliteDriver = loadSqliteDriver,
): Promise<OpenedStore> {
  if (asked === 'memory') return { store: redactingStore(createMemoryStore()), notice: null };
  if (asked === null) {
    const problem = await load().then(() => null, messageOf);
    if (problem !== null)
      return {
        store: (memoryOfProcess ??= redactingStore(createMemoryStore())),
        notice: `${problem} So nothing is kept when this process ends. “npx groundrule doctor” says how to mend it.`,
      };
  }
  if (asked !== null && isPostgresAddress(asked)) {
    const { openPostgresStore } = await import('./postgres/open.ts');
    return { store: redactingStore(await openPostgresStore(asked)), notice: null };
  }
  if (asked?.includes('://') === true)
    throw new InputError('--store names no kind of store that there is.', {
      advice: 'Name the path of a file, an address that begins with postgres://, or “memory”.',
    });
  const { openSqliteStore } = await import('./sqlite/open.ts');
  return { store: redactingStore(await openSqliteStore(asked ?? defaultPath, clock, load)), notice: null };
}

export function isPostgresAddress(store: string): boolean {
  return /^postgres(?:ql)?:\/\//iu.test(store);
}
