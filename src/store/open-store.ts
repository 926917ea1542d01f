/** Which store a client uses: a SQLite file, PostgreSQL, or memory. */
import { InputError } from '../domain/errors.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import type { Patience } from './patience.ts';
import { loadSqliteDriver, type LoadSqliteDriver } from './sqlite/driver.ts';
import { redactAll } from '../text/redact.ts';
import { createTurns } from '../text/turns.ts';

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

/** No secret gets into a store, whoever puts it there. What was made with care is redacted before its id is taken, and stays as it is. */
function redactingStore(store: StorePort): StorePort {
  return {
    ...store,
    kept: { ...store.kept, put: (kind, key, value) => store.kept.put(kind, key, redactAll(value)) },
    jobs: {
      ...store.jobs,
      add: async (jobs) => {
        const redacted = [];
        // A batch may be megabytes.
        const turn = createTurns();
        for (const job of jobs) {
          redacted.push(redactAll(job));
          await turn();
        }
        return store.jobs.add(redacted);
      },
      finish: (job, events) => store.jobs.finish(redactAll(job), redactAll(events)),
      replace: (job, from) => store.jobs.replace(redactAll(job), from),
    },
    putPage: (page) => store.putPage(redactAll(page)),
    putSet: (set) => store.putSet(redactAll(set)),
    putRecord: (record) => store.putRecord(redactAll(record)),
  };
}
