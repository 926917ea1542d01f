/** Opens the store that many machines share: a PostgreSQL database. */
import type pg from 'pg';
import { InputError, messageOf, SettingError } from '../../domain/errors.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { OpenOptions } from '../sql/connection.ts';
import type { Patience } from '../patience.ts';
import { POSTGRES_MIGRATIONS, refuseNewerSchema } from '../sql/migrations.ts';
import { sql } from '../sql/sql.ts';
import { createSqlStore } from '../sql/store.ts';
import {
  connect,
  CONNECTION_OPTIONS,
  createSockets,
  MAX_CONNECTIONS,
  patienceFor,
  withClient,
  type Client,
} from './connection.ts';

/** Its tables are in a schema of their own, beside which a database may hold anything. */
const SCHEMA = 'groundrule';
const NOW_MS = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
const STARTED_MS = sql`cast(extract(epoch from pg_postmaster_start_time()) * 1000 as bigint)`;

/** pglz, the default, takes ten times as long for pages and answers. Not every server is built with lz4. */
const FAST_COMPRESSION = `do $$ begin perform set_config('default_toast_compression', 'lz4', false);
  exception when others then null; end $$`;

/** So long a server may take to come up; what is wrong with its address shows after as long. */
const MAX_OPENING_MS = 5_000;
/** “grnd”: of the lock under which the schema changes. */
const LOCK = 0x67_72_6e_64;
/** Types of PostgreSQL whose values the driver would give as text: bigint and numeric. */
const NUMBERS = [20, 1700];

/**
 * Any number of processes of any number of machines may have it open and write. What is lost with a connection is asked
 * again as long as patience lasts; a write counts once.
 * @param address `postgres://user:password@host:port/database`, with what else the driver takes (`?sslmode=verify-full`)
 * @throws InputError where it is no address, or grants nothing; UnavailableError where the server does not answer, or a
 * newer program changed the schema
 */
export async function openPostgresStore(
  address: string,
  { nowMs = NOW_MS, startedMs = STARTED_MS, ...patience }: OpenOptions & Patience = {},
): Promise<StorePort> {
  if (!URL.canParse(address))
    throw new InputError('The address of the PostgreSQL store cannot be read.', {
      advice:
        'Write postgres://USER@HOST:PORT/DATABASE, with :PASSWORD after USER or in PGPASSWORD; its @, # and / as %40, %23, %2F.',
    });
  const { default: driver } = await import('pg');
  const types = new driver.TypeOverrides();
  for (const type of NUMBERS) types.setTypeParser(type, Number);
  const { stream, destroyAll } = createSockets();
  const connecting = { ...CONNECTION_OPTIONS, connectionString: address, types, stream };
  const { host, port, database } = clientOf(driver, connecting);
  const location = `postgres://${host}:${port}/${database ?? ''}`;
  const pool = new driver.Pool({
    ...connecting,
    max: MAX_CONNECTIONS,
    // A store that nobody closed keeps no process alive.
    allowExitOnIdle: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
    onConnect: (client) => client.query(`set search_path to ${SCHEMA}; ${FAST_COMPRESSION}`),
  });
  const connection = connect(pool, location, patienceFor(location, destroyAll, patience));
  const maxAwayMs = Math.min(MAX_OPENING_MS, patience.maxAwayMs ?? MAX_OPENING_MS);
  const opening = patienceFor(location, destroyAll, { signal: patience.signal, maxAwayMs });
  try {
    await opening.ask(() => withClient(pool, (client) => prepare(client, location)));
  } catch (error) {
    await connection.close();
    throw error;
  } finally {
    // The signal may outlive many stores: it would hold a listener of each.
    await opening.end(async () => undefined);
  }
  return createSqlStore({ ...connection, nowMs, startedMs });
}

/** @throws InputError where a parameter of the address cannot be used */
function clientOf(driver: typeof pg, options: pg.ClientConfig): pg.Client {
  try {
    return new driver.Client(options);
  } catch (error) {
    throw new InputError(`The address of the PostgreSQL store cannot be used: ${messageOf(error)}`, {
      advice: 'Check its parameters, such as sslmode and sslrootcert.',
      cause: error,
    });
  }
}

/** Brings the schema up to date, where it is not. */
async function prepare(client: Client, location: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; isThere: boolean }>(
    `select current_setting('server_encoding') as encoding, to_regclass('schema_version') is not null as "isThere"`,
  );
  const { encoding, isThere } = rows[0] ?? { encoding: 'none', isThere: false };
  if (encoding !== 'UTF8')
    throw new SettingError(`The store ${location} is encoded in ${encoding}, which cannot hold all text.`, {
      advice: 'Make a database with “createdb --encoding UTF8 --template template0”, and name that.',
    });
  const version = isThere ? await versionOf(client) : 0;
  refuseNewerSchema(location, version);
  if (version < POSTGRES_MIGRATIONS.length) await migrate(client, location);
  await client.query(`delete from writes where made_at < now() - interval '1 day'`);
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number | null }>(`select max(version) as version from schema_version`);
  return rows[0]?.version ?? 0;
}

/** In one transaction, one process after the other; those that work meanwhile wait where it changes their tables. */
async function migrate(client: Client, location: string): Promise<void> {
  await client.query(`begin; set local lock_timeout to '30s'; select pg_advisory_xact_lock(${LOCK})`);
  const { rows } = await client.query(`select from pg_namespace where nspname = '${SCHEMA}'`);
  // Not “if not exists”, which needs the right to make one also where there is one.
  if (rows.length === 0) await client.query(`create schema ${SCHEMA}`);
  await client.query(`create table if not exists schema_version (version bigint not null primary key, applied_at text not null);
    create table if not exists writes (id text not null primary key, made_at timestamptz not null default now())`);
  const applied = await versionOf(client);
  refuseNewerSchema(location, applied);
  for (const [index, migration] of POSTGRES_MIGRATIONS.slice(applied).entries())
    await client.query(`${migration};
      insert into schema_version (version, applied_at) values (${applied + index + 1}, now())`);
  await client.query('commit');
}
