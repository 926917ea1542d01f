/** A store on a SQL database. */
import { z } from 'zod';
import { asWritten, CriteriaSet, StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { extractionKey, type ExtractionId, Page } from '../../domain/page.ts';
import { SetSummary, type StorePort } from '../../domain/ports.ts';
import { StoredRecord } from '../../domain/stored-record.ts';
import { TextKind } from '../../domain/text-kind.ts';
import { citedExtractions, summaryOf } from '../set-facts.ts';
import { together } from '../together.ts';
import type { Connection } from './connection.ts';
import { createKeptRecords } from './kept-records.ts';
import { createLeases } from './leases.ts';
import { createStorageUsage, isCited } from './storage-usage.ts';
import { Json, readingRows } from './rows.ts';
import { createApiKeyRecords, createJobRecords } from './service-records.ts';
import { createBudgetRecords, createRateRecords } from './spending.ts';
import { join, raw, sql, type Sql } from './sql.ts';
import { patternOf, searchWords } from './word-search.ts';

const Id = z.object({ id: z.string() });
const PageRow = z.object({ bytesHash: z.string(), extractorVersion: z.string(), json: z.string(), isOld: z.int() });
const PageJson = Json.pipe(Page);
/** A page may be some hundred kilobytes. */
const PAGES_AT_ONCE = 20;
const CITATIONS_AT_ONCE = 100;
/** A page that is asked for counts as stored again, half a day later at the earliest: whoever asks may be about to cite it. */
const RENEWAL_MS = 43_200_000;
const SetRow = z.object({ id: z.string(), content: Json, run: Json }).transform((row) => StoredCriteriaSet.parse(row));
const RunRow = z.object({ id: z.string(), run: Json.pipe(CriteriaSet.shape.run) });
const SetJsonRow = z.object({ content: z.string(), run: z.string() });
const CitedPagesRow = z.object({ pages: z.int(), bytes: z.int() });
const { models, sources, parent: Parent } = SetSummary.shape;
const NONE = z.literal('').transform(() => null);
const SummaryRow = SetSummary.extend({
  models: Json.pipe(models),
  sources: Json.pipe(sources),
  parent: z
    .string()
    .transform((json) => (json === '' ? null : (JSON.parse(json) as unknown)))
    .pipe(Parent),
  kind: z.union([NONE, z.string()]),
  guideTo: z.union([NONE, Json.pipe(TextKind)]),
  guide: z.union([NONE, z.string()]),
});
/** Behind it is every set, in the order of lists. */
const LAST = { startedAt: '~', id: '' };
const SUMMARY = sql`select id, instruction, engine, models, mode, sources, criteria, started_at as "startedAt", parent,
  kind, guide_to as "guideTo", guide from sets`;
const RecordRow = StoredRecord.extend({ value: Json });

function citationsOf(set: CriteriaSet): Sql[] {
  const rows = citedExtractions(set).map(
    ({ bytesHash, extractorVersion }) => sql`(${set.id}, ${bytesHash}, ${extractorVersion})`,
  );
  const statements: Sql[] = [];
  for (let first = 0; first < rows.length; first += CITATIONS_AT_ONCE)
    statements.push(
      sql`insert into set_pages (set_id, bytes_hash, extractor_version)
          values ${join(rows.slice(first, first + CITATIONS_AT_ONCE), ', ')} on conflict do nothing`,
    );
  return statements;
}

export function createSqlStore(connection: Connection): StorePort {
  const { location, server, nowMs, write, writeShared, soon, close } = connection;
  const leases = createLeases(connection);
  const { rowAs, rowsAs, firstAs } = readingRows(connection);

  const pageRow = together(
    soon,
    async (asked: readonly ExtractionId[]) => {
      const isOneOfThem = asked.map(
        ({ bytesHash, extractorVersion }) =>
          sql`(bytes_hash = ${bytesHash} and extractor_version = ${extractorVersion})`,
      );
      const isOld = sql`case when stored_at < ${nowMs} - ${RENEWAL_MS} then 1 else 0 end`;
      const rows = await rowsAs(
        PageRow,
        'pages',
        sql`select bytes_hash as "bytesHash", extractor_version as "extractorVersion", json, ${isOld} as "isOld"
            from pages where ${join(isOneOfThem, ' or ')}`,
      );
      const found = new Map(rows.map((row) => [extractionKey(row), row]));
      return asked.map((extraction) => found.get(extractionKey(extraction)) ?? null);
    },
    PAGES_AT_ONCE,
  );

  async function pageJson(id: ExtractionId): Promise<string | null> {
    const row = await pageRow(id);
    if (row?.isOld === 1) {
      const isThisPage = sql`bytes_hash = ${id.bytesHash} and extractor_version = ${id.extractorVersion}`;
      // The page was read: an error of the store can wait for the next write.
      await writeShared(sql`update pages set stored_at = ${nowMs} where ${isThisPage}`).catch(() => undefined);
    }
    return row?.json ?? null;
  }

  async function idsBeginningWith(table: 'sets' | 'records', prefix: string): Promise<readonly string[]> {
    // Not LIKE, which ignores case and knows wildcards. The range is found by the key.
    const begins = sql`id >= ${prefix} and id < ${`${prefix}\u{10ffff}`} and substr(id, 1, ${prefix.length}) = ${prefix}`;
    const rows = await rowsAs(Id, `the ${table}`, sql`select id from ${raw(table)} where ${begins} order by id`);
    return rows.map(({ id }) => id);
  }

  return {
    location,
    server,
    kept: createKeptRecords(connection, leases),
    ...createStorageUsage(connection),
    jobs: createJobRecords(connection, leases),
    apiKeys: createApiKeyRecords(connection),
    budgets: createBudgetRecords(connection, leases),
    rates: createRateRecords(connection),
    putPage: async (page) => {
      const { bytesHash, extractorVersion } = page.extraction;
      await writeShared(
        sql`insert into pages (bytes_hash, extractor_version, imported, json, stored_at)
            values (${bytesHash}, ${extractorVersion}, ${page.imported === true ? 1 : 0}, ${JSON.stringify(page)}, ${nowMs})
            on conflict (bytes_hash, extractor_version)
            do update set imported = 0, json = excluded.json, stored_at = excluded.stored_at
            where pages.imported = 1 and excluded.imported = 0`,
      );
    },
    getPage: async (extraction) => {
      const json = await pageJson(extraction);
      return json === null ? null : rowAs(PageJson, `page ${extraction.bytesHash.slice(0, 12)}`, json);
    },
    getPageJson: pageJson,
    putSet: async (set) => {
      const summary = summaryOf(set);
      const { id, instruction, engine, models, mode, sources, criteria, startedAt, parent, guideTo, guide } = summary;
      const jsonOrNone = (value: object | null) => (value === null ? '' : JSON.stringify(value));
      await writeShared(
        sql`insert into sets (id, instruction, engine, models, mode, sources, criteria, started_at, parent, content, run,
              kind, guide_to, guide)
            values (${id}, ${instruction}, ${engine}, ${JSON.stringify(models)}, ${mode}, ${JSON.stringify(sources)},
              ${criteria}, ${startedAt}, ${jsonOrNone(parent)}, ${JSON.stringify(asWritten(set).content)},
              ${JSON.stringify(set.run)}, ${summary.kind ?? ''}, ${jsonOrNone(guideTo)},
              ${guide ?? ''})
            on conflict (id) do update set run = excluded.run, started_at = excluded.started_at`,
        ...citationsOf(set),
      );
    },
    getSet: (id) => firstAs(SetRow, `the set ${id}`, sql`select id, content, run from sets where id = ${id}`),
    getSetJson: (id) => firstAs(SetJsonRow, `the set ${id}`, sql`select content, run from sets where id = ${id}`),
    getSetSummary: (id) => firstAs(SummaryRow, `the set ${id}`, sql`${SUMMARY} where id = ${id}`),
    citedPages: async () => {
      const sums = sql`select count(*) as pages, coalesce(sum(octet_length(json)), 0) as bytes from pages`;
      const found = await firstAs(CitedPagesRow, 'the pages', sql`${sums} where ${isCited}`);
      return found ?? { pages: 0, bytes: 0 };
    },
    findSetIds: (prefix) => idsBeginningWith('sets', prefix),
    listSets: (limit, { words = '', after = LAST, areGuides, guide } = {}) => {
      const ofGuide = guide === undefined ? sql`` : sql`and guide = ${guide} and guide <> ''`;
      const guides = areGuides === undefined ? sql`` : areGuides ? sql`and guide_to <> ''` : sql`and guide_to = ''`;
      return searchWords({
        ...{ words, limit, after },
        textOf: ({ instruction }) => instruction,
        placeOf: ({ startedAt, id }) => ({ startedAt, id }),
        read: (count, { startedAt, id }) =>
          rowsAs(
            SummaryRow,
            'the sets',
            sql`${SUMMARY} where lower(instruction) like ${patternOf(words)} escape '!' ${ofGuide} ${guides}
                  and (started_at < ${startedAt} or (started_at = ${startedAt} and id > ${id}))
                order by started_at desc, id limit ${count}`,
          ),
      });
    },
    putRecord: async ({ id, kind, name, savedAt, value }) => {
      await write(
        sql`insert into records (id, kind, name, saved_at, json)
            values (${id}, ${kind}, ${name}, ${savedAt}, ${JSON.stringify(value)})
            on conflict (id) do update set
              kind = excluded.kind, name = excluded.name, saved_at = excluded.saved_at, json = excluded.json`,
      );
    },
    getRecord: (id) =>
      firstAs(
        RecordRow,
        `the record ${id}`,
        sql`select id, kind, name, saved_at as "savedAt", json as value from records where id = ${id}`,
      ),
    findRecordIds: (prefix) => idsBeginningWith('records', prefix),
    listRecords: (limit, { words = '', kind, owner, after = { savedAt: '~', id: '' } } = {}) => {
      const isOfKind = kind === undefined ? sql`true` : sql`kind = ${kind}`;
      const isOwned =
        owner === undefined
          ? sql`true`
          : sql`exists (select 1 from kept where kept.kind = 'record-owner' and kept.key = records.id || ' ' || ${owner})`;
      return searchWords({
        ...{ words, limit, after },
        textOf: ({ name }) => name,
        placeOf: ({ savedAt, id }) => ({ savedAt, id }),
        read: (count, { savedAt, id }) =>
          rowsAs(
            StoredRecord.omit({ value: true }),
            'the records',
            sql`select id, kind, name, saved_at as "savedAt" from records
                where lower(name) like ${patternOf(words)} escape '!' and ${isOfKind} and ${isOwned}
                  and (saved_at < ${savedAt} or (saved_at = ${savedAt} and id > ${id}))
                order by saved_at desc, id limit ${count}`,
          ),
      });
    },
    removeRecord: async (id, owner) => {
      // Behind a space stands the owner.
      const ofRecord = sql`kind = 'record-owner' and key >= ${`${id} `} and key < ${`${id}!`}`;
      const isFree = sql`not exists (select 1 from kept where ${ofRecord})`;
      await write(
        sql`delete from kept where ${ofRecord} and ${owner === undefined ? sql`true` : sql`key = ${`${id} ${owner}`}`}`,
        sql`delete from records where id = ${id} and ${isFree}`,
        sql`delete from kept where kind = 'calls' and key = ${id}
              and not exists (select 1 from records where id = ${id})`,
      );
    },
    getSetRuns: async (ids) => {
      if (ids.length === 0) return new Map();
      const rows = await rowsAs(RunRow, 'the sets', sql`select id, run from sets where id in (${join(ids, ', ')})`);
      return new Map(rows.map(({ id, run }) => [id, run]));
    },
    removeSet: async (id) => {
      const cited = sql`select bytes_hash, extractor_version from set_pages where set_id`;
      const [pages] = await write(
        sql`delete from pages where (bytes_hash, extractor_version) in (${cited} = ${id})
              and (bytes_hash, extractor_version) not in (${cited} <> ${id})`,
        sql`delete from sets where id = ${id}`,
        sql`delete from kept where kind = 'calls' and key = ${id}`,
      );
      return pages?.changed ?? 0;
    },
    close: async () => {
      leases.close();
      await close();
    },
  };
}
