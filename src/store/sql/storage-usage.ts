/** How much space a store takes, and which rows nothing refers to any more. */
import { z } from 'zod';
import type { StorageUsage } from '../../domain/ports.ts';
import type { Connection } from './connection.ts';
import { isExpired } from './leases.ts';
import { readingRows } from './rows.ts';
import { join, raw, sql, type Sql } from './sql.ts';

interface Part {
  readonly table: string;
  /** The name of its kind; null: its column “kind” has it. */
  readonly kind: string | null;
  /** Columns of JSON. Each is measured alone: a length is read without the text, as long as nothing is made of it. */
  readonly columns: readonly string[];
}

const PAGES: Part = { table: 'pages', kind: 'page', columns: ['json'] };
const KEPT: Part = { table: 'kept', kind: null, columns: ['json'] };
const ALL: readonly Part[] = [
  PAGES,
  { table: 'sets', kind: 'set', columns: ['content', 'run'] },
  { table: 'records', kind: 'record', columns: ['json'] },
  { table: 'jobs', kind: 'job', columns: ['json'] },
  KEPT,
];

const SizeRow = z.object({ kind: z.string(), rows: z.int(), bytes: z.int() });

export function createStorageUsage(connection: Connection): StorageUsage {
  const { nowMs, write, compact } = connection;
  const { rowsAs } = readingRows(connection);
  const sizesOf = async (parts: readonly (readonly [part: Part, condition: Sql])[]) => {
    const queries = parts.map(([part, condition]) => sizeQuery(part, condition));
    const found = await rowsAs(SizeRow, 'its sizes', sql`${join(queries, ' union all ')} order by 1`);
    return found.filter(({ rows }) => rows > 0);
  };
  return {
    sizes: () => sizesOf(ALL.map((part) => [part, sql`true`])),
    prune: async (olderThanMs, isTrial) => {
      const isOld = sql`stored_at <= ${nowMs} - ${olderThanMs}`;
      const parts = [
        [PAGES, sql`${isOld} and not ${isCited}`],
        [KEPT, sql`${isOld} and ${isNotUsed(nowMs)}`],
      ] as const;
      const found = await sizesOf(parts);
      if (isTrial) return found;
      await write(
        ...parts.map(([{ table }, condition]) => sql`delete from ${raw(table)} where ${condition}`),
        // Of holders that were killed.
        sql`delete from leases where ${isExpired(connection)}`,
      );
      if (found.length > 0) await compact();
      return found;
    },
  };
}

function sizeQuery({ table, kind, columns }: Part, condition: Sql): Sql {
  const bytes = columns.map((column) => sql`coalesce(sum(octet_length(${raw(column)})), 0)`);
  const select = sql`count(*) as rows, ${join(bytes, ' + ')} as bytes from ${raw(table)} where ${condition}`;
  // Grouped only where there are groups: SQLite would carry the texts through its sorter.
  return kind === null ? sql`select kind, ${select} group by kind` : sql`select ${raw(`'${kind}'`)} as kind, ${select}`;
}

/** Of a page. */
export const isCited = sql`exists (select 1 from set_pages
  where set_pages.bytes_hash = pages.bytes_hash and set_pages.extractor_version = pages.extractor_version)`;

/** Of what is kept by key. */
function isNotUsed(nowMs: Sql): Sql {
  return sql`((kind in ('model-answer', 'fetch', 'search') and not exists (select 1 from leases
      where leases.kind = kept.kind and leases.key = kept.key and leases.expires_at > ${nowMs}))
    or (kind = 'discovery' and not exists (
      select 1 from sets where sets.id = substr(kept.json, 2, length(kept.json) - 2))))`;
}
