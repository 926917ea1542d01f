/** Connections to PostgreSQL that outlive restarts of the server: what is lost is asked again. */
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type pg from 'pg';
import { CancelledError, isStoreError } from '../../domain/errors.ts';
import { sha256Hex } from '../../text/hash.ts';
import type { Connection, Written } from '../sql/connection.ts';
import { createPatience, type Patience } from '../patience.ts';
import { refuseNewerSchema } from '../sql/migrations.ts';
import { createSharedWrites } from '../sql/shared-writes.ts';
import { textOf, type Sql, type SqlValue } from '../sql/sql.ts';
import { explainPostgresError, isPassing } from './explain.ts';

/** Of one process: a server has 100 by default, for all. */
export const MAX_CONNECTIONS = 4;
/** Of every connection. */
export const CONNECTION_OPTIONS = {
  application_name: 'groundrule',
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // More than any query takes: where a network swallows what is sent, nobody says so.
  query_timeout: 300_000,
  idle_in_transaction_session_timeout: 60_000,
};
/** Writes wait so long for others, to share a transaction: what is paid for is kept no later than this. */
const SHARED_MS = 5;
const MOST_SHARED = 500;
/** PostgreSQL cuts names after 63. */
const NAME_CHARS = 32;
export type Client = Pick<pg.ClientBase, 'query'>;

/** The sockets of a pool, which can be broken all at once: the driver has no way to give up a query. */
export function createSockets() {
  const sockets = new Set<Socket>();
  return {
    stream: (): Socket => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.on('close', () => sockets.delete(socket));
    },
    destroyAll: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** @param location of the server and its database, without user and password */
export function connect(
  pool: pg.Pool,
  location: string,
  { ask, end }: ReturnType<typeof patienceFor>,
): Omit<Connection, 'nowMs' | 'startedMs'> {
  // The next query says what is wrong with a connection that breaks while nobody uses it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  /** Marks of writes that the server acknowledged: no retry looks for them any more. */
  const acknowledged: string[] = [];

  function patiently<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    return ask(() => withClient(pool, work));
  }

  async function write(statements: readonly Sql[]): Promise<readonly Written[]> {
    const mark = randomUUID();
    const obsoleteMarks = acknowledged.splice(0);
    /** Kept over attempts: an earlier one may have been committed and not acknowledged. */
    let written: readonly Written[] = [];
    const result = await patiently(async (client) => {
      const isNew = await begin(client, location, [mark, ...obsoleteMarks]);
      if (isNew) written = await runEach(client, statements);
      await client.query('commit');
      return written;
    });
    acknowledged.push(mark);
    return result;
  }

  const shared = createSharedWrites({
    soon: (goOn) => setTimeout(goOn, SHARED_MS),
    // Without a mark: it may run twice.
    write: (statements) =>
      patiently(async (client) => {
        await begin(client, location, []);
        const written = await runEach(client, statements);
        await client.query('commit');
        return written;
      }),
    most: MOST_SHARED,
    isForAll: (error) => isStoreError(error) || error instanceof CancelledError,
    // All processes lock rows in one order: none waits for a row while it holds another that its holder waits for.
    sorted: (members) => members.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
  });

  return {
    location,
    server: { query: (text, values) => patiently((client) => client.query(text, values)) },
    read: (statement) => patiently(async (client) => (await run(client, statement)).rows as readonly unknown[]),
    write: (...statements) => write(statements),
    writeShared: shared.write,
    soon: setImmediate,
    // The server itself reuses the space.
    compact: async () => undefined,
    close: () =>
      end(async () => {
        // What was asked before is still done.
        await shared.settled();
        if (!pool.ending) await pool.end();
      }),
  };
}

/** For a server that restarts, or cannot be reached for a time. @param giveUp breaks its connections */
export function patienceFor(location: string, giveUp: () => void, patience: Patience) {
  return createPatience({ isPassing, explain: (error) => explainPostgresError(error, location), giveUp }, patience);
}

export async function withClient<Result>(pool: pg.Pool, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // With its connection the server gives up a transaction that is under way.
    client.release(true);
    throw error;
  }
}

/**
 * Begins a transaction that stores its mark, if it has one. If the connection breaks during the commit, we cannot tell whether
 * it succeeded: the next attempt looks for the mark. The insert waits until the former transaction has ended.
 * @returns whether the mark is new @throws UnavailableError where a newer program changed the schema meanwhile
 */
async function begin(client: Client, location: string, [mark, ...obsoleteMarks]: readonly string[]): Promise<boolean> {
  const statements = ['begin', 'select max(version) as version from schema_version'];
  if (mark !== undefined) statements.push(`insert into writes (id) values ('${mark}') on conflict do nothing`);
  if (obsoleteMarks.length > 0)
    statements.push(`delete from writes where id in (${obsoleteMarks.map((id) => `'${id}'`).join(', ')})`);
  // Several statements in one message have one result each, which the driver's types do not know.
  const results = (await client.query(statements.join(';'))) as unknown as readonly pg.QueryResult<{
    version: number;
  }>[];
  refuseNewerSchema(location, results[1]?.rows[0]?.version ?? 0);
  return results[2]?.rowCount === 1;
}

async function runEach(client: Client, statements: readonly Sql[]): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (const statement of statements) {
    const { command, rowCount, rows } = await run(client, statement);
    written.push({ changed: command === 'SELECT' ? 0 : (rowCount ?? 0), rows: rows as readonly unknown[] });
  }
  return written;
}

/** Where a statement stands among others: by its first two parameters, such as a kind and a key. */
function placeOf([first]: readonly Sql[]): string {
  return first?.values.slice(0, 2).join(' ') ?? '';
}

function run(client: Client, statement: Sql): Promise<pg.QueryResult> {
  const text = textOf(statement, (number) => `$${number}`);
  const values = statement.values.map(withoutNul);
  // By its name the server knows a statement again, and does not plan it anew. It holds each until the connection ends.
  return client.query(statement.hasList === true ? { text, values } : { name: nameOf(text), text, values });
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? sha256Hex(text).slice(0, NAME_CHARS);
  names.set(text, name);
  return name;
}

/** PostgreSQL holds no NUL in text. JSON, which is what has to be kept to the last character, writes it as an escape. */
function withoutNul(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\u2400') : value;
}
