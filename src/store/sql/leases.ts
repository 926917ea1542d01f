/** Leases: one process at a time computes a key, and others can tell that it is still working. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { hasEnded, MACHINE, processName } from './process-name.ts';
import { readingRows } from './rows.ts';
import { sql, type Sql } from './sql.ts';

/** A holder that was killed, or whose machine sleeps, loses its claims after this; on this machine, at once. */
export const LEASE_MS = 30_000;
const RENEWAL_MS = LEASE_MS / 3;

/** Between two looks at which processes of this machine have ended. */
const LOOK_MS = 1_000;
const HolderRow = z.object({ holder: z.string() });

/** The holder did not renew its lease, although the store could be written to. */
export function isExpired({ nowMs, startedMs }: Pick<Connection, 'nowMs' | 'startedMs'>): Sql {
  return sql`leases.expires_at <= ${nowMs} and ${startedMs} <= ${nowMs} - ${LEASE_MS}`;
}

export function createLeases(connection: Connection) {
  const { write, writeShared, nowMs } = connection;
  const { rowsAs } = readingRows(connection);
  const holder = `${processName()} ${randomUUID()}`;
  const held = new Map<string, { readonly kind: string; readonly key: string }>();
  const isHeldHere = (kind: string, key: string) => sql`kind = ${kind} and key = ${key} and holder = ${holder}`;
  let renewing: NodeJS.Timeout | undefined;
  let isUnderWay = false;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function renew(): Promise<void> {
    if (held.size === 0 || isUnderWay) return;
    isUnderWay = true;
    try {
      // Not all rows of the holder: one that could not be released, as the store was away, is to run out.
      await write(
        // In the order of all who lock several of them.
        ...[...held]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(
            ([, { kind, key }]) =>
              sql`update leases set expires_at = ${nowMs} + ${LEASE_MS} where ${isHeldHere(kind, key)}`,
          ),
      );
    } catch {
      // A claim that is lost costs one more call at worst; what is wrong with the store, the next write says.
    } finally {
      isUnderWay = false;
    }
  }

  function keepRenewed(kind: string, key: string): void {
    held.set(`${kind} ${key}`, { kind, key });
    renewing ??= setInterval(() => void renew(), RENEWAL_MS).unref();
  }

  /** Claims it where the condition holds, and then reads. */
  async function take(kind: string, key: string, condition: Sql, ...reads: readonly Sql[]) {
    const [taken, read] = await writeShared(
      sql`insert into leases (kind, key, holder, expires_at)
          select cast(${kind} as text), cast(${key} as text), cast(${holder} as text), ${nowMs} + ${LEASE_MS}
          where ${condition}
          on conflict (kind, key) do update set holder = excluded.holder, expires_at = excluded.expires_at
          where leases.holder = excluded.holder or (${isExpired(connection)})`,
      ...reads,
    );
    const isOurs = taken?.changed === 1;
    if (isOurs) keepRenewed(kind, key);
    return { isOurs, rows: read?.rows ?? [] };
  }

  /** Ends the leases of processes of this machine that were killed. @returns whether there were any */
  async function endThoseOfEnded(): Promise<boolean> {
    if (performance.now() - lookedMs < LOOK_MS) return false;
    lookedMs = performance.now();
    const holders = await rowsAs(
      HolderRow,
      'the leases',
      sql`select distinct holder from leases where substr(holder, 1, ${MACHINE.length}) = ${MACHINE}`,
    );
    const ended = holders.filter((row) => hasEnded(row.holder));
    if (ended.length > 0) await write(...ended.map((row) => sql`delete from leases where holder = ${row.holder}`));
    return ended.length > 0;
  }

  /** The statement that ends a lease of this process; none where it has none. */
  function endingOf(kind: string, key: string): readonly Sql[] {
    return held.delete(`${kind} ${key}`) ? [sql`delete from leases where ${isHeldHere(kind, key)}`] : [];
  }

  return {
    endThoseOfEnded,
    /** Where a statement of the caller's made the row. */
    holder,
    keepRenewed,
    endingOf,
    /** Ends the lease with what is written; where that fails, it is still claimed until it is released. */
    endWith: async <Result>(
      kind: string,
      key: string,
      write: (...ending: Sql[]) => Promise<Result>,
    ): Promise<Result> => {
      const ending = endingOf(kind, key);
      try {
        return await write(...ending);
      } catch (error) {
        if (ending.length > 0) keepRenewed(kind, key);
        throw error;
      }
    },
    claim: async (kind: string, key: string): Promise<boolean> => {
      const always = sql`true`;
      if ((await take(kind, key, always)).isOurs) return true;
      return (await endThoseOfEnded()) && (await take(kind, key, always)).isOurs;
    },
    /** One transaction: whoever else made the value ended its claim with it, so that either the value is seen or the claim is ours. */
    claimUnlessKept: async (kind: string, key: string) => {
      const isHere = sql`kind = ${kind} and key = ${key} and json <> 'null'`;
      const look = () =>
        take(
          kind,
          key,
          sql`not exists (select 1 from kept where ${isHere})`,
          sql`select json from kept where ${isHere}`,
        );
      const looked = await look();
      return !looked.isOurs && looked.rows.length === 0 && (await endThoseOfEnded()) ? look() : looked;
    },
    release: async (kind: string, key: string): Promise<void> => {
      const ending = endingOf(kind, key);
      if (ending.length > 0) await writeShared(...ending);
    },
    close: (): void => clearInterval(renewing),
  };
}

export type Leases = ReturnType<typeof createLeases>;
