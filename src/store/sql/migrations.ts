/** How the tables of a SQL store came to be. */
import { UnavailableError } from '../../domain/errors.ts';

/** How a dialect writes the types of columns. */
interface ColumnTypes {
  readonly text: string;
  readonly integer: string;
  /** A number with a fraction. */
  readonly real: string;
  /** The function that finds a text in another one: it returns the place from 1, or 0. */
  readonly position: string;
  /** The name of the kind in the JSON of a set. */
  readonly kindName: string;
  /** A number that the database counts up, the primary key. */
  readonly identity: string;
}

/**
 * The schema of a SQL store. In order, never edited after a release; its version is how many of them have run. In
 * PostgreSQL programs of the version before go on reading after a migration, up to their next write: it adds, and what
 * it adds has a default.
 */
const migrationsFor = ({ text, integer, real, position, kindName, identity }: ColumnTypes): readonly string[] => [
  `create table pages (
     bytes_hash ${text} not null,
     extractor_version ${text} not null,
     json ${text} not null,
     constraint pages_key primary key (bytes_hash, extractor_version)
   );
   create table sets (
     id ${text} not null primary key,
     content ${text} not null,
     run ${text} not null,
     instruction ${text} not null,
     engine ${text} not null,
     mode ${text} not null,
     criteria ${integer} not null,
     started_at ${text} not null
   );
   create index sets_by_start on sets (started_at, id);
   create table set_pages (
     set_id ${text} not null references sets (id) on delete cascade,
     bytes_hash ${text} not null,
     extractor_version ${text} not null,
     constraint set_pages_key primary key (set_id, bytes_hash, extractor_version)
   );
   create index set_pages_by_page on set_pages (bytes_hash, extractor_version)`,
  `create table kept (
     kind ${text} not null,
     key ${text} not null,
     json ${text} not null,
     constraint kept_key primary key (kind, key)
   )`,
  `create table records (
     id ${text} not null primary key,
     kind ${text} not null,
     name ${text} not null,
     saved_at ${text} not null,
     json ${text} not null
   );
   create index records_by_time on records (saved_at, id)`,
  `create table leases (
     kind ${text} not null,
     key ${text} not null,
     holder ${text} not null,
     expires_at ${integer} not null,
     constraint leases_key primary key (kind, key)
   )`,
  `create table jobs (
     sequence ${identity},
     id ${text} not null unique,
     owner ${text} not null,
     batch ${text} not null,
     idempotency_key ${text} not null,
     status ${text} not null,
     ended_at ${text} not null,
     json ${text} not null,
     constraint jobs_key unique (owner, idempotency_key)
   );
   create index jobs_by_status on jobs (status);
   create index jobs_by_batch on jobs (batch);
   create table api_keys (
     id ${text} not null primary key,
     created_at ${text} not null,
     spent_usd ${real} not null,
     json ${text} not null
   )`,
  `alter table pages add column imported ${integer} not null default 0;
   alter table pages add column stored_at ${integer} not null default 0;
   alter table kept add column stored_at ${integer} not null default 0;
   alter table sets add column models ${text} not null default '[]';
   alter table sets add column sources ${text} not null default '{}'`,
  `create table budgets (
     name ${text} not null primary key,
     max_usd ${real},
     max_calls ${integer},
     max_tokens ${integer},
     usd ${real} not null default 0,
     calls ${integer} not null default 0,
     tokens ${integer} not null default 0,
     under_way ${integer} not null default 0,
     changed_at ${integer} not null default 0
   );
   create table rates (
     key ${text} not null primary key,
     free_at ${real} not null
   )`,
  `alter table jobs add column setup ${text} not null default '';
   create index jobs_by_setup on jobs (setup, status)`,
  `insert into budgets (name, usd) select 'key ' || id, spent_usd from api_keys`,
  // Holds all that is counted by, so that nobody reads the rows for it.
  `drop index jobs_by_status;
   drop index jobs_by_setup;
   create index jobs_by_standing on jobs (status, setup, batch)`,
  // A call under way is a lease; `under_way` and `changed_at` are no longer read.
  `alter table budgets add column last_call ${text} not null default ''`,
  `alter table jobs add column priority ${integer} not null default 0`,
  // As lists of sets are ordered.
  `drop index sets_by_start;
   create index sets_as_listed on sets (started_at desc, id)`,
  // Finds whose turn is next without reading all jobs that wait.
  `create index jobs_by_turn on jobs (setup, priority desc, sequence) where status in ('queued', 'running')`,
  // Jobs of a batch whose budget has no room wait without a turn.
  `alter table jobs add column waits_until ${integer} not null default 0`,
  // As the JSON of a set has it: an object without objects in it.
  `alter table sets add column parent ${text} not null default '';
   update sets set parent = substr(content, ${position}(content, '"parent":{"set":') + 9) where content like '%"parent":{"set":%';
   update sets set parent = substr(parent, 1, ${position}(parent, '}')) where parent <> ''`,
  // As lists of records are ordered.
  `drop index records_by_time;
   create index records_as_listed on records (saved_at desc, id)`,
  // Guides to kinds of text, and the sets that take their advice from one.
  `alter table sets add column guide_to ${text} not null default '';
   alter table sets add column guide ${text} not null default '';
   create index sets_that_guide on sets (started_at desc, id) where guide_to <> '';
   create index sets_by_guide on sets (guide, started_at desc, id) where guide <> ''`,
  // The name of the kind of text.
  `alter table sets add column kind ${text} not null default '';
   update sets set kind = coalesce(${kindName}, '') where content like '%"kind":{"name":"%'`,
];

export const SQLITE_MIGRATIONS = migrationsFor({
  text: 'text',
  integer: 'integer',
  real: 'real',
  position: 'instr',
  kindName: "json_extract(content, '$.kind.name')",
  identity: 'integer primary key autoincrement',
});

export const POSTGRES_MIGRATIONS = migrationsFor({
  // Text is ordered by its bytes, as SQLite does, whatever the language of the database.
  text: 'text collate "C"',
  integer: 'bigint',
  real: 'double precision',
  position: 'strpos',
  // The JSON may hold NUL or half a character, at which its functions fail: not the whole is read, and no such name.
  kindName: String.raw`substring(content from '"kind":\{"name":("(?:[^"\\]|\\[^u]|\\u(?!0000|d[89a-f]))*")')::json #>> '{}'`,
  identity: 'bigint generated always as identity primary key',
});

/** Of this program. */
const SCHEMA_VERSION = SQLITE_MIGRATIONS.length;

/** @throws UnavailableError where a newer program made the schema */
export function refuseNewerSchema(location: string, version: number): void {
  if (version <= SCHEMA_VERSION) return;
  throw new UnavailableError(
    `The store ${location} has schema version ${version}; this groundrule knows versions up to ${SCHEMA_VERSION}.`,
    { advice: 'Update groundrule, or name another store with --store.' },
  );
}
