/** What goes wrong between a store and its PostgreSQL: clear errors, and nothing that counts twice. */
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { budgetOfKey } from '../../src/domain/api-key.ts';
import {
  CancelledError,
  GroundruleError,
  InputError,
  SettingError,
  StoreError,
  UnavailableError,
} from '../../src/domain/errors.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { POSTGRES_MIGRATIONS } from '../../src/store/sql/migrations.ts';
import { raw } from '../../src/store/sql/sql.ts';
import { hasPostgres, START_MS, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { cli } from '../support/shell.ts';
import { samplePage, sampleSet } from './samples.ts';

const PASSWORD = 'w0nt-be-shown';

describe.skipIf(!hasPostgres)('a PostgreSQL store in trouble', () => {
  let server: PostgresServer;
  let address = '';
  beforeAll(async () => {
    server = await startPostgres();
    address = await server.makeDatabase();
    await server.query(address, `create role guarded login password '${PASSWORD}'`);
    await server.query(address, 'create role crowded login connection limit 0');
  }, START_MS);
  afterAll(() => server.close());

  const as = (user: string, database = address) => database.replace('postgres@', `${user}@`);
  const begin = ({ budgets }: StorePort) => budgets.put('b', { maxUsd: 100, maxCalls: null, maxTokens: null });
  /** A write that has to count once. */
  const spend = ({ budgets }: StorePort, usd: number) => budgets.take('b', randomUUID(), { usd, calls: 1, tokens: 0 });
  const spentUsd = async ({ budgets }: StorePort) => (await budgets.get('b'))?.spent.usd;

  async function refusal(given: string): Promise<GroundruleError> {
    const error: unknown = await openPostgresStore(given, { maxAwayMs: 300 }).then(
      () => 'it opened',
      (reason: unknown) => reason,
    );
    if (!(error instanceof GroundruleError)) throw new Error(`not refused: ${String(error)}`);
    expect(error.advice).not.toBeNull();
    expect(`${error.message} ${error.advice ?? ''}`).not.toContain('w0nt');
    return error;
  }

  it('refuses what the address names or grants not, and says what to do', { timeout: 60_000 }, async () => {
    // Made by another user, who granted nothing.
    const foreign = await server.makeDatabase();
    await server.query(foreign, 'create schema groundrule');
    const refused: readonly (readonly [string, RegExp])[] = [
      [as(`guarded:${PASSWORD}`, foreign), /does not allow this user what a store needs/u],
      [as(`guarded:w0nt-do-${PASSWORD}`), /does not let this user in\. \(28P01\)/u],
      [as('guarded'), /does not let this user in/u],
      [as('nobody-here'), /does not let this user in\. \(28000\)/u],
      [`${address}-other`, /\/store_1-other is not there\. \(3D000\)/u],
      [as(`guarded:${PASSWORD}`), /does not allow this user what a store needs\. \(42501\)/u],
      [`${address}?sslmode=verify-full`, /cannot be reached over TLS/u],
      [await server.makeDatabase("encoding 'LATIN1' template template0 locale_provider libc locale 'C'"), /LATIN1/u],
    ];
    for (const [given, message] of refused) {
      const error = await refusal(given);
      expect(error).toBeInstanceOf(SettingError);
      expect(error.message).toMatch(message);
      expect(error.message).toContain('postgres://');
    }
    for (const none of [`postgres://me:${PASSWORD}@[::bad`, `postgres://me:${PASSWORD}@host:port/db`])
      expect(await refusal(none)).toBeInstanceOf(InputError);
  });

  it('refuses what may pass as unavailable', { timeout: 60_000 }, async () => {
    const readOnly = await server.makeDatabase();
    await server.query(
      readOnly,
      `alter database ${readOnly.split('/').at(-1)} set default_transaction_read_only to on`,
    );
    const full = await server.makeDatabase();
    const store = await openPostgresStore(full);
    // The server's own error for a full disk, which no test should bring about.
    await server.query(
      full,
      `create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no space' using errcode = '53100'; end $$`,
    );
    await server.query(full, 'create trigger full_disk before insert on pages execute function full_disk()');
    const errors = [
      [await refusal(readOnly), /can only be read\. \(25006\)/u],
      [await refusal(as('crowded')), /has no connection left for this process\. \(53300\)/u],
      [await refusal(address.replace(/:\d+\//u, ':1/')), /cannot be reached, or does not answer\. \(ECONNREFUSED\)/u],
      [await store.putPage(samplePage('a')).catch((error: unknown) => error), /no disk space.*\(53100\)/u],
    ] as const;
    for (const [error, message] of errors) {
      expect(error).toBeInstanceOf(UnavailableError);
      expect((error as Error).message).toMatch(message);
    }
    await store.close();
  });

  it('refuses a schema that a newer program made: when it opens, and at the next write', async () => {
    const database = await server.makeDatabase();
    const store = await openPostgresStore(database);
    await store.putSet(sampleSet('a'));
    await server.query(database, `insert into schema_version values (${POSTGRES_MIGRATIONS.length + 1}, now())`);
    const versions = new RegExp(`schema version ${POSTGRES_MIGRATIONS.length + 1}; this groundrule knows`, 'u');
    expect((await refusal(database)).message).toMatch(versions);
    await expect(store.putSet(sampleSet('b'))).rejects.toThrow(versions);
    expect(await store.getSet(sampleSet('b').id)).toBeNull();
    expect(await store.getSet(sampleSet('a').id)).toEqual(sampleSet('a'));
    await store.close();
  });

  it('brings an older schema up to date once, whoever comes first', async () => {
    const database = await server.makeDatabase();
    await server.query(database, 'create schema groundrule');
    await server.query(database, 'create table schema_version (version bigint primary key, applied_at text)');
    await server.query(database, 'create table writes (id text primary key, made_at timestamptz default now())');
    for (const [index, migration] of POSTGRES_MIGRATIONS.slice(0, 5).entries())
      await server.query(database, `${migration}; insert into schema_version values (${index + 1}, now())`);
    await server.query(database, "insert into kept (kind, key, json) values ('fetch', 'a', '1')");
    const kind = 'say "hi" \\ page';
    const content = JSON.stringify({ task: { instruction: '\0 "kind":{"name":"x"' }, kind: { name: kind }, b: '\0' });
    for (const [id, json] of [
      ['a', content],
      ['b', '{}'],
      // A name that PostgreSQL cannot read is none.
      ['c', JSON.stringify({ kind: { name: 'a\0b' } })],
      ['d', JSON.stringify({ kind: { name: 'a\ud800b' } })],
    ])
      await server.query(
        database,
        `insert into sets (id, instruction, engine, mode, criteria, started_at, content, run)
         values ('${id}', '', '', '', 0, '', $json$${json}$json$, '{}')`,
      );
    const spent = "insert into api_keys (id, created_at, spent_usd, json) values ('k', '2026', 0.75, '{}')";
    await server.query(database, spent);
    const stores = await Promise.all(Array.from({ length: 5 }, () => openPostgresStore(database)));
    const versions = await server.query(database, 'select version::int from schema_version order by version');
    expect(versions).toEqual(POSTGRES_MIGRATIONS.map((_, index) => ({ version: index + 1 })));
    for (const store of stores) expect(await store.kept.get('fetch', 'a')).toBe(1);
    expect(await server.query(database, 'select kind from sets order by id')).toEqual([
      { kind },
      ...[1, 2, 3].map(() => ({ kind: '' })),
    ]);
    expect((await stores[0]?.budgets.get(budgetOfKey('k')))?.spent.usd).toBe(0.75);
    await server.query(database, 'drop table api_keys');
    await expect(stores[0]?.apiKeys.list()).rejects.toThrow(/lacks tables or columns/u);
    for (const store of stores) await store.close();
  });

  it('keeps to a schema of its own beside other tables', async () => {
    const database = await server.makeDatabase();
    await server.query(database, 'create table public.sets (notes text)');
    const store = await openPostgresStore(database);
    await store.putSet(sampleSet('a'));
    expect(await server.query(database, 'select * from public.sets')).toEqual([]);
    await store.close();
  });

  /**
   * @param cut of what passes to and from the server: ends the connection in place of passing it on
   * @param isSwallowed what is sent is neither passed on nor refused
   */
  async function throughProxy(
    database: string,
    cut: (data: Buffer, isAnswer: boolean) => boolean,
    isSwallowed = () => false,
  ): Promise<string> {
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const upstream = connect(server.port, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from);
        from.on('error', () => undefined).on('close', () => to.destroy());
        from.on('data', (data) => {
          if (isSwallowed()) return;
          if (cut(data, from === upstream)) from.destroy();
          else to.write(data);
        });
      }
    }).listen(0, '127.0.0.1');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    await new Promise((resolve) => proxy.once('listening', resolve));
    return database.replace(/:\d+\//u, `:${(proxy.address() as { port: number }).port}/`);
  }

  it.each([
    ['after the server has committed', (data: Buffer, isAnswer: boolean) => isAnswer && data.includes('COMMIT\0')],
    ['before the server hears of the end', (data: Buffer, isAnswer: boolean) => !isAnswer && data.includes('commit\0')],
    ['in the middle', (data: Buffer, isAnswer: boolean) => !isAnswer && data.includes('update budgets')],
  ])('counts once what it adds, where the connection breaks %s', async (_when, isPoint) => {
    const database = await server.makeDatabase();
    const direct = await openPostgresStore(database);
    await begin(direct);
    let cuts = 0;
    let isArmed = false;
    const proxied = await throughProxy(database, (data, isAnswer) => {
      const isCut = isArmed && cuts < 3 && isPoint(data, isAnswer);
      if (isCut) cuts += 1;
      return isCut;
    });
    const store = await openPostgresStore(proxied);
    isArmed = true;
    await spend(store, 0.25);
    expect(cuts).toBe(3);
    expect(await spentUsd(store)).toBe(0.25);
    cuts = 0;
    await Promise.all(Array.from({ length: 10 }, () => spend(store, 1)));
    expect(await spentUsd(direct)).toBe(10.25);
    expect(cuts).toBe(3);
    await store.close();
    await direct.close();
  });

  it('answers right what depends on the state before, where nobody heard the first answer', async () => {
    const database = await server.makeDatabase();
    let isArmed = false;
    const proxied = await throughProxy(database, (data, isAnswer) => {
      const isCut = isArmed && isAnswer && data.includes('COMMIT\0');
      if (isCut) isArmed = false;
      return isCut;
    });
    const store = await openPostgresStore(proxied);
    await store.putSet(sampleSet('a', { cites: samplePage('a').extraction }));
    await store.putPage(samplePage('a'));
    isArmed = true;
    expect(await store.removeSet(sampleSet('a').id)).toBe(1);
    expect(isArmed).toBe(false);
    expect(await store.removeSet(sampleSet('a').id)).toBe(0);
    await store.close();
  });

  it('takes no lease for lost that nobody could renew, as the server was away', { timeout: 60_000 }, async () => {
    const database = await server.makeDatabase();
    const [holder, other, later] = await Promise.all(
      [{}, {}, { startedMs: raw('0') }].map((options) => openPostgresStore(database, options)),
    );
    expect(await holder?.jobs.claim('j')).toBe(true);
    await begin(holder!);
    await spend(holder!, 1);
    const isUnderWay = async (store?: StorePort) => (await store?.budgets.get('b'))?.isUnderWay;
    await server.stop('immediate');
    await server.start();
    await server.query(database, 'update leases set expires_at = expires_at - 60000');
    expect(await other?.jobs.claim('j'), 'just started').toBe(false);
    expect(await isUnderWay(other), 'a call that may go on').toBe(true);
    expect(await isUnderWay(later), 'a call of a killed process').toBe(false);
    expect(await later?.jobs.claim('j'), 'up for long').toBe(true);
    for (const store of [holder, other, later]) await store?.close();
  });

  it('waits for a server that is away, says so, and goes on when it is back', { timeout: 120_000 }, async () => {
    const database = await server.makeDatabase();
    const lines: string[] = [];
    const patience = { maxAwayMs: Number.POSITIVE_INFINITY, log: (line: string) => lines.push(line) };
    const store = await openPostgresStore(database, patience);
    await begin(store);
    await server.stop('fast');
    const spent = spend(store, 0.5);
    await expect.poll(() => lines, { timeout: 30_000 }).toHaveLength(1);
    expect(lines[0]).toMatch(/^The store postgres:\/\/127.*cannot be reached.*Waits for it\.$/u);
    await server.start();
    expect(await spent).toBe(true);
    expect(await spentUsd(store)).toBe(0.5);
    expect(lines[1]).toBe('The store answers again.');
    await store.close();
    const late = await store.kept.get('fetch', 'a').catch((error: unknown) => error);
    expect(late, 'asked after its end').toBeInstanceOf(StoreError);
  });

  it('is stopped while it waits, and waits no longer than it is told to', { timeout: 120_000 }, async () => {
    const database = await server.makeDatabase();
    const stop = new AbortController();
    const open = (maxAwayMs: number) => openPostgresStore(database, { maxAwayMs, signal: stop.signal });
    const [store, other, patient] = await Promise.all([open(2_000), open(2_000), open(Number.POSITIVE_INFINITY)]);
    await begin(store);
    await server.stop('fast');
    const stopped = patient.kept.get('fetch', 'a').catch((error: unknown) => error);
    const lost = await Promise.all(
      [store.kept.get('fetch', 'a'), spend(store, 1)].map((work) => work.catch((error: unknown) => error)),
    );
    for (const error of lost) {
      expect(error).toBeInstanceOf(StoreError);
      expect((error as Error).message).toMatch(/^The store postgres:\/\/127.*cannot be reached/u);
    }
    stop.abort();
    expect(await stopped).toBeInstanceOf(CancelledError);
    await patient.close();
    await other.close();
    await server.start();
    await spend(store, 0.5);
    expect(await spentUsd(store)).toBe(0.5);
    await store.close();
  });

  it('is stopped, and closed, although the network swallows what it is sent', { timeout: 60_000 }, async () => {
    const database = await server.makeDatabase();
    let isSwallowed = false;
    const proxied = await throughProxy(
      database,
      () => false,
      () => isSwallowed,
    );
    const stop = new AbortController();
    const patience = { maxAwayMs: Number.POSITIVE_INFINITY, signal: stop.signal };
    const [store, idle] = await Promise.all([openPostgresStore(proxied, patience), openPostgresStore(proxied)]);
    await Promise.all([begin(store), begin(idle)]);
    isSwallowed = true;
    // More than there are connections: some wait for one, some for the server to greet them.
    const asked = Array.from({ length: 8 }, (_, key) =>
      store.kept.get('fetch', `${key}`).catch((error: unknown) => error),
    );
    const opening = openPostgresStore(proxied, patience).catch((error: unknown) => error);
    stop.abort();
    for (const error of await Promise.all([...asked, opening])) expect(error).toBeInstanceOf(CancelledError);
    await expect(spend(store, 1)).rejects.toBeInstanceOf(CancelledError);
    await Promise.all([store.close(), idle.close()]);
  });

  it('leaves no listener on a signal that outlives it', async () => {
    const { signal } = new AbortController();
    const database = await server.makeDatabase();
    const store = await openPostgresStore(database, { signal });
    await store.close();
    const refused = database.replace(/:\d+\//u, ':1/');
    await expect(openPostgresStore(refused, { signal, maxAwayMs: 100 })).rejects.toBeInstanceOf(StoreError);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('shows its password nowhere', { timeout: 120_000 }, async () => {
    await server.query(address, 'grant create on database store_1 to guarded');
    const given = as(`guarded:${PASSWORD}`);
    const lines = [
      ['doctor', '--store', given],
      ['list', '--store', given],
      ['discover', 'Write a toast for a colleague who retires', '-v', '--store', given],
      ['discover', 'Write a toast', '-v', '--store', given.replace('@', '-x@')],
      ['list', '--store', given.replace('store_1', 'none')],
      ['list', '--store', given.replace('@', '/@')],
      ['list', '--store', given.replace('postgres', 'postgress')],
    ];
    const said: string[] = [];
    for (const line of lines) {
      const { stdout, stderr } = await cli(line, { env: { GROUNDRULE_SEARCH: 'library' } });
      said.push(stdout, stderr);
    }
    const inBase64 = Buffer.from(`guarded:${PASSWORD}`).toString('base64');
    expect(said.join('\n')).not.toMatch(/w0nt/u);
    expect(said.join('\n')).not.toContain(inBase64);
    expect(said.join('\n')).toContain(`postgres://127.0.0.1:${server.port}/store_1`);
    const kept = await server.query(address, "select string_agg(run || content, '') as all from sets");
    expect(JSON.stringify(kept)).toMatch(/retires/u);
    expect(JSON.stringify(kept)).not.toMatch(/w0nt/u);
  });
});
