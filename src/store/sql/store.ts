/** A store on a SQL database. */
import { z } from 'zod';
import { asWritten, StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { Page } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { StoredRecord } from '../../domain/stored-record.ts';
import { citedExtractions, summaryOf } from '../set-facts.ts';
import type { Connection, Statement } from './connection.ts';
import { createLeases } from './leases.ts';
import { createRoomRecords } from './room.ts';
import { Json, readingRows } from './rows.ts';
import { createApiKeyRecords, createJobRecords } from './service-records.ts';
import { createBudgetRecords, createRateRecords } from './spending.ts';

const Id = z.object({ id: z.string() });
const KeptRow = z.object({ json: Json });
const PageRow = z.object({ json: Json.pipe(Page), isOld: z.int() });
/** A page that is asked for counts as stored again, half a day later at the earliest: whoever asks may be about to cite it. */
const RENEWAL_MS = 43_200_000;
const SetRow = z.object({ id: z.string(), content: Json, run: Json }).transform((row) => StoredCriteriaSet.parse(row));
const SetJsonRow = z.object({ content: z.string(), run: z.string() });
const CitedPagesRow = z.object({ pages: z.int(), bytes: z.int() });
const SummaryRow = z.object({
  id: z.string(),
  instruction: z.string(),
  engine: z.string(),
  models: Json.pipe(z.array(z.string())),
  mode: z.string(),
  sources: Json.pipe(z.record(z.string(), z.int())),
  criteria: z.int(),
  startedAt: z.string(),
});
const SUMMARY = 'select id, instruction, engine, models, mode, sources, criteria, started_at as "startedAt" from sets';
const RecordRow = StoredRecord.extend({ value: Json });

export function createSqlStore(connection: Connection): StorePort {
  const { location, nowMs, write, close } = connection;
  const leases = createLeases(connection);
  const rowsAs = readingRows(connection);

  async function idsBeginningWith(table: 'sets' | 'records', prefix: string): Promise<readonly string[]> {
    // Not LIKE, which ignores case and knows wildcards.
    const sql = `select id from ${table} where substr(id, 1, ?) = ? order by id`;
    return (await rowsAs(Id, `the ${table}`, sql, prefix.length, prefix)).map(({ id }) => id);
  }

  return {
    location,
    kept: {
      get: async (kind, key) => {
        const sql = 'select json from kept where kind = ? and key = ?';
        return (await rowsAs(KeptRow, `the ${kind} ${key}`, sql, kind, key))[0]?.json ?? null;
      },
      put: async (kind, key, value) => {
        await write([
          `insert into kept (kind, key, json, stored_at) values (?, ?, ?, ${nowMs})
           on conflict (kind, key) do update set json = excluded.json, stored_at = excluded.stored_at`,
          ...[kind, key, JSON.stringify(value)],
        ]);
      },
      claim: (kind, key) => leases.claim(kind, key),
      release: (kind, key) => leases.release(kind, key),
    },
    ...createRoomRecords(connection),
    jobs: createJobRecords(connection, leases),
    apiKeys: createApiKeyRecords(connection),
    budgets: createBudgetRecords(connection, leases),
    rates: createRateRecords(connection),
    putPage: async (page) => {
      const { bytesHash, extractorVersion } = page.extraction;
      await write([
        `insert into pages (bytes_hash, extractor_version, imported, json, stored_at) values (?, ?, ?, ?, ${nowMs})
         on conflict (bytes_hash, extractor_version)
         do update set imported = 0, json = excluded.json, stored_at = excluded.stored_at
         where pages.imported = 1 and excluded.imported = 0`,
        ...[bytesHash, extractorVersion, page.imported === true ? 1 : 0, JSON.stringify(page)],
      ]);
    },
    getPage: async ({ bytesHash, extractorVersion }) => {
      const key = 'bytes_hash = ? and extractor_version = ?';
      const isOld = `case when stored_at < ${nowMs} - ${RENEWAL_MS} then 1 else 0 end`;
      const sql = `select json, ${isOld} as "isOld" from pages where ${key}`;
      const [row] = await rowsAs(PageRow, `page ${bytesHash.slice(0, 12)}`, sql, bytesHash, extractorVersion);
      if (row?.isOld === 1)
        // What is wrong with the store, the next write says; this page can be read.
        await write([`update pages set stored_at = ${nowMs} where ${key}`, bytesHash, extractorVersion]).catch(
          () => undefined,
        );
      return row?.json ?? null;
    },
    putSet: async (set) => {
      const { id, instruction, engine, models, mode, sources, criteria, startedAt } = summaryOf(set);
      await write(
        [
          `insert into sets (id, instruction, engine, models, mode, sources, criteria, started_at, content, run)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           on conflict (id) do update set run = excluded.run, started_at = excluded.started_at`,
          ...[id, instruction, engine, JSON.stringify(models), mode, JSON.stringify(sources), criteria, startedAt],
          ...[JSON.stringify(asWritten(set).content), JSON.stringify(set.run)],
        ],
        // One row each: a statement has a limited number of parameters.
        ...citedExtractions(set).map(({ bytesHash, extractorVersion }): Statement => [
          `insert into set_pages (set_id, bytes_hash, extractor_version) values (?, ?, ?)
           on conflict do nothing`,
          ...[id, bytesHash, extractorVersion],
        ]),
      );
    },
    getSet: async (id) => {
      const sql = 'select id, content, run from sets where id = ?';
      return (await rowsAs(SetRow, `the set ${id}`, sql, id))[0] ?? null;
    },
    getSetJson: async (id) =>
      (await rowsAs(SetJsonRow, `the set ${id}`, 'select content, run from sets where id = ?', id))[0] ?? null,
    getSetSummary: async (id) => (await rowsAs(SummaryRow, `the set ${id}`, `${SUMMARY} where id = ?`, id))[0] ?? null,
    citedPages: async () => {
      const isCited = `exists (select 1 from set_pages
        where set_pages.bytes_hash = pages.bytes_hash and set_pages.extractor_version = pages.extractor_version)`;
      const sum = `select count(*) as pages, coalesce(sum(octet_length(json)), 0) as bytes from pages where ${isCited}`;
      return (await rowsAs(CitedPagesRow, 'the pages', sum))[0] ?? { pages: 0, bytes: 0 };
    },
    findSetIds: (prefix) => idsBeginningWith('sets', prefix),
    listSets: (limit, { words = '', after } = {}) =>
      rowsAs(
        SummaryRow,
        'the sets',
        `${SUMMARY} where lower(instruction) like ? escape '!' and (started_at < ? or (started_at = ? and id > ?))
         order by started_at desc, id limit ?`,
        ...[containing(words), after?.startedAt ?? '~', after?.startedAt ?? '~', after?.id ?? '', limit],
      ),
    putRecord: async ({ id, kind, name, savedAt, value }) => {
      await write([
        `insert into records (id, kind, name, saved_at, json) values (?, ?, ?, ?, ?)
         on conflict (id) do update set
           kind = excluded.kind, name = excluded.name, saved_at = excluded.saved_at, json = excluded.json`,
        ...[id, kind, name, savedAt, JSON.stringify(value)],
      ]);
    },
    getRecord: async (id) => {
      const sql = 'select id, kind, name, saved_at as "savedAt", json as value from records where id = ?';
      return (await rowsAs(RecordRow, `the record ${id}`, sql, id))[0] ?? null;
    },
    findRecordIds: (prefix) => idsBeginningWith('records', prefix),
    listRecords: (limit) =>
      rowsAs(
        StoredRecord.omit({ value: true }),
        'the records',
        'select id, kind, name, saved_at as "savedAt" from records order by saved_at desc, id limit ?',
        limit,
      ),
    removeSet: async (id) => {
      const cited = 'select bytes_hash, extractor_version from set_pages where set_id';
      const [pages = 0] = await write(
        [
          `delete from pages where (bytes_hash, extractor_version) in (${cited} = ?)
             and (bytes_hash, extractor_version) not in (${cited} <> ?)`,
          ...[id, id],
        ],
        ['delete from sets where id = ?', id],
        ["delete from kept where kind = 'calls' and key = ?", id],
      );
      return pages;
    },
    close: async () => {
      leases.close();
      await close();
    },
  };
}

/** A pattern of LIKE. Letters as `lower` makes them: those of ASCII alone. */
function containing(words: string): string {
  const lower = words.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
  return `%${lower.replace(/[!%_]/gu, '!$&')}%`;
}
