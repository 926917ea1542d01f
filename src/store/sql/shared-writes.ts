/** Writes of one process that come at the same moment share a transaction, and are kept or refused as if each had come alone. */
import { together } from '../together.ts';
import type { Written } from './connection.ts';
import type { Sql } from './sql.ts';

export interface SharedWritesOptions {
  /** Calls back when the moment is over. */
  readonly soon: (goOn: () => void) => unknown;
  /** One transaction, all or none. @returns what came of each statement */
  readonly write: (statements: readonly Sql[]) => Promise<readonly Written[]>;
  /** Of one transaction. */
  readonly most: number;
  /** Whether every other write would fail in the same way; else each is tried again alone: it may be another's statement that is refused. */
  readonly isForAll: (error: unknown) => boolean;
  /** The order in which they run; default: as they came. */
  readonly sorted?: (members: readonly (readonly Sql[])[]) => readonly (readonly Sql[])[];
}

export function createSharedWrites({
  soon,
  write,
  most,
  isForAll,
  sorted = (members) => members,
}: SharedWritesOptions) {
  const sharing = new Set<Promise<unknown>>();
  const writeTogether = together(
    soon,
    async (members: readonly (readonly Sql[])[]) => {
      const inOrder = sorted(members);
      const written = [...(await write(inOrder.flat()))];
      const writtenBy = new Map(inOrder.map((member) => [member, written.splice(0, member.length)]));
      return members.map((member) => writtenBy.get(member) ?? []);
    },
    most,
  );
  return {
    write: (...statements: readonly Sql[]): Promise<readonly Written[]> => {
      const written = writeTogether(statements).catch((error: unknown) => {
        if (isForAll(error)) throw error;
        return write(statements);
      });
      sharing.add(written);
      return written.finally(() => sharing.delete(written));
    },
    /** Resolves when what was asked before is done or refused. */
    settled: async (): Promise<void> => {
      await Promise.allSettled(sharing);
    },
  };
}
