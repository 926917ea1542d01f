/** Leases: one process at a time makes what belongs under a key, and others know that it is still working. */
import { randomUUID } from 'node:crypto';
import type { Connection, Statement } from './connection.ts';

/** A holder that was killed, or whose machine sleeps, loses its claims after this. */
export const LEASE_MS = 30_000;
const RENEWAL_MS = LEASE_MS / 3;

export function createLeases({ write, nowMs }: Pick<Connection, 'write' | 'nowMs'>) {
  const holder = randomUUID();
  const held = new Map<string, readonly [kind: string, key: string]>();
  let renewing: NodeJS.Timeout | undefined;
  let isUnderWay = false;

  async function renew(): Promise<void> {
    if (held.size === 0 || isUnderWay) return;
    isUnderWay = true;
    try {
      // Not all rows of the holder: one that could not be released, as the store was away, is to run out.
      await write(
        ...[...held.values()].map((claimed): Statement => [
          `update leases set expires_at = ${nowMs} + ? where kind = ? and key = ? and holder = ?`,
          ...[LEASE_MS, ...claimed, holder],
        ]),
      );
    } catch {
      // A claim that is lost costs one more call at worst; what is wrong with the store, the next write says.
    } finally {
      isUnderWay = false;
    }
  }

  function keepRenewed(kind: string, key: string): void {
    held.set(`${kind} ${key}`, [kind, key]);
    renewing ??= setInterval(() => void renew(), RENEWAL_MS).unref();
  }

  return {
    /** Where a statement of the caller's made the row. */
    holder,
    keepRenewed,
    /** The statement that ends a lease which `keepRenewed` was told of. */
    ending: (kind: string, key: string): Statement => {
      held.delete(`${kind} ${key}`);
      return ['delete from leases where kind = ? and key = ? and holder = ?', kind, key, holder];
    },
    claim: async (kind: string, key: string): Promise<boolean> => {
      const [changed] = await write([
        `insert into leases (kind, key, holder, expires_at) values (?, ?, ?, ${nowMs} + ?)
         on conflict (kind, key) do update set holder = excluded.holder, expires_at = excluded.expires_at
         where leases.holder = excluded.holder or leases.expires_at <= ${nowMs}`,
        ...[kind, key, holder, LEASE_MS],
      ]);
      if (changed !== 1) return false;
      keepRenewed(kind, key);
      return true;
    },
    release: async (kind: string, key: string): Promise<void> => {
      if (held.delete(`${kind} ${key}`))
        await write(['delete from leases where kind = ? and key = ? and holder = ?', kind, key, holder]);
    },
    close: (): void => clearInterval(renewing),
  };
}

export type Leases = ReturnType<typeof createLeases>;
