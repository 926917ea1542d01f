/** The schema's history: a store is brought up to date by the migrations that it has not seen. */
import type { Compilable, Kysely } from 'kysely';
import { UnavailableError } from '../../domain/errors.ts';
import type { Tables } from './tables.ts';

type Migration = (db: Kysely<Tables>) => readonly Compilable[];

/** In order, never edited after a release; the schema's version is how many of them have run. */
const MIGRATIONS: readonly Migration[] = [createPagesAndSets, createKept, createRecords];

export const SCHEMA_VERSION = MIGRATIONS.length;

/** Makes the table that the version is kept in, where it is not there. */
export function versionTable({ schema }: Kysely<Tables>): Compilable {
  return schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'text', (column) => column.notNull());
}

/** Gives one row for each migration that was applied. */
export function appliedMigrations(db: Kysely<Tables>): Compilable {
  return db.selectFrom('schema_version').select('version');
}

/**
 * What brings a store up to date that has seen `applied` migrations. Ask and run in one write transaction: two
 * processes may open a new store at once.
 * @throws UnavailableError where a newer version of this program made the store
 */
export function missingMigrations(
  db: Kysely<Tables>,
  { applied, location, now }: { readonly applied: number; readonly location: string; readonly now: Date },
): readonly Compilable[] {
  if (applied > SCHEMA_VERSION)
    throw new UnavailableError(
      `The store ${location} has schema version ${applied}; this groundrule knows versions up to ${SCHEMA_VERSION}.`,
      { advice: 'Update groundrule, or name another store with --store.' },
    );
  return MIGRATIONS.slice(applied).flatMap((migration, index) => [
    ...migration(db),
    db.insertInto('schema_version').values({ version: applied + index + 1, applied_at: now.toISOString() }),
  ]);
}

function createPagesAndSets({ schema }: Kysely<Tables>): readonly Compilable[] {
  return [
    schema
      .createTable('pages')
      .addColumn('bytes_hash', 'text', (column) => column.notNull())
      .addColumn('extractor_version', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('pages_key', ['bytes_hash', 'extractor_version']),
    schema
      .createTable('sets')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('run', 'text', (column) => column.notNull())
      .addColumn('instruction', 'text', (column) => column.notNull())
      .addColumn('engine', 'text', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('criteria', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull()),
    schema.createIndex('sets_by_start').on('sets').columns(['started_at', 'id']),
    schema
      .createTable('set_pages')
      .addColumn('set_id', 'text', (column) => column.notNull().references('sets.id').onDelete('cascade'))
      .addColumn('bytes_hash', 'text', (column) => column.notNull())
      .addColumn('extractor_version', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('set_pages_key', ['set_id', 'bytes_hash', 'extractor_version']),
    schema.createIndex('set_pages_by_page').on('set_pages').columns(['bytes_hash', 'extractor_version']),
  ];
}

function createKept({ schema }: Kysely<Tables>): readonly Compilable[] {
  return [
    schema
      .createTable('kept')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_key', ['kind', 'key']),
  ];
}

function createRecords({ schema }: Kysely<Tables>): readonly Compilable[] {
  return [
    schema
      .createTable('records')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull()),
    schema.createIndex('records_by_time').on('records').columns(['saved_at', 'id']),
  ];
}
