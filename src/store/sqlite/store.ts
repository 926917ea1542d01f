/** The store's queries. */
import type { Compilable, Kysely } from 'kysely';
import { z, type ZodType } from 'zod';
import { asWritten, StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { GroundruleError, UnavailableError } from '../../domain/errors.ts';
import { Page } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { StoredRecord } from '../../domain/stored-record.ts';
import { citedExtractions, summaryOf } from '../set-facts.ts';
import type { Tables } from './tables.ts';

interface StoreDatabase {
  readonly location: string;
  /** Builds the queries, and runs none of them. */
  readonly db: Kysely<Tables>;
  readonly read: <Row>(query: Compilable<Row>) => readonly Row[];
  /** Runs statements as one transaction, all or none; gives the number of rows that each changed. */
  readonly write: (statements: readonly Compilable[]) => readonly number[];
  readonly close: () => void;
}

export function createSqliteStore({ location, db, read, write, close }: StoreDatabase): StorePort {
  function parse<Value>(schema: ZodType<Value>, name: string, json: () => unknown): Value {
    try {
      return schema.parse(json());
    } catch (cause) {
      // What a newer version wrote says so itself.
      if (cause instanceof GroundruleError) throw cause;
      throw new UnavailableError(
        `The store ${location} holds ${name} in a form that cannot be read: it is damaged, or another version wrote it.`,
        { advice: 'Use a copy of the store, or name another one with --store.', cause },
      );
    }
  }

  function idsBeginningWith(table: 'sets' | 'records', prefix: string): readonly string[] {
    const rows = read(
      db
        .selectFrom(table)
        .select('id')
        // Not LIKE, which ignores case and knows wildcards.
        .where((eb) => eb.fn('substr', ['id', eb.lit(1), eb.lit(prefix.length)]), '=', prefix)
        .orderBy('id'),
    );
    return rows.map(({ id }) => id);
  }

  return {
    location,
    kept: {
      get: async (kind, key) => {
        const [row] = read(
          db.selectFrom('kept').select('json').where('kind', '=', kind).where('key', '=', key),
        );
        return row === undefined
          ? null
          : parse(z.unknown(), `the ${kind} ${key}`, () => JSON.parse(row.json));
      },
      put: async (kind, key, value) => {
        const json = JSON.stringify(value);
        write([
          db
            .insertInto('kept')
            .values({ kind, key, json })
            .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ json })),
        ]);
      },
    },
    putPage: async (page) => {
      const row = {
        bytes_hash: page.extraction.bytesHash,
        extractor_version: page.extraction.extractorVersion,
        json: JSON.stringify(page),
      };
      write([
        db
          .insertInto('pages')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      ]);
    },

    getPage: async ({ bytesHash, extractorVersion }) => {
      const [row] = read(
        db
          .selectFrom('pages')
          .select('json')
          .where('bytes_hash', '=', bytesHash)
          .where('extractor_version', '=', extractorVersion),
      );
      if (row === undefined) return null;
      return parse(Page, `page ${bytesHash.slice(0, 12)}`, () => JSON.parse(row.json));
    },

    putSet: async (set) => {
      const { startedAt, ...summary } = summaryOf(set);
      const row = {
        ...summary,
        content: JSON.stringify(asWritten(set).content),
        run: JSON.stringify(set.run),
        started_at: startedAt,
      };
      write([
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
    },

    getSet: async (id) => {
      const [row] = read(db.selectFrom('sets').select(['id', 'content', 'run']).where('id', '=', id));
      if (row === undefined) return null;
      return parse(StoredCriteriaSet, `the set ${id}`, () => ({
        id: row.id,
        content: JSON.parse(row.content) as unknown,
        run: JSON.parse(row.run) as unknown,
      }));
    },

    findSetIds: async (prefix) => idsBeginningWith('sets', prefix),

    listSets: async (limit) => {
      const rows = read(
        db
          .selectFrom('sets')
          .select(['id', 'instruction', 'engine', 'mode', 'criteria', 'started_at'])
          .orderBy('started_at', 'desc')
          .orderBy('id')
          .limit(limit),
      );
      return rows.map(({ started_at: startedAt, ...summary }) => ({ ...summary, startedAt }));
    },

    putRecord: async ({ value, savedAt, ...rest }) => {
      const row = { ...rest, saved_at: savedAt, json: JSON.stringify(value) };
      write([
        db
          .insertInto('records')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
      ]);
    },

    getRecord: async (id) => {
      const [row] = read(db.selectFrom('records').selectAll().where('id', '=', id));
      if (row === undefined) return null;
      const { json, saved_at: savedAt, ...rest } = row;
      return parse(StoredRecord, `the record ${id}`, () => ({
        ...rest,
        savedAt,
        value: JSON.parse(json) as unknown,
      }));
    },

    findRecordIds: async (prefix) => idsBeginningWith('records', prefix),

    listRecords: async (limit) => {
      const rows = read(
        db
          .selectFrom('records')
          .select(['id', 'kind', 'name', 'saved_at as savedAt'])
          .orderBy('saved_at', 'desc')
          .orderBy('id')
          .limit(limit),
      );
      return parse(z.array(StoredRecord.omit({ value: true })), 'the records', () => rows);
    },

    prunePages: async () => {
      const [removed = 0] = write([
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
    },

    close: async () => close(),
  };
}
