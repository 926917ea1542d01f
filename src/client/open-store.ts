/** Which store a run uses: the one asked for; by default SQLite, or memory where its driver is not installed. */
import { UnavailableError } from '../domain/errors.ts';
import type { StorePort } from '../domain/ports.ts';
import type { Clock } from '../domain/run-context.ts';
import { createMemoryStore } from '../store/memory.ts';

export interface OpenedStore {
  readonly store: StorePort;
  /** What the user should know about the choice; null where there is nothing to say. */
  readonly notice: string | null;
}

/**
 * @param asked a path, `memory`, or null for the default
 * @throws UnavailableError where the path was asked for and the SQLite driver is not installed
 */
export async function openStore(
  asked: string | null,
  defaultPath: string,
  clock: Clock,
): Promise<OpenedStore> {
  if (asked === 'memory') return { store: createMemoryStore(), notice: null };
  const { sqliteAvailable } = await import('../store/sqlite/driver.ts');
  const driver = await sqliteAvailable();
  if (!driver.available) {
    if (asked !== null)
      throw new UnavailableError(`The store ${asked} cannot be opened: ${driver.reason}`, {
        advice: 'Run “groundrule doctor” to see how to mend it, or use --store memory.',
      });
    return {
      store: createMemoryStore(),
      notice: `The SQLite driver is not installed, so nothing is kept after this run (${driver.reason}). “groundrule doctor” says how to mend it.`,
    };
  }
  const { openSqliteStore } = await import('../store/sqlite/open.ts');
  return { store: await openSqliteStore(asked ?? defaultPath, clock), notice: null };
}
