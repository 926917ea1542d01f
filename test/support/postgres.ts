/** Real PostgreSQL servers on loopback, in temporary folders: one for the whole run, and others for tests that stop theirs. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isExecutable } from './is-executable.ts';

const DEBIAN = '/usr/lib/postgresql';
/** `initdb` refuses the superuser; these are `nobody` and `nogroup`, `nobody` of Debian. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** The folder of its programs: on the search path, or where Debian puts them; null where there is none. */
function findPostgres(): string | null {
  const versions = listed(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
  ];
  return (
    folders.find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres'))) ?? null
  );
}

const programs = findPostgres();
export const hasPostgres = programs !== null;

/** Who may come in: everybody, but for the role “guarded”, which needs a password. */
const ACCESS = 'host all guarded 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n';

/** What a start may take on a busy machine. */
export const START_MS = 60_000;

/** `fast` breaks connections, `immediate` is a crash. */
export type Shutdown = 'fast' | 'immediate';
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Databases on a server that others use as well. */
export interface Databases {
  readonly port: number;
  /** A database of its own for each call. @returns its address */
  readonly makeDatabase: (options?: string) => Promise<string>;
  /** Runs one statement as the superuser, on the store's schema where it names no other. */
  readonly query: (address: string, sql: string) => Promise<readonly unknown[]>;
}

export interface PostgresServer extends Databases {
  readonly stop: (how: Shutdown) => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param settings of the server, such as `max_connections=10` */
export async function startPostgres(...settings: readonly string[]): Promise<PostgresServer> {
  if (programs === null) throw new Error('There is no PostgreSQL.');
  const folder = await mkdtemp(join(tmpdir(), 'groundrule-postgres-'));
  if (OWNER.uid !== undefined) chownSync(folder, OWNER.uid, OWNER.gid);
  const data = join(folder, 'data');
  // Ordered by the rules of a language, so that the store's own order shows.
  const locale = ['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--locale-provider', 'icu', '--icu-locale', 'en'];
  const common = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), [...common, ...locale], { ...OWNER, cwd: folder });
  await writeFile(join(data, 'pg_hba.conf'), ACCESS);
  const port = await freePort();
  let server: ChildProcess | null = null;

  async function start(): Promise<void> {
    const all = [
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'listen_addresses=127.0.0.1',
      'fsync=off',
      ...settings,
    ];
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', data, ...all.flatMap((each) => ['-c', each])], {
      ...{ ...OWNER, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    server = child;
    await new Promise<void>((resolve, reject) => {
      let log = '';
      child.stderr.on('data', (chunk: Buffer) => {
        log = `${log}${chunk.toString()}`.slice(-10_000);
        if (log.includes('database system is ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL ended: ${log}`)));
    });
  }

  async function stop(how: Shutdown): Promise<void> {
    const child = server;
    server = null;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(SIGNALS[how]);
    await ended;
  }

  // Whatever ends this process, the server does not outlive it.
  const kill = () => server?.kill('SIGQUIT');
  process.once('exit', kill);

  await start();
  return {
    ...databasesAt(port, 'store'),
    stop,
    start,
    close: async () => {
      await stop('immediate');
      process.off('exit', kill);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param prefix of the names of its databases, which nobody else gives on that server */
export function databasesAt(port: number, prefix: string): Databases {
  let databases = 0;
  const addressOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return {
    port,
    makeDatabase: async (options = '') => {
      const name = `${prefix}_${(databases += 1)}`;
      await query(addressOf('postgres'), `create database ${name} ${options}`);
      return addressOf(name);
    },
    query,
  };
}

async function query(address: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: address, options: '-c search_path=groundrule' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
