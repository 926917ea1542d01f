/** The schema's history: a store is brought up to date by the migrations that it has not seen. */
import type Database from 'libsql';
import { UnavailableError } from '../../domain/errors.ts';

/** In order, never edited after a release; the schema's version is how many of them have run. */
const MIGRATIONS: readonly string[] = [
  `create table pages (
     bytes_hash text not null,
     extractor_version text not null,
     json text not null,
     constraint pages_key primary key (bytes_hash, extractor_version)
   );
   create table sets (
     id text not null primary key,
     content text not null,
     run text not null,
     instruction text not null,
     engine text not null,
     mode text not null,
     criteria integer not null,
     started_at text not null
   );
   create index sets_by_start on sets (started_at, id);
   create table set_pages (
     set_id text not null references sets (id) on delete cascade,
     bytes_hash text not null,
     extractor_version text not null,
     constraint set_pages_key primary key (set_id, bytes_hash, extractor_version)
   );
   create index set_pages_by_page on set_pages (bytes_hash, extractor_version)`,
  `create table kept (
     kind text not null,
     key text not null,
     json text not null,
     constraint kept_key primary key (kind, key)
   )`,
  `create table records (
     id text not null primary key,
     kind text not null,
     name text not null,
     saved_at text not null,
     json text not null
   );
   create index records_by_time on records (saved_at, id)`,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings a store up to date. To be called in a write transaction: two processes may open a new store at once.
 * @throws UnavailableError where a newer version of this program made the store
 */
export function migrate(database: Database.Database, location: string, now: Date): void {
  database.exec(
    'create table if not exists schema_version (version integer not null primary key, applied_at text not null)',
  );
  const applied = database.prepare('select version from schema_version').all().length;
  if (applied > SCHEMA_VERSION)
    throw new UnavailableError(
      `The store ${location} has schema version ${applied}; this groundrule knows versions up to ${SCHEMA_VERSION}.`,
      { advice: 'Update groundrule, or name another store with --store.' },
    );
  const record = database.prepare('insert into schema_version (version, applied_at) values (?, ?)');
  MIGRATIONS.slice(applied).forEach((migration, index) => {
    database.exec(migration);
    record.run(applied + index + 1, now.toISOString());
  });
}
