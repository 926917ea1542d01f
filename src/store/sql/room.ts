/** How much room a store takes, and what of it nobody needs. */
import { z } from 'zod';
import type { RoomRecords } from '../../domain/room.ts';
import type { Connection, Statement } from './connection.ts';
import { isExpired } from './leases.ts';
import { readingRows } from './rows.ts';

interface Part {
  readonly table: string;
  /** What it is called; null: its column “kind” says so. */
  readonly kind: string | null;
  /** Columns of JSON. Each is measured alone: a length is read without the text, as long as nothing is made of it. */
  readonly json: readonly string[];
  readonly where: string;
}

const SizeRow = z.object({ kind: z.string(), rows: z.int(), bytes: z.int() });

const WHOLE: readonly Part[] = [
  { table: 'pages', kind: 'page', json: ['json'], where: 'true' },
  { table: 'sets', kind: 'set', json: ['content', 'run'], where: 'true' },
  { table: 'records', kind: 'record', json: ['json'], where: 'true' },
  { table: 'jobs', kind: 'job', json: ['json'], where: 'true' },
  { table: 'kept', kind: null, json: ['json'], where: 'true' },
];

/** Each takes one parameter: for how many milliseconds it has been there. */
const unneeded = (nowMs: string): readonly Part[] => [
  {
    ...{ table: 'pages', kind: 'page', json: ['json'] },
    where: `stored_at <= ${nowMs} - ? and not exists (select 1 from set_pages
      where set_pages.bytes_hash = pages.bytes_hash and set_pages.extractor_version = pages.extractor_version)`,
  },
  {
    ...{ table: 'kept', kind: null, json: ['json'] },
    where: `stored_at <= ${nowMs} - ? and (
      (kind in ('model-answer', 'fetch', 'search') and not exists (select 1 from leases
        where leases.kind = kept.kind and leases.key = kept.key and leases.expires_at > ${nowMs}))
      or (kind = 'discovery' and not exists (select 1 from sets where sets.id = substr(kept.json, 2, length(kept.json) - 2))))`,
  },
];

export function createRoomRecords(connection: Connection): RoomRecords {
  const { nowMs, write, compact } = connection;
  const rowsAs = readingRows(connection);
  const sizesOf = async (parts: readonly Part[], ...parameters: readonly number[]) => {
    const queries = parts.map(({ table, kind, json, where }) => {
      const bytes = json.map((column) => `coalesce(sum(octet_length(${column})), 0)`).join(' + ');
      // Grouped only where there are groups: SQLite would carry the texts through its sorter.
      const grouped = kind === null ? ' group by kind' : '';
      return `select ${kind === null ? 'kind' : `'${kind}' as kind`}, count(*) as rows, ${bytes} as bytes from ${table} where ${where}${grouped}`;
    });
    const found = await rowsAs(SizeRow, 'what it keeps', `${queries.join(' union all ')} order by 1`, ...parameters);
    return found.filter(({ rows }) => rows > 0);
  };
  return {
    sizes: () => sizesOf(WHOLE),
    prune: async (olderThanMs, isTrial) => {
      const parts = unneeded(nowMs);
      const found = await sizesOf(parts, ...parts.map(() => olderThanMs));
      if (isTrial) return found;
      await write(
        ...parts.map(({ table, where }): Statement => [`delete from ${table} where ${where}`, olderThanMs]),
        // Of holders that were killed.
        [`delete from leases where ${isExpired(connection)}`],
      );
      if (found.length > 0) await compact();
      return found;
    },
  };
}
