/** The store over any SQL database that the query layer speaks to. */
import type { Compilable, Kysely } from 'kysely';
import { z, type ZodType } from 'zod';
import { CriteriaSet } from '../../domain/criteria-set.ts';
import { UnavailableError } from '../../domain/errors.ts';
import { Page } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { StoredRecord } from '../../domain/stored-record.ts';
import { citedExtractions, summaryOf } from '../set-facts.ts';
import type { Tables } from './tables.ts';

/** What a dialect brings. */
export interface SqlDatabase {
  readonly location: string;
  /** Builds every query; runs those that only read. */
  readonly db: Kysely<Tables>;
  /** Runs statements as one transaction, all or none; gives the number of rows that each changed. */
  readonly write: (statements: readonly Compilable[]) => Promise<readonly number[]>;
  /** An error of the driver in the user's terms; any other error as it is. */
  readonly explain: (error: unknown) => unknown;
  readonly close: () => Promise<void>;
}

export function createSqlStore({ location, db, write, explain, close }: SqlDatabase): StorePort {
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw explain(error);
    }
  };

  function parse<Value>(schema: ZodType<Value>, name: string, json: () => unknown): Value {
    let problem: unknown;
    try {
      const result = schema.safeParse(json());
      if (result.success) return result.data;
      problem = result.error;
    } catch (error) {
      problem = error;
    }
    throw new UnavailableError(
      `The store ${location} holds ${name} in a form that cannot be read: it is damaged, or another version wrote it.`,
      { advice: 'Use a copy of the store, or name another one with --store.', cause: problem },
    );
  }

  async function idsBeginningWith(table: 'sets' | 'records', prefix: string): Promise<readonly string[]> {
    const rows = await db
      .selectFrom(table)
      .select('id')
      // Not LIKE, whose wildcards and treatment of case differ from one dialect to the next.
      .where((eb) => eb.fn('substr', ['id', eb.lit(1), eb.lit(prefix.length)]), '=', prefix)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  }

  return {
    location,
    kept: {
      get: (kind, key) =>
        explained(async () => {
          const row = await db
            .selectFrom('kept')
            .select('json')
            .where('kind', '=', kind)
            .where('key', '=', key)
            .executeTakeFirst();
          return row === undefined
            ? null
            : parse(z.unknown(), `the ${kind} ${key}`, () => JSON.parse(row.json));
        }),
      put: (kind, key, value) =>
        explained(async () => {
          const json = JSON.stringify(value);
          await write([
            db
              .insertInto('kept')
              .values({ kind, key, json })
              .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ json })),
          ]);
        }),
    },
    putPage: (page) =>
      explained(async () => {
        const row = {
          bytes_hash: page.extraction.bytesHash,
          extractor_version: page.extraction.extractorVersion,
          json: JSON.stringify(page),
        };
        await write([
          db
            .insertInto('pages')
            .values(row)
            .onConflict((conflict) => conflict.doNothing()),
        ]);
      }),

    getPage: ({ bytesHash, extractorVersion }) =>
      explained(async () => {
        const row = await db
          .selectFrom('pages')
          .select('json')
          .where('bytes_hash', '=', bytesHash)
          .where('extractor_version', '=', extractorVersion)
          .executeTakeFirst();
        if (row === undefined) return null;
        return parse(Page, `page ${bytesHash.slice(0, 12)}`, () => JSON.parse(row.json));
      }),

    putSet: (set) =>
      explained(async () => {
        const { startedAt, ...summary } = summaryOf(set);
        const row = {
          ...summary,
          content: JSON.stringify(set.content),
          run: JSON.stringify(set.run),
          started_at: startedAt,
        };
        await write([
          db
            .insertInto('sets')
            .values(row)
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet({ run: row.run, started_at: row.started_at }),
            ),
          // One row each: a statement has a limited number of parameters.
          ...citedExtractions(set).map(({ bytesHash, extractorVersion }) =>
            db
              .insertInto('set_pages')
              .values({ set_id: set.id, bytes_hash: bytesHash, extractor_version: extractorVersion })
              .onConflict((conflict) => conflict.doNothing()),
          ),
        ]);
      }),

    getSet: (id) =>
      explained(async () => {
        const row = await db
          .selectFrom('sets')
          .select(['id', 'content', 'run'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) return null;
        return parse(CriteriaSet, `the set ${id}`, () => ({
          id: row.id,
          content: JSON.parse(row.content) as unknown,
          run: JSON.parse(row.run) as unknown,
        }));
      }),

    findSetIds: (prefix) => explained(() => idsBeginningWith('sets', prefix)),

    listSets: (limit) =>
      explained(async () => {
        const rows = await db
          .selectFrom('sets')
          .select(['id', 'instruction', 'engine', 'mode', 'criteria', 'started_at'])
          .orderBy('started_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .execute();
        return rows.map(({ started_at: startedAt, ...summary }) => ({ ...summary, startedAt }));
      }),

    putRecord: ({ value, savedAt, ...rest }) =>
      explained(async () => {
        const row = { ...rest, saved_at: savedAt, json: JSON.stringify(value) };
        await write([
          db
            .insertInto('records')
            .values(row)
            .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
        ]);
      }),

    getRecord: (id) =>
      explained(async () => {
        const row = await db.selectFrom('records').selectAll().where('id', '=', id).executeTakeFirst();
        if (row === undefined) return null;
        const { json, saved_at: savedAt, ...rest } = row;
        return parse(StoredRecord, `the record ${id}`, () => ({
          ...rest,
          savedAt,
          value: JSON.parse(json) as unknown,
        }));
      }),

    findRecordIds: (prefix) => explained(() => idsBeginningWith('records', prefix)),

    listRecords: (limit) =>
      explained(async () => {
        const rows = await db
          .selectFrom('records')
          .select(['id', 'kind', 'name', 'saved_at as savedAt'])
          .orderBy('saved_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .execute();
        return parse(z.array(StoredRecord.omit({ value: true })), 'the records', () => rows);
      }),

    prunePages: () =>
      explained(async () => {
        const [removed = 0] = await write([
          db
            .deleteFrom('pages')
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('set_pages')
                    .select('set_id')
                    .whereRef('set_pages.bytes_hash', '=', 'pages.bytes_hash')
                    .whereRef('set_pages.extractor_version', '=', 'pages.extractor_version'),
                ),
              ),
            ),
        ]);
        return removed;
      }),

    close,
  };
}
