/** What is kept as JSON under a key, and the claims of those who make it. */
import { z } from 'zod';
import type { KeptKind, KeptOrClaimed, KeptRecords } from '../../domain/ports.ts';
import { together } from '../together.ts';
import type { Connection } from './connection.ts';
import type { Leases } from './leases.ts';
import { Json, readingRows } from './rows.ts';
import { join, sql, type Sql } from './sql.ts';

const KeptRow = z.object({ kind: z.string(), key: z.string(), json: z.string() });
const KeptJson = z.object({ json: Json });
/** A statement has a limited number of parameters. */
const KEPT_AT_ONCE = 500;

/** As PostgreSQL gives a key back: well-formed and without NUL. */
const placeOf = (kind: string, key: string) => Buffer.from(`${kind} ${key}`.replaceAll('\0', '\u2400')).toString();

export function keptUpsert({ nowMs }: Pick<Connection, 'nowMs'>, kind: KeptKind, key: string, value: unknown): Sql {
  return sql`insert into kept (kind, key, json, stored_at) values (${kind}, ${key}, ${JSON.stringify(value)}, ${nowMs})
             on conflict (kind, key) do update set json = excluded.json, stored_at = excluded.stored_at`;
}

export function createKeptRecords(connection: Connection, leases: Leases): KeptRecords {
  const { writeShared, soon } = connection;
  const { rowAs, rowsAs } = readingRows(connection);

  const keptJson = together(
    soon,
    async (asked: readonly { readonly kind: string; readonly key: string }[]) => {
      const kinds = [...new Set(asked.map(({ kind }) => kind))].map((kind) => {
        const keys = asked.flatMap((each) => (each.kind === kind ? [each.key] : []));
        return sql`(kind = ${kind} and key in (${join(keys, ', ')}))`;
      });
      const name = asked.length === 1 ? `the ${asked[0]?.kind ?? ''} ${asked[0]?.key ?? ''}` : 'what is kept';
      const rows = await rowsAs(KeptRow, name, sql`select kind, key, json from kept where ${join(kinds, ' or ')}`);
      // SQLite's driver gives a key back up to its first NUL.
      if (asked.length === 1) return [rows[0]?.json ?? null];
      const found = new Map(rows.map(({ kind, key, json }) => [placeOf(kind, key), json]));
      return asked.map(({ kind, key }) => found.get(placeOf(kind, key)) ?? null);
    },
    KEPT_AT_ONCE,
  );

  /** By place: what is on its way. Who asks for it later waits for it. */
  const puts = new Map<string, Promise<unknown>>();

  async function get(kind: KeptKind, key: string): Promise<unknown> {
    await puts.get(placeOf(kind, key))?.catch(() => undefined);
    const json = await keptJson({ kind, key });
    return json === null ? null : rowAs(Json, `the ${kind} ${key}`, json);
  }

  async function getOrClaim(kind: KeptKind, key: string): Promise<KeptOrClaimed> {
    // A look costs SQLite next to nothing, and its writers wait for one another.
    const found = soon === null ? await get(kind, key) : null;
    if (found !== null) return { value: found, isClaimed: false };
    await puts.get(placeOf(kind, key))?.catch(() => undefined);
    const { isOurs, rows } = await leases.claimUnlessKept(kind, key);
    try {
      const [row] = rows;
      return {
        value: row === undefined ? null : rowAs(KeptJson, `the ${kind} ${key}`, row).json,
        isClaimed: isOurs,
      };
    } catch (error) {
      if (isOurs) await leases.release(kind, key).catch(() => undefined);
      throw error;
    }
  }

  return {
    get,
    getOrClaim,
    put: async (kind, key, value) => {
      const place = placeOf(kind, key);
      // What was claimed is there.
      const done = leases.endWith(kind, key, (...ending) =>
        writeShared(keptUpsert(connection, kind, key, value), ...ending),
      );
      puts.set(place, done);
      await done.finally(() => puts.get(place) === done && puts.delete(place));
    },
    claim: leases.claim,
    release: leases.release,
  };
}
